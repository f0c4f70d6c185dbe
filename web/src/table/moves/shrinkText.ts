/** The text of a button of fixed size: it gets smaller until it fits. */

const SCALES = [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6];

/** For `{@attach}`: sets `--fit`, by which the style of the button's texts multiplies their size. */
export function fitsText(button: HTMLElement): () => void {
  const fit = (): void => {
    for (const scale of SCALES) {
      button.style.setProperty("--fit", String(scale));
      if (holds(button)) return;
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

/** Whether all texts are inside; the mark of a key stands over the edge. */
function holds(button: HTMLElement): boolean {
  const texts = [...button.querySelectorAll<HTMLElement>(".words, .stakes")];
  const height = texts.reduce((sum, text) => sum + text.offsetHeight, 0);
  return height <= button.clientHeight && texts.every((text) => text.scrollWidth <= text.clientWidth);
}
