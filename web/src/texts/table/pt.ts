import type { Texts } from "../es";

export const table: Texts["table"] = {
  loading: "Chegando à mesa…",
};
