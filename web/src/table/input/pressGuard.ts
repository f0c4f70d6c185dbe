/** Ignores presses on a control that has just appeared, moved or changed its meaning: they were meant for whatever was
 * there before. */

export const SETTLING_TIME = 300; // milliseconds

type Clock = () => number;

/** Remembers since when each control has had its position and meaning. */
export class SettlingTimes<Control extends object> {
  readonly #states = new WeakMap<Control, { readonly state: string; readonly since: number }>();

  constructor(private readonly clock: Clock) {}

  /** Note the meaning and position of a control. While an animation moves it, it does not settle. */
  note(control: Control, state: string, moving = false): void {
    if (moving || this.#states.get(control)?.state !== state) this.#states.set(control, { state, since: this.clock() });
  }

  /** Return the milliseconds until presses on a control count. An unknown control has the whole time left. */
  timeLeft(control: Control): number {
    const since = this.#states.get(control)?.since ?? this.clock();
    return Math.max(0, since + SETTLING_TIME - this.clock());
  }
}

const LONG_PRESS = 1_000; // milliseconds, long enough to see that the control has changed
const GUARDED = "[data-guard] :is(button, a.button)";
const MEANING = ["aria-label", "aria-keyshortcuts", "data-meaning"]; // attributes that describe a control, beside its text
const SETTLING = "data-settling"; // marks a control whose presses do not count yet
const IGNORED = "data-ignored"; // marks a control for a moment after an ignored press

/** Guards the controls of a part of the page against presses by pointer, keyboard and script. */
export class PressGuard {
  readonly #settling: SettlingTimes<Element>;
  #part: HTMLElement | null = null;
  #pressed: { readonly control: Element; readonly at: number; readonly counts: boolean } | null = null;

  constructor(private readonly clock: Clock = () => performance.now()) {
    this.#settling = new SettlingTimes(clock);
  }

  /** For `{@attach}`. */
  readonly attach = (part: HTMLElement): (() => void) => {
    const check = (): void => this.#checkControls();
    this.#part = part;
    const changes = new MutationObserver(check);
    changes.observe(part, { childList: true, subtree: true, characterData: true, attributeFilter: MEANING });
    const sizes = new ResizeObserver(check);
    sizes.observe(part);
    const events = ["pointerdown", "keydown", "click"] as const;
    for (const event of events) part.addEventListener(event, this.#onPress, { capture: true });
    check();
    return () => {
      this.#part = null;
      changes.disconnect();
      sizes.disconnect();
      for (const event of events) part.removeEventListener(event, this.#onPress, { capture: true });
    };
  };

  /** Return whether a press on a control counts now. If not, mark the control; the press can be repeated. */
  counts(control: Element): boolean {
    this.#checkControls(); // another element may have pushed it away without a change of its own
    if (!control.matches(GUARDED) || this.#settling.timeLeft(control) === 0) return true;
    control.setAttribute(IGNORED, "");
    setTimeout(() => control.removeAttribute(IGNORED), SETTLING_TIME);
    return false;
  }

  #checkControls(): void {
    const part = this.#part;
    for (const control of part?.querySelectorAll<HTMLElement>(GUARDED) ?? []) {
      this.#note(control);
      this.#mark(control);
    }
  }

  #note(control: HTMLElement): void {
    this.#settling.note(control, `${meaningOf(control)} ${positionOf(control, this.#part)}`, isMoving(control, this.#part));
  }

  #mark(control: HTMLElement): void {
    const remaining = this.#settling.timeLeft(control);
    if (remaining === 0) {
      control.removeAttribute(SETTLING);
    } else if (!control.hasAttribute(SETTLING)) {
      control.setAttribute(SETTLING, "");
      const checkAgain = (): void => {
        this.#note(control);
        const more = this.#settling.timeLeft(control);
        if (more === 0) control.removeAttribute(SETTLING);
        else setTimeout(checkAgain, more);
      };
      setTimeout(checkAgain, remaining);
    }
  }

  /** Stop a press that does not count. A click counts if it counted when it began and still does when it ends. */
  readonly #onPress = (event: Event): void => {
    const control = event.target instanceof Element ? event.target.closest(GUARDED) : null;
    if (control === null || (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ")) return;
    const began = this.#pressed?.control === control && this.clock() < this.#pressed.at + LONG_PRESS ? this.#pressed.counts : true;
    const counts = event.type === "click" ? began && this.counts(control) : this.counts(control);
    this.#pressed = event.type === "click" ? null : { control, at: this.clock(), counts };
    if (counts) return;
    event.stopPropagation();
    if (event.type !== "pointerdown") event.preventDefault();
  };
}

/** Return what a control does, as far as the player can tell. */
function meaningOf(control: HTMLElement): string {
  const { meaning } = control.dataset;
  return meaning ?? [control.ariaLabel ?? control.textContent, control.getAttribute("aria-keyshortcuts")].join(" ");
}

/** Return whether an animation moves a control, for example while cards are dealt. Transitions do not count: they are the
 * control's response to the pointer. */
function isMoving(control: HTMLElement, part: HTMLElement | null): boolean {
  for (let element: Element | null = control; element !== null && element !== part; element = element.parentElement)
    if (element.getAnimations().some((animation) => !(animation instanceof CSSTransition))) return true;
  return false;
}

/** Return the position of a control in a part of the page. Neither scrolling nor animations change it. */
function positionOf(control: HTMLElement, part: HTMLElement | null): string {
  let left = 0;
  let top = 0;
  for (let element: Element | null = control; element instanceof HTMLElement && element !== part; element = element.offsetParent) {
    left += element.offsetLeft;
    top += element.offsetTop;
  }
  return `${left} ${top}`;
}
