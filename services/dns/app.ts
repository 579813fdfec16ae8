import type { Net } from "@dnstools/net";
import type { Door } from "@dnstools/service/door";
import { createService, type ServiceDeps } from "@dnstools/service/mount";
import { tools } from "./tools/index.ts";

/** The dns service: its tools over HTTP. */
export function createDnsService(deps: ServiceDeps<Net>): Door {
  return createService("dns", tools, deps);
}
