/** Whether the page may be heard. It is silent until somebody asks for sounds. */

import { kept, keep } from "./storage";

class Sounds {
  on = $state(kept("sounds") === "on");

  prefer(on: boolean): void {
    keep("sounds", on ? "on" : "off");
    this.on = on;
  }
}

export const sounds = new Sounds();
