/** Keys of the table. Single letters can be switched off, for those who speak to their computer. */

import { kept, keep } from "../../profile/storage";

class Shortcuts {
  on = $state(kept("keys") !== "off");

  prefer(on: boolean): void {
    keep("keys", on ? "on" : "off");
    this.on = on;
  }
}

export const shortcuts = new Shortcuts();

/** The key of an event that is meant for the table: not one typed in a field or in a dialog, nor one of the browser's. */
export function tableKey(event: KeyboardEvent): string | null {
  if (!shortcuts.on || event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return null;
  const target = event.target;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return null;
  return event.code.startsWith("Digit") ? event.code.slice("Digit".length) : event.key.toLowerCase();
}
