import type { Texts } from "./es";
import { table } from "./table/ca";

export const ca: Texts = {
  errors: {
    offline: "No hi ha connexió amb el servidor. Mira la xarxa i torna-ho a provar.",
    server: (status) => `El servidor no ha pogut respondre (${status}). Prova-ho d’ací a un moment.`,
  },
  table,
};
