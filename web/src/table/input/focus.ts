/** For the button that is wanted next: it takes the focus, but not from somebody who is typing. */
export function takesFocus(button: HTMLElement): void {
  if (document.activeElement?.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
  button.focus({ preventScroll: true });
}

const MOVES = "[data-moves]";
const OWN = "[data-own]"; // where the keyboard waits until there is something better
const ROW = "li[tabindex]"; // of a list: what can be done in it changes, and it stays

/** Where the keyboard goes when what had it is gone, the best place first. */
const HOMES = {
  talk: ["#talk", OWN],
  sheet: [".over button.main:enabled", OWN],
  move: [MOVES, OWN],
  card: [OWN],
} as const;

/** The keyboard stays at the table when what was pressed there goes away or cannot be pressed any more: with the moves
    where one was made, otherwise at one's own place. It never comes to a card or a move by itself, where Enter would
    make one that nobody has chosen. */
export function keepsFocus(stage: HTMLElement): () => void {
  return keeps(stage, (had) => {
    const left = had.closest("form:has(#talk)") ? "talk" : had.closest(".over") ? "sheet" : had.closest(MOVES) ? "move" : "card";
    return () => HOMES[left].map((place) => stage.querySelector<HTMLElement>(place)).find((found) => found !== null);
  });
}

/** The same for a panel that can have the keyboard itself. */
export function keepsFocusHere(panel: HTMLElement): () => void {
  return keeps(panel, () => () => panel);
}

type Home = () => HTMLElement | undefined;

/** Looks after the keyboard in a part of the page: when it is lost it goes to the same row, and where that is gone as
    well to what `homeOf` said when it came. It is not taken from anywhere else, and who points at something has left it. */
function keeps(part: HTMLElement, homeOf: (had: Element) => Home): () => void {
  let home: Home | null = null; // of what had it last, if that was here

  const keep = (): void => {
    const dialog = document.querySelector("dialog[open]");
    if (home === null || (dialog && !dialog.contains(part))) return;
    const now = document.activeElement;
    const isLost = now === null || now === document.body || now.matches(`${OWN}, :disabled`);
    const place = isLost ? home() : undefined;
    if (place !== now) place?.focus({ preventScroll: true });
  };
  const notice = (target: EventTarget | null): void => {
    if (!(target instanceof Element) || target.matches(OWN)) return;
    const row = target.closest<HTMLElement>(ROW);
    const other = homeOf(target);
    home = part.contains(target) ? () => (row?.isConnected ? row : other()) : null;
  };
  const focused = ({ target }: Event): void => notice(target);
  const forget = (): void => {
    home = null;
  };
  // A key held down is pressed once: otherwise it would go on with whatever comes under it.
  const once = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  };
  notice(document.activeElement);
  const changes = new MutationObserver(keep);
  changes.observe(part, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  part.addEventListener("keydown", once);
  document.addEventListener("focusin", focused);
  document.addEventListener("pointerdown", forget, { capture: true });
  return () => {
    changes.disconnect();
    part.removeEventListener("keydown", once);
    document.removeEventListener("focusin", focused);
    document.removeEventListener("pointerdown", forget, { capture: true });
  };
}
