/** Plays sounds that the page computes itself, so that no file is loaded. */

import { preferences } from "../profile/preferences.svelte";
import { samplesOf, type Sound } from "./sounds";

const VOLUME = 0.6;

let context: AudioContext | undefined;
const buffers = new Map<Sound, AudioBuffer>();

/** Play a sound if sounds are turned on and the browser supports them. */
export function play(sound: Sound): void {
  // Before the first input of the visitor the browser would queue all sounds and play them at once later.
  if (!preferences.sounds.on || !("AudioContext" in window) || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume(); // phones suspend it
  const source = new AudioBufferSourceNode(context, { buffer: bufferOf(context, sound) });
  source.connect(new GainNode(context, { gain: VOLUME })).connect(context.destination);
  source.start();
}

function bufferOf({ sampleRate }: AudioContext, sound: Sound): AudioBuffer {
  const existing = buffers.get(sound);
  if (existing) return existing;
  const samples = samplesOf(sound, sampleRate);
  const buffer = new AudioBuffer({ length: samples.length, sampleRate });
  buffer.copyToChannel(samples, 0);
  buffers.set(sound, buffer);
  return buffer;
}
