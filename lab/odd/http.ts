import { addressesOf } from "../plan/plan.ts";
import type { Host } from "../plan/shapes.ts";
import { endless } from "../registry/streams.ts";

/** Serves a body without end over HTTP, whatever is asked for. */
export function serveOddHttp(host: Host): void {
  for (const hostname of addressesOf(host)) {
    // Bun's own limit would end a slow reader's connection before its time.
    Bun.serve({
      hostname,
      port: 80,
      idleTimeout: 0,
      development: false,
      fetch: () => new Response(endless()),
    });
  }
}
