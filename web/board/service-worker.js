// Keeps the board usable without a network, and isolates its pages, so that an engine can be stopped during a search.
// The build adds the constants VERSION, the name of the folder with the files of this version, and FILES.

const PREFIX = `${registration.scope} `;
const CACHE = PREFIX + VERSION;
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

async function install() {
  const cache = await caches.open(CACHE);
  // The page may be older in the cache of the browser than its files.
  await cache.addAll([new Request("./", { cache: "no-cache" }), ...FILES]);
}

async function activate() {
  await clients.claim();
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  const isPage = request.mode === "navigate";
  // A page keeps its version while it is open. The only one gets the next version when it is loaded again.
  if (isPage && registration.waiting && (await clients.matchAll()).length < 2) {
    registration.waiting.postMessage("activate");
    return new Response("", { headers: { Refresh: "0" } });
  }
  const cached = await caches.match(isPage ? "./" : request, { cacheName: CACHE });
  const response = cached ?? (await fetch(request));
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", () => skipWaiting());
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
