/** The visitor's preferences, which the browser keeps between visits. `SettingsDialog` shows them in groups. */

import { readStored, writeStored, type StoredKey } from "./storage";

/** A preference that is on or off. */
export class Switch {
  on = $state(false);

  constructor(
    private readonly key: StoredKey,
    initially: boolean,
  ) {
    const stored = readStored(key);
    this.on = stored === null ? initially : stored === "on";
  }

  choose(on: boolean): void {
    writeStored(this.key, on ? "on" : "off");
    this.on = on;
  }
}

/** A preference with a few values. The first is the usual one. */
export class Choice<Value extends string> {
  value = $state() as Value;

  constructor(
    private readonly key: StoredKey,
    readonly values: readonly [Value, ...Value[]],
  ) {
    this.value = values.find((value) => value === readStored(key)) ?? values[0];
  }

  choose(value: Value): void {
    writeStored(this.key, value);
    this.value = value;
  }
}

export const THEMES = ["system", "light", "dark"] as const;

/** The styles of play, the usual one first. */
export const STYLES = ["classic", "quick", "book"] as const;

export const preferences = {
  /** Light or dark colours, or those that the system prefers. style/colours.css defines them. */
  theme: new Choice("theme", THEMES),
  /** The style of play chosen last. */
  style: new Choice("style", STYLES),
  sounds: new Switch("sounds", false),
  /** Shortcuts of the table can be turned off, because they get in the way of speech input. */
  shortcuts: new Switch("keys", true),
};
