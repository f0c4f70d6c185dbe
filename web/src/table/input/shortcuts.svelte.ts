/** Keyboard shortcuts of the table. They can be turned off, because they get in the way of speech input. */

import { readStored, writeStored } from "../../profile/storage";

class Shortcuts {
  on = $state(readStored("keys") !== "off");

  choose(on: boolean): void {
    writeStored("keys", on ? "on" : "off");
    this.on = on;
  }
}

export const shortcuts = new Shortcuts();

/** Return the key of an event if it is a shortcut of the table: not typed in a field or dialog, nor one of the browser. */
export function tableKey(event: KeyboardEvent): string | null {
  if (!shortcuts.on || event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return null;
  const target = event.target;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return null;
  return event.code.startsWith("Digit") ? event.code.slice("Digit".length) : event.key.toLowerCase();
}
