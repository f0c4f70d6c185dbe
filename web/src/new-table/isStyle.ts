import type { StyleInfo } from "../server/schema";

/** Return whether the players and the house rules are exactly those of a style. */
export function isStyle(style: StyleInfo, players: number | undefined, options: { readonly [name: string]: string }): boolean {
  const names = Object.keys(style.options);
  return style.players === players && names.length === Object.keys(options).length && names.every((name) => options[name] === style.options[name]);
}
