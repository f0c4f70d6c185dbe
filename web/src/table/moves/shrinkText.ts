/** Makes the text of a button smaller until it fits, because the size of the button is fixed. */

const SCALES = [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6];

/** For `{@attach}`: sets `--fit`, the factor by which the style of the button multiplies its font sizes. */
export function shrinkText(button: HTMLElement): () => void {
  const fit = (): void => {
    for (const scale of SCALES) {
      button.style.setProperty("--fit", String(scale));
      if (textFits(button)) return;
    }
  };
  fit();
  const sizes = new ResizeObserver(fit);
  sizes.observe(button);
  const texts = new MutationObserver(fit);
  texts.observe(button, { childList: true, characterData: true, subtree: true });
  return () => {
    sizes.disconnect();
    texts.disconnect();
  };
}

/** Return whether all texts are inside the button. The label of its shortcut extends over the edge and does not count. */
function textFits(button: HTMLElement): boolean {
  const texts = [...button.querySelectorAll<HTMLElement>(".words, .stakes")];
  const height = texts.reduce((sum, text) => sum + text.offsetHeight, 0);
  return height <= button.clientHeight && texts.every((text) => text.scrollWidth <= text.clientWidth);
}
