/** Keyboard shortcuts of the table. */

import { preferences } from "../../profile/preferences.svelte";

/** Return the key of an event if it is a shortcut of the table: not typed in a field or dialog, nor one of the browser. */
export function tableKey(event: KeyboardEvent): string | null {
  if (!preferences.shortcuts.on || event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return null;
  const target = event.target;
  if (target instanceof Element && target.closest("input, select, textarea, dialog")) return null;
  return event.code.startsWith("Digit") ? event.code.slice("Digit".length) : event.key.toLowerCase();
}
