import type { SignOption } from "../../server/schema";

const lettersOf = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Return the name of a seña, and how it is made. The code of its move is `sena-NAME`, without accents. */
export function signTexts({ code, words }: SignOption): { name: string; how: string } {
  const name = code.replace(/^sena-/, "").replaceAll("-", " ");
  return lettersOf(words) === name ? { name: words, how: "" } : { name, how: words };
}
