/** The variants and bots of the server, asked for once in each language. */

import * as api from "./api";
import { language } from "./language.svelte";
import type { Family, Variant } from "./schema";

const asked = new Map<string, Promise<Family>>();

export function family(): Promise<Family> {
  const code = language.code;
  let answer = asked.get(code);
  if (!answer) {
    answer = api.family();
    asked.set(code, answer);
    answer.catch(() => asked.delete(code)); // the next one asks again
  }
  return answer;
}

/** "2, 4 or 6", smallest first. */
export function playersOf(variant: Variant, or: string): string {
  const numbers = [...variant.players].sort((a, b) => a - b);
  const last = numbers.pop();
  return numbers.length > 0 ? `${numbers.join(", ")} ${or} ${last}` : String(last);
}
