/** Which truco is shown first: the one played last, or that of where the browser comes from. */

const OF_COUNTRY: { readonly [country: string]: string } = {
  AR: "argentino",
  BR: "paulista",
  ES: "belmez",
  UY: "uruguayo",
  VE: "venezolano",
};

const OF_LANGUAGE: { readonly [language: string]: string } = { ca: "valenciano", pt: "paulista" };

/** One of `names`, by what was played before and by the tags of `navigator.languages`. */
export function likely(names: readonly string[], before: string | null, tags: readonly string[]): string | undefined {
  const wishes = tags.flatMap((tag) => {
    const { language = "", region = "" } = localeOf(tag) ?? {};
    return [OF_LANGUAGE[language], OF_COUNTRY[region]];
  });
  return [before, ...wishes].find((wish) => typeof wish === "string" && names.includes(wish)) ?? names[0];
}

/** None where the tag is not one: some browsers say "en-US@posix". */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
