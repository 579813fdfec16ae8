import { type Place, placeText } from "../endpoint.ts";
import type { EdgeConfig } from "../settings.ts";
import { createFirstToEnd } from "./certificate-time.ts";
import { createEdgeMetrics } from "./metrics.ts";
import { askStatus } from "./nginx-status.ts";

/** The running metrics server of the reverse proxy. */
export type MetricsServer = {
  readonly url: string;
  /** Address on which the server receives the log lines of nginx (PROXY_METRICS_LOG); null if there is none. */
  readonly lines: Place | null;
  readonly stop: () => Promise<void>;
};

/** Receives the log lines of nginx, and serves `/metrics` and `/livez`. Rejects if an address is already in use. */
export async function serveMetrics(config: EdgeConfig): Promise<MetricsServer> {
  const metrics = createEdgeMetrics();
  const firstToEnd = createFirstToEnd(config.PROXY_CERTIFICATES);
  const { PROXY_METRICS_LOG: place, PROXY_STATUS } = config;
  const data = (_: unknown, bytes: Buffer) => metrics.take(bytes.toString());
  const socket = place === null ? null : await Bun.udpSocket({ ...place, socket: { data } });
  const serve = () =>
    Bun.serve({
      ...config.PROXY_METRICS,
      reusePort: false,
      development: false,
      routes: {
        "/livez": () => Response.json({ status: "alive" }),
        "/metrics": async () =>
          new Response(await metrics.render(await askStatus(PROXY_STATUS), firstToEnd()), {
            headers: { "content-type": metrics.registry.contentType },
          }),
      },
      fetch: () => new Response(null, { status: 404 }),
    });
  let server: ReturnType<typeof serve>;
  try {
    server = serve();
  } catch (error) {
    // Closes the log socket, because an open socket would keep the process alive.
    socket?.close();
    throw error;
  }
  return {
    url: `http://${placeText({ ...config.PROXY_METRICS, port: server.port ?? 0 })}`,
    lines: place === null || socket === null ? null : { hostname: place.hostname, port: socket.port },
    async stop() {
      socket?.close();
      await server.stop(true);
    },
  };
}
