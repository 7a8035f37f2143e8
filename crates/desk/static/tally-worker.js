// Serves the page of a tally again where the network is away. It holds nothing but that page and its files.

const STORE = "kaissa-tally-1";
const isTally = (url) => /^\/board\/\d+\/tally$/.test(url.pathname);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const keep = (event.data?.keep ?? []).filter((address) => {
    const url = new URL(address, location.origin);
    return url.origin === location.origin && (isTally(url) || url.pathname.startsWith("/static/"));
  });
  event.waitUntil(caches.open(STORE).then((store) => Promise.all(keep.map(async (address) => {
    const reply = await fetch(address).catch(() => null);
    if (reply?.ok && !reply.redirected) await store.put(address, reply);
  }))));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && isTally(url)) event.respondWith(page(event.request, url));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(event.request));
});

/** The page of now; where there is no network, the one that was kept. */
async function page(request, url) {
  const store = await caches.open(STORE);
  const address = url.origin + url.pathname;
  try {
    const reply = await fetch(request);
    if (reply.ok && !reply.redirected) await store.put(address, reply.clone());
    // Whoever is signed out sees nothing of before.
    else await store.delete(address);
    return reply;
  } catch (away) {
    const kept = await store.match(address);
    if (kept) return kept;
    throw away;
  }
}

/** A file with its checksum never changes; one without is asked for first. */
async function file(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request);
  if (kept && new URL(request.url).searchParams.has("v")) return kept;
  try {
    const reply = await fetch(request);
    if (reply.ok) await store.put(request, reply.clone());
    return reply;
  } catch (away) {
    if (kept) return kept;
    throw away;
  }
}
