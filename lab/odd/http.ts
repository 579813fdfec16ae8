import { addressesOf } from "../plan/plan.ts";
import type { Host } from "../plan/shapes.ts";
import { drip, endless } from "../registry/streams.ts";

/** What a web server says to who does not speak HTTP. */
export const BAD_REQUEST = `HTTP/1.1 400 Bad Request\r
content-type: text/plain\r
content-length: 12\r
connection: close\r
\r
Bad Request
`;

/** Serves a body without end over HTTP, whatever is asked for, and one byte a second at /drip. */
export function serveOddHttp(host: Host): void {
  for (const hostname of addressesOf(host)) {
    // Bun's own limit would end a slow reader's connection before its time.
    Bun.serve({
      hostname,
      port: 80,
      idleTimeout: 0,
      development: false,
      fetch: ({ url }) => new Response(url.endsWith("/drip") ? drip("x".repeat(600)) : endless()),
    });
  }
}
