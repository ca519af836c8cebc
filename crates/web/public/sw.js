// Keeps the client on the device, so that it starts without a network. Pages and the interface of the server come from the
// network while there is one; the client's own files come from here and are renewed when a build changes them.
const CACHE = "damier-VERSION_OF_THIS_BUILD";
const FIRST = ["/", FILES_OF_THIS_BUILD];
const OURS = /\.(js|css|wasm|svg|txt|webmanifest|png)$/;

self.addEventListener("install", event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FIRST)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => {
  const old = names => Promise.all(names.filter(name => name !== CACHE).map(name => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => self.clients.claim()));
});

self.addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname === "/healthz") {
    // Without a server the page is told so, not alarmed.
    event.respondWith(fetch(request).catch(() => new Response(null, { status: 204 })));
  } else if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/")));
  } else if (OURS.test(url.pathname)) {
    event.respondWith(kept(request));
  }
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}
