/** Whether the page plays sounds. They are off until the profile turns them on. */

import { readStored, writeStored } from "./storage";

class SoundSetting {
  on = $state(readStored("sounds") === "on");

  choose(on: boolean): void {
    writeStored("sounds", on ? "on" : "off");
    this.on = on;
  }
}

export const soundSetting = new SoundSetting();
