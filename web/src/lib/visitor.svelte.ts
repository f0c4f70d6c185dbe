/** Who looks at the page: the guest of its cookie. `App.svelte` has it asked for before any page is drawn. */

import * as api from "./api";
import type { Guest } from "./schema";

class Visitor {
  guest = $state.raw<Guest | null>(null);

  async load(): Promise<void> {
    this.guest = await api.guest();
  }

  async rename(name: string): Promise<void> {
    this.guest = await api.rename(name);
  }
}

export const visitor = new Visitor();
