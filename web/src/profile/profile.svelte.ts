/** The profile: the guest that the cookie names. `App.svelte` loads it before it draws any page. */

import * as api from "../server/api";
import type { Guest, NewProfile } from "../server/schema";
import { language } from "./language.svelte";
import { readStored, writeStored } from "./storage";

class Profile {
  guest = $state.raw<Guest | null>(null);
  /** Whether the profile has chosen the name. Otherwise the page has made it up. */
  hasChosenName = $state(readStored("named") === "yes");

  async load(): Promise<void> {
    this.guest = await api.guest();
    if (!this.guest.name) await this.#inventName(this.guest.id);
  }

  async rename(name: string): Promise<void> {
    await this.#change({ name });
    this.hasChosenName = true;
    writeStored("named", "yes");
  }

  async choosePortrait(portrait: string): Promise<void> {
    await this.#change({ portrait });
  }

  async #change(values: NewProfile): Promise<void> {
    try {
      this.guest = await api.changeProfile(values);
    } catch (error) {
      if (error instanceof api.ApiError && error.code === api.OUTCOME_UNKNOWN) await this.#reload();
      throw error;
    }
  }

  /** Show the profile that is stored, if the server answers. */
  async #reload(): Promise<void> {
    try {
      this.guest = await api.guest();
    } catch {
      // The error of the request itself is shown.
    }
  }

  /** Give a new guest a name, so that nobody has to enter one before playing. It can be changed at any time. */
  async #inventName(id: string): Promise<void> {
    const letters = Array.from(id, (letter) => letter.charCodeAt(0));
    const number = 10 + (letters.reduce((sum, code) => sum * 31 + code, 7) % 9973) % 90;
    try {
      this.guest = await api.changeProfile({ name: language.texts.app.guest(number) }, { retry: false });
    } catch {
      // A guest can play without a name.
    }
  }
}

export const profile = new Profile();
api.onForgotten(() => profile.load());
