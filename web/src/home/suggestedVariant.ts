/** The variant that the home page shows first: the one played last, or that of the visitor's region. */

const VARIANT_OF_COUNTRY: { readonly [country: string]: string } = {
  AR: "argentino",
  BR: "paulista",
  ES: "belmez",
  UY: "uruguayo",
  VE: "venezolano",
};

const VARIANT_OF_LANGUAGE: { readonly [language: string]: string } = { ca: "valenciano", pt: "paulista" };

/** Return one of `names`: the one played last, otherwise one that suits the tags of `navigator.languages`. */
export function suggestedVariant(names: readonly string[], lastPlayed: string | null, tags: readonly string[]): string | undefined {
  const regional = tags.flatMap((tag) => {
    const { language = "", region = "" } = localeOf(tag) ?? {};
    return [VARIANT_OF_LANGUAGE[language], VARIANT_OF_COUNTRY[region]];
  });
  return [lastPlayed, ...regional].find((name) => typeof name === "string" && names.includes(name)) ?? names[0];
}

/** Return null for an invalid tag. Some browsers use "en-US@posix". */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
