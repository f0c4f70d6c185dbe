import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { preferences } from "../profile/preferences.svelte";
import { speak, stopSpeaking, voiceFor } from "./speech";

interface Utterance {
  readonly words: string;
  lang: string;
}

const voice = (lang: string, localService = true): SpeechSynthesisVoice => ({ lang, localService }) as SpeechSynthesisVoice;
let spoken: Utterance[];

/** Let the browser have a speech synthesis with some voices. */
function haveVoices(...langs: string[]): void {
  const synthesis = {
    getVoices: () => langs.map((lang) => voice(lang)),
    speak: (utterance: Utterance) => spoken.push(utterance),
    addEventListener: () => undefined,
  };
  vi.stubGlobal("window", { speechSynthesis: synthesis });
  vi.stubGlobal("speechSynthesis", synthesis);
}

beforeEach(() => {
  spoken = [];
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("SpeechSynthesisUtterance", class {
    lang = "";
    constructor(readonly words: string) {}
  });
  preferences.spokenCalls.choose(true);
});

afterEach(() => vi.unstubAllGlobals());

test("the calls are read in the language and the country of the game", () => {
  haveVoices("en-US", "es-ES", "es-AR", "pt-BR");
  speak("¡Truco!", "es-AR");
  expect(spoken).toMatchObject([{ words: "¡Truco!", lang: "es-AR" }]);
});

test("another country of the language is better than silence, and silence better than another language", () => {
  expect(voiceFor("es-UY", [voice("pt-BR"), voice("es_MX")])?.lang).toBe("es_MX");
  expect(voiceFor("ca-ES", [voice("es-ES"), voice("pt-PT")])).toBeUndefined();
});

test("a voice of this device is preferred to one of a service", () => {
  expect(voiceFor("es-ES", [voice("es-ES", false), voice("es-ES")])?.localService).toBe(true);
});

test("nothing is read without a voice, or if the visitor has not asked for it", () => {
  haveVoices("en-US");
  speak("Truco", "pt-BR");
  haveVoices("pt-BR");
  preferences.spokenCalls.choose(false);
  speak("Truco", "pt-BR");
  expect(spoken).toEqual([]);
});

test("a browser without speech synthesis stays silent", () => {
  vi.stubGlobal("window", {});
  expect(() => speak("Truco", "pt-BR")).not.toThrow();
  expect(stopSpeaking).not.toThrow();
});
