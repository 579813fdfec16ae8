import type { NetEvent } from "@dnstools/core/net-event";
import { Elysia } from "elysia";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { createHostCheck } from "./host-check.ts";
import { APP_CONFIG, type HttpHandler, measured, problems } from "./http.ts";

/** The phase of a process's life; it accepts work only while `ready`. */
export type Phase = "starting" | "ready" | "draining";

/** The result of the last use of a shared dependency, such as the database. */
export type DependencyState = "not_used_yet" | "ok" | "failing";

/** The state that the health endpoints report. */
export class Health {
  phase: Phase = "starting";
  /**
   * States of shared dependencies by name. They are reported but never make a process unready, because otherwise all
   * processes would become unready at once.
   */
  readonly dependencies = new Map<string, DependencyState>();
  /** Notes for the operator about this process's configuration. */
  readonly notes: string[] = [];
  /**
   * Pages that services provide for the operator: functions that generate the HTML on request, by path. Pages must be
   * added before the handler is created.
   */
  readonly pages = new Map<string, () => string>();
}

/** Updates the state of shared dependencies from a network event. */
export function noteEvent(event: NetEvent, health: Health): void {
  if (event.kind === "host_tried")
    for (const [facet, verdict] of event.now)
      health.dependencies.set(facet, verdict === "ok" ? "ok" : "failing");
  // Only checks count: the outcome of a caller's query may be the fault of the domain.
  if (event.kind === "resolvers_checked")
    health.dependencies.set("resolver", event.usable ? "ok" : "failing");
}

/**
 * Creates the handler for METRICS_PORT: `/livez`, `/readyz`, `/metrics` and pages of services. These paths are never
 * served on the public port.
 * @param listener the address on which METRICS_PORT is opened (METRICS_HOST).
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
