/** How long the automatic replay shows a step. */

const STEP_TIME = 1_300; // milliseconds
const LETTER_TIME = 55; // milliseconds: a slow reader reads about 18 letters a second

/** Return the time of a step in milliseconds: a comment on it has to be read. */
export function timeOf(comment = ""): number {
  return STEP_TIME + LETTER_TIME * comment.length;
}
