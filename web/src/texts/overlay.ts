/** Texts of a variety of a language, written as the differences from that language. */

/** Any part of some texts. Functions and lists are replaced as a whole. */
export type PartOf<Texts> = Texts extends ((...values: never[]) => unknown) | readonly unknown[] | string
  ? Texts
  : { readonly [key in keyof Texts]?: PartOf<Texts[key]> };

/** Return texts, with those of `differences` in their place. */
export function overlay<Texts extends object>(texts: Texts, differences: PartOf<Texts>): Texts {
  const result = { ...texts } as { [key: string]: unknown };
  for (const [key, difference] of Object.entries(differences)) {
    const text = result[key];
    result[key] = isGroup(text) && isGroup(difference) ? overlay(text, difference) : difference;
  }
  return result as Texts;
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
