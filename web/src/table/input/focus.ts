/** Keeps the keyboard focus at the table when the focused control disappears or is disabled. The focus never moves to a
 * card or a move by itself, because Enter would then make a move that the player did not choose. */

const MOVES = "[data-moves]";
const PLAYER_AREA = "[data-own]"; // has the focus if no better element exists
const ROW = "li[tabindex]"; // a row of a list, which stays when its controls change

/** Elements that get the focus, the best first, by the kind of the control that had it. */
const FALLBACKS = {
  talk: ["#talk", PLAYER_AREA],
  overlay: [".overlay-area button.primary:enabled", PLAYER_AREA],
  move: [MOVES, PLAYER_AREA],
  card: [PLAYER_AREA],
} as const;

/** Focus a button, for example the one to continue, unless somebody is typing or a dialog is open. */
export function takeFocus(button: HTMLElement): void {
  if (document.activeElement?.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
  button.focus({ preventScroll: true });
}

/** For `{@attach}`: keep the focus at the moves after a move, and otherwise in the player's area. */
export function keepFocusAtTable(stage: HTMLElement): () => void {
  return keepFocus(stage, (focused) => {
    const kind = focused.closest("form:has(#talk)") ? "talk" : focused.closest(".overlay-area") ? "overlay" : focused.closest(MOVES) ? "move" : "card";
    return () => FALLBACKS[kind].map((selector) => stage.querySelector<HTMLElement>(selector)).find((element) => element !== null);
  });
}

/** For `{@attach}`: keep the focus in a panel, which must be focusable itself. */
export function keepFocusInPanel(panel: HTMLElement): () => void {
  return keepFocus(panel, () => () => panel);
}

type FindFallback = () => HTMLElement | undefined;

/** Restore a lost focus inside `part`: to the row of the control, otherwise to the element that `fallbackOf` finds. A
 * focus that moves elsewhere, or that the visitor leaves with the pointer, is not restored. */
function keepFocus(part: HTMLElement, fallbackOf: (focused: Element) => FindFallback): () => void {
  let findFallback: FindFallback | null = null; // null if the focus was last outside

  const restore = (): void => {
    const dialog = document.querySelector("dialog[open]");
    if (findFallback === null || (dialog && !dialog.contains(part))) return;
    const now = document.activeElement;
    const isLost = now === null || now === document.body || now.matches(`${PLAYER_AREA}, :disabled`);
    const fallback = isLost ? findFallback() : undefined;
    if (fallback !== now) fallback?.focus({ preventScroll: true });
  };
  const noteFocus = (target: EventTarget | null): void => {
    if (!(target instanceof Element) || target.matches(PLAYER_AREA)) return;
    const row = target.closest<HTMLElement>(ROW);
    const otherwise = fallbackOf(target);
    findFallback = part.contains(target) ? () => (row?.isConnected ? row : otherwise()) : null;
  };
  const onFocusIn = ({ target }: Event): void => noteFocus(target);
  const onPointerDown = (): void => {
    findFallback = null;
  };
  // Ignore repetitions while Enter is held down: they would press whatever control comes next.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  };
  noteFocus(document.activeElement);
  const changes = new MutationObserver(restore);
  changes.observe(part, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  part.addEventListener("keydown", onKeyDown);
  document.addEventListener("focusin", onFocusIn);
  document.addEventListener("pointerdown", onPointerDown, { capture: true });
  return () => {
    changes.disconnect();
    part.removeEventListener("keydown", onKeyDown);
    document.removeEventListener("focusin", onFocusIn);
    document.removeEventListener("pointerdown", onPointerDown, { capture: true });
  };
}
