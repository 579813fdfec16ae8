import type { Net } from "@dnstools/net";
import { createService, type Service, type ServiceDeps } from "@dnstools/server/run/mount";
import { tools } from "./tools/index.ts";

/** The dns service: its tools. */
export function createDnsService(deps: ServiceDeps<Net>): Service {
  return createService("dns", tools, deps);
}
