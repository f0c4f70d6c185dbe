#!/usr/bin/env node
// Gallardo: a bold player that bluffs, makes señas and challenges, and bluffs more often while it works. A complete
// program in the bot protocol of Truquero, for Node.js.
//
//     truquero play argentino --players 2 --bots "exec:node examples/bots/gallardo.mjs"
//     truquero bot-protocol --check "node examples/bots/gallardo.mjs"

import { createInterface } from "node:readline";

const LEAST = 0.05, MOST = 0.3; // how often it calls or accepts with any cards

// Return a generator of random numbers that depends only on the seed, so that matches can be repeated (mulberry32).
function chances(seed) {
  let state = 0;
  for (const letter of seed) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

let bluff = 0.15;
let chance = chances("");
let rules = null;

// Return the share of the pack that a card beats.
function share(view, card) {
  const heights = Object.values(view.strengths);
  return heights.filter((height) => height < view.strengths[card]).length / heights.length;
}

// Return the share of the pack that the best own card beats, with the cards already played.
function best(view) {
  const laid = view.table.filter((one) => one.seat === view.seat).map((one) => one.card);
  return Math.max(0, ...[...view.cards, ...laid].filter(Boolean).map((card) => share(view, card)));
}

function isGood(view) {
  if (chance() < bluff) return true;
  if (view.state.waits === "envido") return (view.points.envido ?? 0) >= 25;
  return best(view) >= 0.75;
}

function choose(view, moves) {
  const pick = (...codes) => codes.find((code) => moves.includes(code));
  const sung = pick("flor", "contraflor");
  if (sung) return sung;
  if (moves.includes("quiero")) {
    if (!isGood(view)) return pick("no-quiero", "quiero");
    const raise = rules.truco.find((call) => moves.includes(call));
    return raise && chance() < bluff ? raise : "quiero";
  }
  const call = pick("envido", ...rules.truco);
  if (call && view.setting !== "decided" && isGood(view)) return call;
  const cards = moves.filter((move) => move in view.strengths);
  if (cards.length) return cards.reduce((one, other) => (view.strengths[other] > view.strengths[one] ? other : one));
  return pick(String(view.points.envido), "son-buenas", "mira", "acepta-carta", "al-resto", "guena") ?? moves[0];
}

const answers = {
  start(message) {
    rules = message.rules;
    chance = chances(message.seed);
    return { type: "ready", name: "Gallardo", signs: true, watch: true, claims: true, results: true };
  },
  turn({ view, moves, may_pass }) {
    return { move: may_pass && chance() < 0.5 ? null : choose(view, moves) };
  },
  sign({ moves }) {
    return { move: chance() < 0.2 ? moves[Math.floor(chance() * moves.length)] : null };
  },
  watch({ view, seats }) {
    const rivals = seats.filter((seat) => view.rivals.includes(seat));
    return { watch: rivals.length ? rivals[Math.floor(chance() * rivals.length)] : null };
  },
  claim({ moves }) {
    return { move: chance() < 0.1 ? moves[0] : null };
  },
  result({ view }) {
    const own = view.players === 3 ? String(view.seat) : view.seat % 2 ? "A" : "B";
    for (const { kind, why, side } of view.events) {
      if (kind === "award" && why === "refused" && side === own) bluff = Math.min(MOST, bluff + 0.02);
      if (kind === "award" && why === "won" && side !== own) bluff = Math.max(LEAST, bluff - 0.01);
    }
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "end") break;
  const answer = answers[message.type](message);
  if (answer) process.stdout.write(JSON.stringify(answer) + "\n"); // a result is not answered
}
