/** The language of the page: chosen here, or that of the browser, or Spanish. */

import type { Texts } from "../texts/es";
import { kept, keep } from "./storage";

export const LANGUAGES = ["es", "pt", "ca", "en"] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/** How each language calls itself. */
export const LANGUAGE_NAMES: { readonly [code in LanguageCode]: string } = {
  es: "Español",
  pt: "Português",
  ca: "Valencià",
  en: "English",
};

const LOADERS: { readonly [code in LanguageCode]: () => Promise<Texts> } = {
  es: async () => (await import("../texts/es")).es,
  pt: async () => (await import("../texts/pt")).pt,
  ca: async () => (await import("../texts/ca")).ca,
  en: async () => (await import("../texts/en")).en,
};

class Language {
  code = $state<LanguageCode>("es");
  #texts = $state.raw<Texts>();

  /** The texts of the page. They are there from `start` on, which `main.ts` awaits before anything is drawn. */
  get texts(): Texts {
    if (!this.#texts) throw new Error("no language has been loaded");
    return this.#texts;
  }

  async start(): Promise<void> {
    await this.choose(known(kept("language")) ?? spoken(navigator.languages) ?? "es");
  }

  async choose(code: LanguageCode): Promise<void> {
    this.#texts = await LOADERS[code]();
    this.code = code;
    document.documentElement.lang = code === "ca" ? "ca-valencia" : code;
  }

  /** Chooses for good: the page will speak it the next time too. */
  async prefer(code: LanguageCode): Promise<void> {
    keep("language", code);
    await this.choose(code);
  }
}

export const language = new Language();

export function known(code: string | null | undefined): LanguageCode | undefined {
  return LANGUAGES.find((one) => one === code);
}

/** The first language of a list of tags such as "pt-BR" that the page speaks. */
export function spoken(tags: readonly string[]): LanguageCode | undefined {
  for (const tag of tags) {
    const found = known(tag.split("-")[0]?.toLowerCase());
    if (found) return found;
  }
  return undefined;
}
