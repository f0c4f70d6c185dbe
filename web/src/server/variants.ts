/** The variants and bots of the server, and what their house rules mean: asked for once in each language. */

import * as api from "./api";
import { language } from "../profile/language.svelte";
import type { Family, Meanings, Variant } from "./schema";

const asked = new Map<string, Promise<unknown>>();

function once<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
  const key = `${language.code}/${name}`;
  const before = asked.get(key) as Promise<Answer> | undefined;
  if (before) return before;
  const answer = ask();
  asked.set(key, answer);
  answer.catch(() => asked.delete(key)); // the next one asks again
  return answer;
}

export const family = (): Promise<Family> => once("", api.family);

export const meanings = (variant: string): Promise<Meanings> => once(variant, () => api.meanings(variant));

export async function variantOf(name: string): Promise<Variant | undefined> {
  return (await family()).variants.find((variant) => variant.name === name);
}

/** "2, 4 or 6", smallest first. */
export function playersOf(variant: Variant, or: string): string {
  const numbers = [...variant.players].sort((a, b) => a - b);
  const last = numbers.pop();
  return numbers.length > 0 ? `${numbers.join(", ")} ${or} ${last}` : String(last);
}
