/** For the button that is wanted next: it takes the focus, but not from somebody who is typing. */
export function takesFocus(button: HTMLElement): void {
  if (document.activeElement?.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
  button.focus({ preventScroll: true });
}
