import type { CallService } from "@dnstools/server/client/call";
import { createServiceClient } from "@dnstools/server/client/service-client";
import { tracedCall } from "@dnstools/server/trace/service-span";
import type { Parts } from "./parts.ts";
import { SERVICES, type Service } from "./targets.ts";
import { longestOf } from "./tool-deadlines.ts";
import { contractsOf } from "./tools.ts";

/**
 * Creates a client for a service that runs in other processes. /readyz shows the state of the service and, if it has
 * several processes, the state of each one.
 */
export async function openRemote(
  name: Service,
  { config, health, log, metrics, tracing }: Parts,
): Promise<CallService> {
  const urls = config[SERVICES[name].url];
  const { dependencies } = health;
  dependencies.set(name, "not_used_yet");
  const count = metrics.upstream(name);
  const many = urls.length > 1;
  if (many) for (const url of urls) dependencies.set(`${name} at ${url}`, "not_used_yet");
  const call = createServiceClient({
    urls,
    name,
    callMs: longestOf(await contractsOf(name), config),
    log,
    onCall(outcome, circuit, elapsedMs) {
      count(outcome, circuit, elapsedMs);
      if (outcome === "cancelled" || outcome === "retried") return;
      dependencies.set(name, outcome === "ok" ? "ok" : "failing");
    },
    onAddress(url, answers) {
      if (many) dependencies.set(`${name} at ${url}`, answers ? "ok" : "failing");
    },
  });
  return tracedCall(call, name, tracing);
}
