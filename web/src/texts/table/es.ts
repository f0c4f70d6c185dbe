/** Texts of the table (src/table). */
export const table = {
  loading: "Llegando a la mesa…",
};
