/** The service worker: keeps the files that the build made, so that the page starts at once and can say that it is
 * offline. Nothing that the server tells of tables and people is ever kept. */

export {}; // a module of its own, whose names are no one else's

declare const self: ServiceWorkerGlobalScope;
/** Put here by the build: vite.config.ts. */
declare const BUILT: { readonly version: string; readonly files: readonly string[] };

const PREFIX = "truquero-";
const CACHE = PREFIX + BUILT.version;
const SHELL = "/";
const OWN = ["/favicon.svg", "/cards/back.svg"]; // what the page shows even when it can only say that it is offline
const PICTURES = /^\/(assets|cards|icons|suits)\/|^\/favicon\.svg$/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([SHELL, ...OWN, ...BUILT.files]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (PICTURES.test(pathname)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => shell()));
});

/** What the build made does not change under its cache's name: once fetched it is kept. */
async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The page of any address, for when the server cannot be reached; it will say so. */
async function shell(): Promise<Response> {
  return (await (await caches.open(CACHE)).match(SHELL)) ?? Response.error();
}
