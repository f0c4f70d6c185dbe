/** A question to the player in the place of the moves: which call is meant, or whether to bet the whole game,
 * or whether to challenge. */

import type { MoveOption, TalkChoice } from "../../server/schema";
import type { Texts } from "../../texts/es";

export interface Answer {
  readonly words: string;
  readonly stakes: string;
  readonly choose: () => void;
}

export interface Question {
  readonly text: string;
  readonly answers: readonly Answer[];
  /** Whether it asks about a bet of the whole game, so that the visitor may choose not to be asked again. */
  readonly wholeGame: boolean;
}

type TalkTexts = Texts["table"]["talk"];

/** Return the question before a bet of the whole game. */
export function wholeGameQuestion({ words, code, stakes }: MoveOption, texts: TalkTexts, choose: () => void): Question {
  return { text: texts.wholeGame, answers: [{ words: words || code, stakes, choose }], wholeGame: true };
}

/** Return the question before a challenge, which costs points if it is wrong. */
export function challengeQuestion({ words, code, stakes }: MoveOption, texts: TalkTexts, choose: () => void): Question {
  return { text: texts.challenge, answers: [{ words: words || code, stakes, choose }], wholeGame: false };
}

/** Return the question that the server asks about words, which may also go to the chat. */
export function talkQuestion(
  text: string,
  choices: readonly TalkChoice[],
  texts: TalkTexts,
  say: (meaning: string) => void,
  chat: () => void,
): Question {
  const calls = choices.map(({ words, stakes, meaning }) => ({ words, stakes, choose: () => say(meaning) }));
  const wholeGame = choices.length === 1 && choices[0]?.ends_game === true;
  return { text, answers: [...calls, { words: texts.toChat, stakes: "", choose: chat }], wholeGame };
}
