/** The variants and bots of the server, the meanings of house rules, and the guides of tables: requested once for each language. */

import { language } from "../profile/language.svelte";
import * as api from "./api";
import type { HouseRule, OptionMeanings, StyleInfo, TableGuide, Variant, VariantList } from "./schema";

const requests = new Map<string, Promise<unknown>>();

function once<Answer>(name: string, request: () => Promise<Answer>): Promise<Answer> {
  const key = `${language.code}/${name}`;
  const earlier = requests.get(key) as Promise<Answer> | undefined;
  if (earlier) return earlier;
  const answer = request();
  requests.set(key, answer);
  answer.catch(() => requests.delete(key)); // so that the next call tries again
  return answer;
}

export const loadFamily = (): Promise<VariantList> => once("", api.family);

export const loadMeanings = (variant: string): Promise<OptionMeanings> => once(variant, () => api.meanings(variant));

export const loadGuide = (table: string, turned: string | null): Promise<TableGuide> =>
  once(`guide/${table}/${turned}`, () => api.tableGuide(table, turned));

export async function findVariant(name: string): Promise<Variant | undefined> {
  return (await loadFamily()).variants.find((variant) => variant.name === name);
}

/** Return the name of a bot in the language of the page. */
export const botName = (bots: VariantList["bots"], bot: string | null): string => bots.find(([id]) => id === bot)?.[1] ?? bot ?? "";

/** Return the style of a variant that the visitor chose last, also for another variant. */
export function preferredStyle(variant: Variant, name: StyleInfo["name"]): StyleInfo | undefined {
  return variant.styles.find((style) => style.name === name) ?? variant.styles[0];
}

/** Return whether a house rule makes a difference beside these values of other house rules and of `players`. */
export function matters(rule: HouseRule, values: { readonly [name: string]: string | undefined }): boolean {
  const { conditions } = rule;
  return conditions.length === 0 || conditions.some((condition) => Object.entries(condition).every(([name, value]) => values[name] === value));
}

/** Return the possible numbers of players, such as "2, 4 or 6". */
export function playerCounts(variant: Variant, or: string): string {
  const counts = [...variant.players].sort((a, b) => a - b);
  const last = counts.pop();
  return counts.length > 0 ? `${counts.join(", ")} ${or} ${last}` : String(last);
}
