/** For the button that is wanted next: it takes the focus, but not from somebody who is typing. */
export function takesFocus(button: HTMLElement): void {
  if (document.activeElement?.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
  button.focus({ preventScroll: true });
}

const CARDS = "ul button.held";
const MOVES = "[data-moves]";

/** Where the keyboard goes when what had it is gone, the best place first. */
const HOMES = {
  talk: ["#talk"],
  sheet: [".over button.main:enabled", CARDS, MOVES],
  move: [MOVES, `${CARDS}[aria-disabled=false]`],
  card: [CARDS, MOVES],
} as const;

/** The keyboard stays at the table when what was pressed there goes away or cannot be pressed any more: with the moves
    where one was made, at the first card where one was laid; until there is such a thing, at one's own place. It is not
    taken from anywhere else, and who points at something has left it. */
export function keepsFocus(stage: HTMLElement): () => void {
  const own = stage.querySelector<HTMLElement>("[data-own]");
  let left: keyof typeof HOMES | null = null; // what had it last, if it was here

  const keep = (): void => {
    if (left === null || !own || document.querySelector("dialog[open]")) return;
    const home = HOMES[left].map((place) => stage.querySelector<HTMLElement>(place)).find((found) => found !== null) ?? own;
    const now = document.activeElement;
    const isLost = now === null || now === document.body || now === own || now.matches(":disabled");
    if (isLost && now !== home) home.focus({ preventScroll: true });
  };
  const notice = (target: EventTarget | null): void => {
    if (!(target instanceof Element) || target === own) return;
    if (!stage.contains(target)) left = null;
    else left = target.closest("form") ? "talk" : target.closest(".over") ? "sheet" : target.closest(MOVES) ? "move" : "card";
  };
  const focused = ({ target }: Event): void => notice(target);
  const forget = (): void => {
    left = null;
  };
  // A key held down is pressed once: otherwise it would go on with whatever comes under it.
  const once = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  };
  notice(document.activeElement);
  const changes = new MutationObserver(keep);
  changes.observe(stage, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  stage.addEventListener("keydown", once);
  document.addEventListener("focusin", focused);
  document.addEventListener("pointerdown", forget, { capture: true });
  return () => {
    changes.disconnect();
    stage.removeEventListener("keydown", once);
    document.removeEventListener("focusin", focused);
    document.removeEventListener("pointerdown", forget, { capture: true });
  };
}
