/** Presses on a control that has only just appeared, moved or changed its meaning do not count: they were meant for what
    was there before. */

export const SETTLING = 300; // milliseconds

type Clock = () => number;

/** Since when each control has been where it is, meaning what it means. */
export class Settling<Control extends object> {
  readonly #seen = new WeakMap<Control, { readonly state: string; readonly since: number }>();

  constructor(private readonly clock: Clock) {}

  /** Note what a control means and where it is now. While an animation moves it, it does not settle. */
  note(control: Control, state: string, moving = false): void {
    if (moving || this.#seen.get(control)?.state !== state) this.#seen.set(control, { state, since: this.clock() });
  }

  /** Milliseconds until presses on it count; all of them for one that was never noted. */
  left(control: Control): number {
    const since = this.#seen.get(control)?.since ?? this.clock();
    return Math.max(0, since + SETTLING - this.clock());
  }
}

const LONG_PRESS = 1_000; // milliseconds: who holds a control so long has seen what it means
const GUARDED = "[data-guard] :is(button, a.button)";
const MEANING = ["aria-label", "aria-keyshortcuts", "data-meaning"]; // attributes that tell it, beside the text
const SETTLES = "data-settling"; // on a control whose presses do not count yet
const IGNORED = "data-ignored"; // on one that was pressed too early, for a moment

/** Guards the controls of a part of the page, for the pointer, the keyboard and whatever else clicks. */
export class PressGuard {
  readonly #settling: Settling<Element>;
  #part: HTMLElement | null = null;
  #pressed: { readonly control: Element; readonly at: number; readonly counts: boolean } | null = null; // with a pointer or a key

  constructor(private readonly clock: Clock = () => performance.now()) {
    this.#settling = new Settling(clock);
  }

  /** For `{@attach}`. */
  readonly attach = (part: HTMLElement): (() => void) => {
    const look = (): void => this.#look();
    this.#part = part;
    const changes = new MutationObserver(look);
    changes.observe(part, { childList: true, subtree: true, characterData: true, attributeFilter: MEANING });
    const sizes = new ResizeObserver(look);
    sizes.observe(part);
    const events = ["pointerdown", "keydown", "click"] as const;
    for (const event of events) part.addEventListener(event, this.#catch, { capture: true });
    look();
    return () => {
      this.#part = null;
      changes.disconnect();
      sizes.disconnect();
      for (const event of events) part.removeEventListener(event, this.#catch, { capture: true });
    };
  };

  /** Whether a press on a control counts now. One that does not leaves a mark on it, and can be repeated. */
  counts(control: Element): boolean {
    this.#look(); // something may have pushed it away unnoticed
    if (!control.matches(GUARDED) || this.#settling.left(control) === 0) return true;
    control.setAttribute(IGNORED, "");
    setTimeout(() => control.removeAttribute(IGNORED), SETTLING);
    return false;
  }

  #look(): void {
    const part = this.#part;
    for (const control of part?.querySelectorAll<HTMLElement>(GUARDED) ?? []) {
      this.#note(control);
      this.#mark(control);
    }
  }

  #note(control: HTMLElement): void {
    this.#settling.note(control, `${meaningOf(control)} ${placeOf(control, this.#part)}`, isMoving(control, this.#part));
  }

  #mark(control: HTMLElement): void {
    const left = this.#settling.left(control);
    if (left === 0) {
      control.removeAttribute(SETTLES);
    } else if (!control.hasAttribute(SETTLES)) {
      control.setAttribute(SETTLES, "");
      const again = (): void => {
        this.#note(control);
        const more = this.#settling.left(control);
        if (more === 0) control.removeAttribute(SETTLES);
        else setTimeout(again, more);
      };
      setTimeout(again, left);
    }
  }

  /** A press counts if it counted when it began, and still does when it is done. */
  readonly #catch = (event: Event): void => {
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

/** What a control does, as far as a person can tell. */
function meaningOf(control: HTMLElement): string {
  const { meaning } = control.dataset;
  return meaning ?? [control.ariaLabel ?? control.textContent, control.getAttribute("aria-keyshortcuts")].join(" ");
}

/** Whether an animation moves a control, as one moves a card that is dealt. A transition is the control's own answer to
    the pointer. */
function isMoving(control: HTMLElement, part: HTMLElement | null): boolean {
  for (let at: Element | null = control; at !== null && at !== part; at = at.parentElement)
    if (at.getAnimations().some((animation) => !(animation instanceof CSSTransition))) return true;
  return false;
}

/** Where a control is in a part of the page, however far that is scrolled. Animations do not change it. */
function placeOf(control: HTMLElement, part: HTMLElement | null): string {
  let left = 0;
  let top = 0;
  for (let at: Element | null = control; at instanceof HTMLElement && at !== part; at = at.offsetParent) {
    left += at.offsetLeft;
    top += at.offsetTop;
  }
  return `${left} ${top}`;
}
