/** Return an example of a code of private señas: one that means a card, and one with the first meaning of the game. */
export function exampleCode(names: readonly string[], meanings: readonly string[], french: boolean): string {
  const shown = [french ? "4♣" : "1e", ...meanings.slice(0, 1)];
  return shown.map((meaning, index) => `${names[index]}=${meaning}`).join(" ");
}
