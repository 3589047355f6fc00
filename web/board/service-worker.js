// Keeps the board usable without a network.
// The build adds the constants VERSION, the name of the folder with the files of this version, and FILES.

const PREFIX = `${registration.scope} `;
const CACHE = PREFIX + VERSION;

async function install() {
  const cache = await caches.open(CACHE);
  const keep = async (request) => {
    const response = await fetch(request);
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    await cache.put(request, response);
  };
  // The page may be older in the cache of the browser than its files.
  await Promise.all([new Request("./", { cache: "no-cache" }), ...FILES].map(keep));
  await skipWaiting();
}

async function activate() {
  await clients.claim();
  // Open pages may still need the files of the version before.
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** Whether a request is for the page of the board. Other pages may lie below its folder. */
function isPage({ mode, url }) {
  const { origin, pathname } = new URL(url);
  const scope = registration.scope;
  return mode === "navigate" && [scope, `${scope}index.html`].includes(origin + pathname);
}

async function answer(request) {
  const cached = isPage(request) ? await caches.match("./", { cacheName: CACHE }) : await caches.match(request);
  return cached ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const isOwn = url.startsWith(registration.scope) && (mode !== "navigate" || isPage(event.request));
  if (method === "GET" && isOwn) event.respondWith(answer(event.request));
});
