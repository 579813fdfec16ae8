import type { Net } from "@dnstools/net";
import { DnsblSchema, dnsbl } from "@dnstools/network/contracts";
import { createAsk } from "@dnstools/server/client/ask";
import type { CallService } from "@dnstools/server/client/call";
import { createService, type Service, type ServiceDeps } from "@dnstools/server/run/mount";
import { tools } from "./tools/index.ts";

/** Dependencies of the mail service. */
export type MailDeps = ServiceDeps<Net> & {
  /** Calls the network service, which queries the blocklists. */
  readonly network: CallService;
};

/** Creates the mail service with its tools; it queries blocklists through the network service. */
export function createMailService(deps: MailDeps): Service {
  const ask = createAsk(deps.network, dnsbl, DnsblSchema, deps.rules);
  const io = { ...deps.io, reputationOf: (ip: string, signal: AbortSignal) => ask({ ip }, signal) };
  return createService("mail", tools, { ...deps, io });
}
