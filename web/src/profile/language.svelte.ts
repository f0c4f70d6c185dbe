/** The language of the page: the one chosen here, otherwise that of the browser, otherwise Spanish. */

import type { Texts } from "../texts/es";
import { readStored, writeStored } from "./storage";

export const LANGUAGES = ["es", "es-AR", "pt", "ca", "en"] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/** The name of each language in that language. */
export const LANGUAGE_NAMES: { readonly [code in LanguageCode]: string } = {
  es: "Español",
  "es-AR": "Español rioplatense",
  pt: "Português",
  ca: "Valencià",
  en: "English",
};

/** The countries of Rioplatense Spanish. */
const RIO_DE_LA_PLATA = ["AR", "UY"];

const LOADERS: { readonly [code in LanguageCode]: () => Promise<Texts> } = {
  es: async () => (await import("../texts/es")).es,
  "es-AR": async () => (await import("../texts/es-AR")).esAR,
  pt: async () => (await import("../texts/pt")).pt,
  ca: async () => (await import("../texts/ca")).ca,
  en: async () => (await import("../texts/en")).en,
};

class Language {
  code = $state<LanguageCode>("es");
  #texts = $state.raw<Texts>();

  /** The texts of the page. `main.ts` waits for `start`, which loads them, before it draws anything. */
  get texts(): Texts {
    if (!this.#texts) throw new Error("no language is loaded: await language.start() first");
    return this.#texts;
  }

  async start(): Promise<void> {
    await this.#load(supportedLanguage(readStored("language")) ?? browserLanguage(navigator.languages) ?? "es");
  }

  /** Change the language, also for later visits. */
  async choose(code: LanguageCode): Promise<void> {
    writeStored("language", code);
    await this.#load(code);
  }

  /** Use the variety of a game's region, such as es-AR for argentino, if the visitor and the browser name no variety. */
  async adaptTo(tongue: string): Promise<void> {
    const code = readStored("language") === null ? varietyOf(navigator.languages, tongue) : undefined;
    if (code && code !== this.code) await this.#load(code);
  }

  async #load(code: LanguageCode): Promise<void> {
    this.#texts = await LOADERS[code]();
    this.code = code;
    document.documentElement.lang = code === "ca" ? "ca-valencia" : code;
  }
}

export const language = new Language();

function supportedLanguage(code: string | null): LanguageCode | undefined {
  return LANGUAGES.find((supported) => supported === code);
}

/** Return the variety of the browser's language that suits a game; undefined if the browser names a country. */
export function varietyOf(tags: readonly string[], tongue: string): LanguageCode | undefined {
  const tag = tags.find((candidate) => browserLanguage([candidate]));
  if (!tag || tag.includes("-")) return undefined;
  const code = browserLanguage([tag]);
  return tongue.split("-")[0] === code ? (supportedLanguage(tongue) ?? code) : code;
}

/** Return the first supported language in a list of tags such as "pt-BR". */
export function browserLanguage(tags: readonly string[]): LanguageCode | undefined {
  for (const tag of tags) {
    const [code = "", country = ""] = tag.split("-");
    const isRioplatense = code.toLowerCase() === "es" && RIO_DE_LA_PLATA.includes(country.toUpperCase());
    const supported = isRioplatense ? "es-AR" : supportedLanguage(code.toLowerCase());
    if (supported) return supported;
  }
  return undefined;
}
