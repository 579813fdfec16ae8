import type { NetEvent } from "@dnstools/core/net-event";
import { Elysia } from "elysia";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { createHostCheck } from "./host-check.ts";
import { APP_CONFIG, type HttpHandler, measured, problems } from "./http.ts";

/** Where a process is in its life. Ready only in the middle. */
export type Phase = "starting" | "ready" | "draining";

/** How a shared dependency did when it was last used. */
export type DependencyState = "not_used_yet" | "ok" | "failing";

/** What the health endpoints tell. */
export class Health {
  phase: Phase = "starting";
  /** Shared dependencies by name. They are listed and never make a process unready: all would leave at once. */
  readonly dependencies = new Map<string, DependencyState>();
  /** Whether one of our own resolvers is believed; an answer of others is no sign of health. */
  resolverTrusted = true;
  /** What an operator should know of how this process is set up. */
  readonly notes: string[] = [];
  /** What services show their operator, by path: HTML made when asked for. Filled before the handler is made. */
  readonly pages = new Map<string, () => string>();
}

/** Keeps what the network's work shows of shared dependencies. */
export function noteEvent(event: NetEvent, health: Health): void {
  if (event.kind === "egress_tried" && event.leads !== null)
    health.dependencies.set(event.what, event.leads ? "ok" : "failing");
  if (event.kind === "resolver_checked") {
    health.resolverTrusted = event.usable;
    health.dependencies.set("resolver", event.usable ? "ok" : "failing");
  }
  if (event.kind !== "dns_query" || event.upstream !== "recursor") return;
  const answered = event.outcome === "noerror" || event.outcome === "nxdomain";
  health.dependencies.set("resolver", answered && health.resolverTrusted ? "ok" : "failing");
}

/**
 * Answers on METRICS_PORT: `/livez`, `/readyz`, `/metrics` and services' pages. Never on the public port.
 * @param listener the address that is listened on (METRICS_HOST).
 */
export function createHealthHandler(
  health: Health,
  metrics: Metrics,
  log: Log,
  listener: string,
): HttpHandler {
  const check = createHostCheck({ listener });
  const app = new Elysia(APP_CONFIG).onRequest(({ request }) => check(request));
  app.use(problems({ log, allow: () => "GET, HEAD", routes: () => app.routes }));
  app.get("/livez", () => ({ status: "alive" }));
  app.get("/readyz", ({ set }) => {
    set.status = health.phase === "ready" ? 200 : 503;
    const { phase, dependencies, notes } = health;
    return { status: phase, dependencies: Object.fromEntries(dependencies), notes };
  });
  app.get("/metrics", async ({ set }) => {
    set.headers["content-type"] = metrics.registry.contentType;
    return metrics.render();
  });
  for (const [path, page] of health.pages) {
    app.get(path, ({ set }) => {
      set.headers["content-type"] = "text/html; charset=utf-8";
      return page();
    });
  }
  return measured(app, "health", { metrics, log });
}
