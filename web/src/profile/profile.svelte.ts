/** Who looks at the page: the guest of its cookie. `App.svelte` has it asked for before any page is drawn. */

import * as api from "../server/api";
import { keep, kept } from "./storage";
import { language } from "./language.svelte";
import type { Guest } from "../server/schema";

class Visitor {
  guest = $state.raw<Guest | null>(null);
  /** Whether the name was chosen, and not given by the page. */
  named = $state(kept("named") === "yes");

  async load(): Promise<void> {
    this.guest = await api.guest();
    if (!this.guest.name) await this.#christen(this.guest.id);
  }

  async rename(name: string): Promise<void> {
    this.guest = await api.rename(name);
    this.named = true;
    keep("named", "yes");
  }

  /** Nobody has to say a name before playing: a new guest gets one, that can be changed at any time. */
  async #christen(id: string): Promise<void> {
    const letters = Array.from(id, (letter) => letter.charCodeAt(0));
    const number = 10 + (letters.reduce((sum, code) => sum * 31 + code, 7) % 9973) % 90;
    try {
      this.guest = await api.rename(language.texts.shell.guest(number), { once: true });
    } catch {
      // Without a name one plays just as well.
    }
  }
}

export const visitor = new Visitor();
api.whenForgotten(() => visitor.load());
