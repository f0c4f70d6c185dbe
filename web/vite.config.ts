import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds a server: `truquero serve`. */
const SERVER = "127.0.0.1:8000";

const WORKER = "sw";

export default defineConfig({
  plugins: [svelte(), toldToTheWorker()],
  build: {
    outDir: "../src/truquero/server/page",
    emptyOutDir: true,
    target: ["chrome123", "firefox128", "safari17.5"],
    assetsInlineLimit: 0, // the content security policy knows no data: addresses
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", [WORKER]: "src/service-worker/serviceWorker.ts" },
      output: {
        // A worker may only look after what lies beside it or below: it stands at the top, under a name that stays.
        entryFileNames: ({ name }) => (name === WORKER ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { proxy: { "/api": { target: `http://${SERVER}`, ws: true } } },
  // However busy the machine is: a timeout only fails a test that hangs.
  // One worker for all files: starting one for each costs more than the tests.
  test: {
    include: ["src/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "threads",
    isolate: false,
    unstubGlobals: true, // what a test puts in their place is gone before the next
    maxWorkers: 1,
  },
});

/** Tells the service worker which files there are, and a version that changes with any of them. */
function toldToTheWorker(): Plugin {
  return {
    name: "told-to-the-worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const worker = bundle[`${WORKER}.js`];
      if (worker?.type !== "chunk") throw new Error("the service worker was not built");
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .sort();
      const version = createHash("sha256").update(files.join());
      for (const path of [...pictures("public"), "index.html"]) version.update(path).update(readFileSync(path));
      const told = { version: version.digest("hex").slice(0, 12), files: files.map((name) => `/${name}`) };
      worker.code = `const BUILT = ${JSON.stringify(told)};\n${worker.code}`;
    },
  };
}

function pictures(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
