/** Light or dark colours: as the system prefers, or as chosen here. style/colours.css defines both. */

import { readStored, writeStored } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type ThemeName = (typeof THEMES)[number];

class Theme {
  name = $state<ThemeName>("system");

  start(): void {
    this.#apply(THEMES.find((name) => name === readStored("theme")) ?? "system");
  }

  choose(name: ThemeName): void {
    writeStored("theme", name);
    this.#apply(name);
  }

  #apply(name: ThemeName): void {
    this.name = name;
    document.documentElement.dataset["theme"] = name;
  }
}

export const theme = new Theme();
