// Serves a folder as a static host does, below a path.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/**
 * Starts a server. `headersOf` gives more headers for a prefix of paths; without any headers, the prefix does not exist.
 * @param {URL} folder @param {Record<string, Record<string, string>>} prefixes headers by the first part of the path
 */
export async function serve(folder, prefixes) {
  const compressed = new Map();
  async function read(path) {
    const file = path.endsWith("/") ? `${path}index.html` : path;
    if (!compressed.has(file)) {
      const content = await readFile(new URL(file, folder)).catch(() => null);
      compressed.set(file, content && gzipSync(content, { level: 9 }));
    }
    return { type: TYPES[extname(file)] ?? "text/plain", content: compressed.get(file) };
  }
  const server = createServer(async ({ url }, response) => {
    const [, prefix, path] = /^\/([^/]*)\/([^?]*)/.exec(url) ?? [];
    const isKnown = Object.hasOwn(prefixes, prefix);
    const { type, content } = isKnown ? await read(`./${path}`) : {};
    const headers = { "Content-Type": type ?? "text/plain", "Cache-Control": "max-age=600", ...prefixes[prefix] };
    response.writeHead(content ? 200 : 404, content ? { ...headers, "Content-Encoding": "gzip" } : headers);
    response.end(content ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close: () => (server.close(), server.closeAllConnections()),
  };
}
