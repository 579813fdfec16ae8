import { addressesOf } from "../plan/plan.ts";
import type { Host } from "../plan/shapes.ts";
import { drip, endless } from "../registry/streams.ts";

/** The response of a web server to a client that does not speak HTTP. */
export const BAD_REQUEST = `HTTP/1.1 400 Bad Request\r
content-type: text/plain\r
content-length: 12\r
connection: close\r
\r
Bad Request
`;

/** Serves an endless body over HTTP at every path, and one byte per second at /drip. */
export function serveOddHttp(host: Host): void {
  for (const hostname of addressesOf(host)) {
    // Bun's own timeout would close a slow reader's connection too early.
    Bun.serve({
      hostname,
      port: 80,
      idleTimeout: 0,
      development: false,
      fetch: ({ url }) => new Response(url.endsWith("/drip") ? drip("x".repeat(600)) : endless()),
    });
  }
}
