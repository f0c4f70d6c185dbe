/** The calls of the game, read aloud by the speech synthesis of the browser in the language of the game. */

import { preferences } from "../profile/preferences.svelte";

const RATE = 1.05; // times the usual speed: nobody drawls a truco

let waitsForVoices = false;

/** Read words aloud, if the visitor wants it and the browser has a voice for their language. */
export function speak(words: string, locale: string): void {
  if (!preferences.spokenCalls.on || !("speechSynthesis" in window)) return;
  const voices = speechSynthesis.getVoices();
  if (voices.length === 0) {
    whenVoicesLoad(() => speak(words, locale));
    return;
  }
  const voice = voiceFor(locale, voices);
  if (!voice) return;
  const utterance = new SpeechSynthesisUtterance(words);
  [utterance.voice, utterance.lang, utterance.rate] = [voice, voice.lang, RATE];
  speechSynthesis.speak(utterance);
}

/** Read nothing more: the visitor leaves the table. */
export function stopSpeaking(): void {
  if ("speechSynthesis" in window) speechSynthesis.cancel();
}

/** Browsers load their voices when they are first asked for them. Only the first words wait for that. */
function whenVoicesLoad(then: () => void): void {
  if (waitsForVoices) return;
  waitsForVoices = true;
  speechSynthesis.addEventListener("voiceschanged", then, { once: true });
}

/** Return the best voice for a locale: of its country, or else of its language, and rather one of this device. */
export function voiceFor(locale: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | undefined {
  const wanted = locale.toLowerCase();
  const tongue = wanted.split("-")[0];
  const fit = ({ lang, localService }: SpeechSynthesisVoice): number => {
    const spoken = lang.toLowerCase().replace("_", "-"); // Android writes es_AR
    if (spoken.split("-")[0] !== tongue) return 0;
    return 2 + (spoken === wanted ? 2 : 0) + (localService ? 1 : 0);
  };
  return voices.reduce<SpeechSynthesisVoice | undefined>((best, voice) => (fit(voice) > (best ? fit(best) : 0) ? voice : best), undefined);
}
