/** Texts of the page in Spanish, the first of its languages: the others have the same keys, or do not compile. */

import { table } from "./table/es";

export const es = {
  errors: {
    offline: "No hay conexión con el servidor. Mira la red e inténtalo de nuevo.",
    server: (status: number) => `El servidor no ha podido responder (${status}). Inténtalo dentro de un momento.`,
  },
  table,
};

export type Texts = typeof es;
