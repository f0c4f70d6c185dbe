import type { Texts } from "./es";
import { table } from "./table/pt";

export const pt: Texts = {
  errors: {
    offline: "Sem conexão com o servidor. Verifique a rede e tente de novo.",
    server: (status) => `O servidor não conseguiu responder (${status}). Tente daqui a pouco.`,
  },
  table,
};
