import { tmpdir } from "node:os";
import type { CallService } from "@dnstools/server/client/call";
import { createLog } from "@dnstools/server/log";
import { createMetrics } from "@dnstools/server/metrics/metrics";
import { TRACES_NOTHING } from "@dnstools/server/trace/tracing";
import { createGateway, type GatewayDeps } from "../app.ts";

/** A fake service that returns the shortest possible answer. */
export const answerTo: CallService = async ({ tool, input }) =>
  JSON.stringify({
    tool,
    query: input,
    summary: { status: "pass", text: "Nothing is wrong." },
    data: null,
    findings: [],
    evidence: null,
    links: { self: `/api/v1/${tool}`, report: null, docs: `/docs/${tool}`, related: [] },
    meta: {
      observedAt: "2026-11-23T00:00:00.000Z",
      elapsedMs: 1,
      deadlineMs: 1,
      cost: 1,
      version: "0",
      requestId: "abcdefgh-1",
      cache: { hit: false, ageS: 0 },
      environment: [],
    },
  });

/** Opens a gateway with a fake service. */
export function openGateway(service: CallService, more: Partial<GatewayDeps> = {}) {
  const metrics = createMetrics({ version: "0", revision: "r", target: "gateway" });
  const gateway = createGateway({
    services: { dns: service, network: service, cert: service, mail: service, analysis: service },
    peer: () => "192.0.2.1",
    trusted: [],
    rules: { allow: [], deny: { names: [], blocks: [] } },
    limit: { units: 1000, windowS: 86_400, gatewayCount: 1, redisUrl: "", storeDeadlineMs: 50 },
    keys: { databaseUrl: "", folder: tmpdir(), graceS: 0 },
    load: { capacity: 0, perCaller: 0, perTarget: 0, queueWaitMs: 1 },
    deadlines: {},
    listener: "127.0.0.1",
    reachesPrivate: false,
    corsOrigins: "*",
    version: "0",
    revision: "0",
    publicUrl: "",
    contact: "",
    log: createLog("error", {}, () => {}),
    metrics,
    tracing: TRACES_NOTHING,
    onState() {},
    ...more,
  });
  return { ...gateway, metrics };
}
