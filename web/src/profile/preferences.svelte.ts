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

export const CLOTHS = ["green", "blue", "red", "sand"] as const;
export const BACKS = ["back", "back-green", "back-sun", "back-straw"] as const;
export const PACKS = ["classic", "large"] as const;
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
  /** The colour of the cloth: style/colours.css. */
  cloth: new Choice("cloth", CLOTHS),
  /** The picture on the back of the cards. */
  back: new Choice("back", BACKS),
  /** The usual pictures of the cards, or those with large ranks. */
  pack: new Choice("pack", PACKS),
  /** Whether piezas, manilhas and matadores are marked. */
  marks: new Switch("marks", true),
  /** The speed of the bots at new tables. */
  speed: new Choice("speed", ["normal", "calm", "fast"]),
  /** Whether the page cuts for the player, and goes on after a hand by itself. */
  autoCut: new Switch("auto-cut", false),
  autoGoOn: new Switch("auto-go-on", false),
  /** How the page tells the player's turn. The browser must allow notifications. */
  notifications: new Switch("notifications", false),
  vibration: new Switch("vibration", false),
  /** Whether the browser reads the calls of the game aloud. */
  spokenCalls: new Switch("spoken-calls", false),
  /** Whether a bet of the whole game is made only after a question. */
  confirmGame: new Switch("confirm-game", true),
};
