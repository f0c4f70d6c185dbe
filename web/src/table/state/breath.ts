/** Shows words that are said at the same moment one after another, and what they lead to after the last of them. */

interface Step {
  readonly show: () => void;
  readonly isSpoken: boolean;
}

export class Breath {
  #waiting: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `pause` returns the milliseconds after the words of a player; without any everything is shown at once. */
  constructor(private readonly pause: () => number) {}

  add(show: () => void, isSpoken: boolean): void {
    this.#waiting.push({ show, isSpoken });
    if (this.#timer === undefined) this.#showNext();
  }

  /** Drop the words that wait, and show the rest. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { show, isSpoken } of this.#waiting.splice(0)) if (!isSpoken) show();
  }

  #showNext(): void {
    this.#timer = undefined;
    for (let step = this.#waiting.shift(); step; step = this.#waiting.shift()) {
      step.show();
      const pause = step.isSpoken ? this.pause() : 0;
      if (pause > 0) {
        this.#timer = setTimeout(() => this.#showNext(), pause);
        return;
      }
    }
  }
}
