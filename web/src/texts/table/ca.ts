import type { Texts } from "../es";

export const table: Texts["table"] = {
  loading: "Arribant a la taula…",
};
