/** The chat of a table, and the people whom the visitor has muted. The browser remembers muted people by their alias,
 * which differs by table: a person who is muted at one table is not muted at another. */

import { readStored, writeStored } from "../../profile/storage";
import type { ChatLine } from "../../server/schema";

const MAX_LINES = 200;
const MAX_MUTED = 100;

export class TableChat {
  lines = $state.raw<readonly ChatLine[]>([]);
  unread = $state(0);
  allMuted = $state(readStored("chat") === "off");
  /** Muted people, by their alias at this table, with their last known names. */
  muted = $state.raw<ReadonlyMap<string, string>>(storedMuted());
  /** Muted people who have written at this table since the page was loaded. */
  mutedHere = $state.raw<ReadonlySet<string>>(new Set());

  /** Add a line. Return whether it is shown: lines of muted people are not. */
  add(line: ChatLine): boolean {
    if (this.muted.has(line.alias)) this.mutedHere = new Set(this.mutedHere).add(line.alias);
    if (this.allMuted || this.muted.has(line.alias)) return false;
    this.lines = [...this.lines, line].slice(-MAX_LINES);
    return true;
  }

  clear(): void {
    this.lines = [];
    this.unread = 0;
  }

  muteAll(on: boolean): void {
    writeStored("chat", on ? "off" : "on");
    this.allMuted = on;
    if (on) this.lines = [];
  }

  mute(alias: string, name: string, on: boolean): void {
    const muted = new Map(this.muted);
    if (on) muted.set(alias, name);
    else muted.delete(alias);
    this.muted = muted;
    this.mutedHere = new Set(this.mutedHere).add(alias);
    writeStored("muted", JSON.stringify([...muted].slice(-MAX_MUTED)));
    if (on) this.lines = this.lines.filter((line) => line.alias !== alias);
  }
}

function storedMuted(): Map<string, string> {
  try {
    return new Map(JSON.parse(readStored("muted") ?? "[]") as [string, string][]);
  } catch {
    return new Map(); // the stored value is damaged
  }
}
