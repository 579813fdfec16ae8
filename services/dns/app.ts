import type { Net } from "@dnstools/net";
import { createService, type Service, type ServiceDeps } from "@dnstools/server/run/mount";
import { tools } from "./tools/index.ts";

/** Creates the dns service with its tools. */
export function createDnsService(deps: ServiceDeps<Net>): Service {
  return createService("dns", tools, deps);
}
