/** Table talk by voice, if the browser recognizes speech. The page listens only after the visitor agrees. */

interface RecognitionEvent {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>;
}

export interface Recognition {
  lang: string;
  onresult: ((event: RecognitionEvent) => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
  start(): void;
  stop(): void;
}

type RecognitionClass = new () => Recognition;

/** Return the speech recognition of the browser; undefined if there is none, or if the page came over plain HTTP. */
export function recognitionClass(): RecognitionClass | undefined {
  if (!isSecureContext) return undefined;
  const scope = globalThis as { SpeechRecognition?: RecognitionClass; webkitSpeechRecognition?: RecognitionClass };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

const DEFAULT_TAGS: { readonly [language: string]: string } = { es: "es-ES", "es-AR": "es-AR", pt: "pt-BR", ca: "ca-ES" };

/** Return the tag of the language in which a variant is played, in the visitor's country if possible. */
export function recognitionLanguage(tongue: string, tags: readonly string[]): string {
  const language = tongue.split("-")[0] ?? "";
  return tags.find((tag) => tag.startsWith(`${language}-`)) ?? DEFAULT_TAGS[tongue] ?? "es-ES";
}

/** Listen for one sentence. */
export function listen(recognizer: RecognitionClass, lang: string, onWords: (words: string) => void, onEnd: () => void): Recognition {
  const recognition = new recognizer();
  recognition.lang = lang;
  recognition.onresult = ({ results }) => {
    const words = results[0]?.[0]?.transcript.trim();
    if (words) onWords(words);
  };
  recognition.onend = onEnd;
  recognition.onerror = onEnd;
  recognition.start();
  return recognition;
}
