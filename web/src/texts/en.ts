import type { Texts } from "./es";
import { table } from "./table/en";

export const en: Texts = {
  errors: {
    offline: "The server cannot be reached. Look at your network and try again.",
    server: (status) => `The server could not answer (${status}). Try again in a moment.`,
  },
  table,
};
