import type { Texts } from "../es";

export const table: Texts["table"] = {
  loading: "Walking up to the table…",
};
