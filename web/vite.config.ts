import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The address of `truquero serve`, to which `npm run dev` sends requests. */
const SERVER = "127.0.0.1:8000";

const WORKER = "sw";

export default defineConfig({
  plugins: [svelte(), serviceWorkerFiles()],
  build: {
    outDir: "../src/truquero/server/page",
    emptyOutDir: true,
    target: ["chrome123", "firefox128", "safari17.5"],
    assetsInlineLimit: 0, // the content security policy forbids data: addresses
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", [WORKER]: "src/service-worker/serviceWorker.ts" },
      output: {
        // The scope of a service worker is its folder, so it is at the top. Its name never changes.
        entryFileNames: ({ name }) => (name === WORKER ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: { proxy: { "/api": { target: `http://${SERVER}`, ws: true } } },
  // Timeouts are long, so that they fail only tests that hang. All files share one worker, because starting a worker takes
  // longer than the tests.
  test: {
    include: ["src/**/*.test.ts"],
    css: true, // a test reads the colours
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "threads",
    isolate: false,
    unstubGlobals: true, // before each test
    maxWorkers: 1,
  },
});

/** Insert the list of the built files into the service worker, with a version that changes with any of them. */
function serviceWorkerFiles(): Plugin {
  return {
    name: "service-worker-files",
    apply: "build",
    generateBundle(_options, bundle) {
      const worker = bundle[`${WORKER}.js`];
      if (worker?.type !== "chunk") throw new Error("the service worker was not built");
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .sort();
      const version = createHash("sha256").update(files.join());
      for (const path of [...pictures("public"), "index.html"]) version.update(path).update(readFileSync(path));
      const built = { version: version.digest("hex").slice(0, 12), files: files.map((name) => `/${name}`) };
      worker.code = `const BUILT = ${JSON.stringify(built)};\n${worker.code}`;
    },
  };
}

function pictures(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
