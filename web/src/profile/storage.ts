/** What the page keeps in the browser between visits. Where that is forbidden it forgets, and works all the same. */

const PREFIX = "truquero.";

export type Kept = "language" | "theme" | "sounds" | "variant" | "keys" | "named" | "chat" | "muted" | "secrets";

export function kept(what: Kept): string | null {
  try {
    return localStorage.getItem(PREFIX + what);
  } catch {
    return null;
  }
}

export function keep(what: Kept, value: string): void {
  try {
    localStorage.setItem(PREFIX + what, value);
  } catch {
    // Private windows of some browsers allow no storage.
  }
}
