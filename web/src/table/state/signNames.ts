/** Return the name of a seña. The code of its move is `sena-NAME`. */
export const signName = (code: string): string => code.replace(/^sena-/, "").replaceAll("-", " ");
