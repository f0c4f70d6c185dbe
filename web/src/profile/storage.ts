/** Values that the page stores in the browser between visits. Where storage is forbidden, nothing is stored and the page
 * still works. */

const PREFIX = "truquero.";

export type StoredKey = "language" | "theme" | "sounds" | "variant" | "style" | "keys" | "cloth" | "back" | "pack" | "marks" | "named" | "chat" | "muted" | "secrets" | "confirm-game" | "lessons" | "lesson-finished" | "speed" | "auto-cut" | "auto-go-on" | "notifications" | "vibration" | "spoken-calls";

export function readStored(key: StoredKey): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function writeStored(key: StoredKey, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Private windows of some browsers allow no storage.
  }
}
