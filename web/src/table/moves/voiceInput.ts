/** Table talk by voice, where the browser has ears. Nothing is heard before somebody agrees to it. */

interface Heard {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>;
}

export interface Recognition {
  lang: string;
  onresult: ((event: Heard) => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
  start(): void;
  stop(): void;
}

type Maker = new () => Recognition;

/** What the browser hears with; undefined where it is deaf, as on a page that came unprotected over the network. */
export function ears(): Maker | undefined {
  if (!isSecureContext) return undefined;
  const here = globalThis as { SpeechRecognition?: Maker; webkitSpeechRecognition?: Maker };
  return here.SpeechRecognition ?? here.webkitSpeechRecognition;
}

const SPOKEN: { readonly [tongue: string]: string } = { es: "es-ES", pt: "pt-BR", ca: "ca-ES" };

/** What is listened for: the tongue of the place, whatever the language of the page, as the reader's country speaks it. */
export function spokenTag(tongue: string, tags: readonly string[]): string {
  return tags.find((tag) => tag.startsWith(`${tongue}-`)) ?? SPOKEN[tongue] ?? "es-ES";
}

/** Listens for one sentence. */
export function listen(maker: Maker, lang: string, heard: (words: string) => void, ended: () => void): Recognition {
  const recognition = new maker();
  recognition.lang = lang;
  recognition.onresult = ({ results }) => {
    const words = results[0]?.[0]?.transcript.trim();
    if (words) heard(words);
  };
  recognition.onend = ended;
  recognition.onerror = ended;
  recognition.start();
  return recognition;
}
