/** Sounds of our own, made while the page runs: no file is fetched. Nothing is heard until somebody asks for sounds. */

import { sounds } from "../profile/soundSetting.svelte";
import { samplesOf, type Sound } from "./sounds";

const VOLUME = 0.6;

let speaker: AudioContext | undefined;
const made = new Map<Sound, AudioBuffer>();

/** Plays a sound, where sounds are on and the browser has any. */
export function play(sound: Sound): void {
  // A browser keeps a page silent until it is touched, and would then play everything at once.
  if (!sounds.on || !("AudioContext" in window) || !navigator.userActivation.hasBeenActive) return;
  speaker ??= new AudioContext();
  if (speaker.state !== "running") void speaker.resume(); // telephones put it to sleep
  const source = new AudioBufferSourceNode(speaker, { buffer: buffered(speaker, sound) });
  source.connect(new GainNode(speaker, { gain: VOLUME })).connect(speaker.destination);
  source.start();
}

function buffered({ sampleRate }: AudioContext, sound: Sound): AudioBuffer {
  const before = made.get(sound);
  if (before) return before;
  const samples = samplesOf(sound, sampleRate);
  const buffer = new AudioBuffer({ length: samples.length, sampleRate });
  buffer.copyToChannel(samples, 0);
  made.set(sound, buffer);
  return buffer;
}
