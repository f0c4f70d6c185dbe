/** Light or dark: as the system says, or as chosen here. The colours themselves are in style/colours.css. */

import { kept, keep } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type ThemeName = (typeof THEMES)[number];

class Theme {
  name = $state<ThemeName>("system");

  start(): void {
    this.#wear(THEMES.find((one) => one === kept("theme")) ?? "system");
  }

  prefer(name: ThemeName): void {
    keep("theme", name);
    this.#wear(name);
  }

  #wear(name: ThemeName): void {
    this.name = name;
    document.documentElement.dataset["theme"] = name;
  }
}

export const theme = new Theme();
