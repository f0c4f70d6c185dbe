/** Whether the home page recommends a lesson. */

import { hasFinishedLesson } from "../lesson/lessonProgress";
import * as api from "../server/api";

/** Tell whether the visitor has finished no lesson and no match. Without an answer of the server, the visitor is none. */
export async function isBeginner(): Promise<boolean> {
  if (hasFinishedLesson()) return false;
  try {
    return (await api.finishedMatches()).matches.length === 0;
  } catch (error) {
    if (!(error instanceof api.ApiError)) throw error;
    return false;
  }
}
