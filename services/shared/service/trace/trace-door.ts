import type { Door } from "../door.ts";
import { readTraceparent, TRACEPARENT, writeTraceparent } from "./context.ts";
import { epochMs, openBelow } from "./span.ts";
import type { Tracing } from "./tracing.ts";

/** A door whose calls are spans of their own, below the span that a request names, so that time on the way is seen. */
export function traceDoor(door: Door, service: string, tracing: Tracing): Door {
  if (!tracing.exports) return door;
  return async (request) => {
    const parent = readTraceparent(request.headers.get(TRACEPARENT));
    if (parent === null || !parent.sampled) return door(request);
    const span = openBelow(parent);
    request.headers.set(TRACEPARENT, writeTraceparent(span.context));
    const start = performance.now();
    const response = await door(request);
    const { status } = response;
    tracing.record({
      ...span,
      kind: "client",
      name: `call ${service}`,
      startMs: epochMs(start),
      endMs: epochMs(performance.now()),
      attributes: {
        "http.request.method": request.method,
        "http.response.status_code": status,
        "peer.service": service,
        ...(status >= 400 ? { "error.type": String(status) } : {}),
      },
      failed: status >= 400,
    });
    return response;
  };
}
