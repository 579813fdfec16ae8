import { tmpdir } from "node:os";
import { createGateway, type GatewayDeps } from "@dnstools/gateway";
import { createLog } from "@dnstools/server/log";
import { TRACES_NOTHING } from "@dnstools/server/trace/tracing";

/**
 * Creates a gateway with all its routes and with services that never answer, so that its routes and metrics can be
 * inspected.
 */
export function bareGateway(metrics: GatewayDeps["metrics"]) {
  const service = () => Promise.reject(new Error("this gateway has no services"));
  return createGateway({
    services: { dns: service, network: service, cert: service, mail: service, analysis: service },
    peer: () => null,
    trusted: [],
    rules: { allow: [], deny: { names: [], blocks: [] } },
    limit: { units: 60, windowS: 60, gatewayCount: 1, redisUrl: "", storeDeadlineMs: 50 },
    keys: { databaseUrl: "", folder: tmpdir(), graceS: 0 },
    load: { capacity: 0, perCaller: 0, perTarget: 0, queueWaitMs: 1 },
    deadlines: {},
    listener: null,
    reachesPrivate: false,
    corsOrigins: "*",
    version: "0",
    revision: "0",
    publicUrl: "",
    contact: "ops@example.net",
    log: createLog("error", {}),
    metrics,
    tracing: TRACES_NOTHING,
    onState() {},
  });
}
