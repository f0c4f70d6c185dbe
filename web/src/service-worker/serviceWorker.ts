/** The service worker. It caches the built files, so that the page starts at once and can report that it is offline. It
 * never caches answers of the server about tables and people. */

export {}; // makes this file a module, so that its names are not global

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build: vite.config.ts. */
declare const BUILT: { readonly version: string; readonly files: readonly string[] };

const PREFIX = "truquero-";
const CACHE = PREFIX + BUILT.version;
const PAGE = "/";
const OFFLINE_PICTURES = ["/favicon.svg", "/cards/back.svg"]; // needed for the offline message
const PICTURES = /^\/(assets|cards|gestures|icons|portraits|suits)\/|^\/favicon\.svg$/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([PAGE, ...OFFLINE_PICTURES, ...BUILT.files]))
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
  if (PICTURES.test(pathname)) event.respondWith(fromCache(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => cachedPage()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(String(event.notification.data)));
});

/** Show the open page of an address, or open it. */
async function showPage(address: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find(({ url }) => url === address);
  await (open ? open.focus() : self.clients.openWindow(address));
}

/** Answer from the cache, or from the network and cache the answer. The name of the cache changes with the files. */
async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Return the page, which reports that the server cannot be reached. */
async function cachedPage(): Promise<Response> {
  return (await (await caches.open(CACHE)).match(PAGE)) ?? Response.error();
}
