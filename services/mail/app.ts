import type { Net } from "@dnstools/net";
import { DnsblSchema, dnsbl } from "@dnstools/network/contracts";
import { createAsk } from "@dnstools/service/ask";
import type { Door } from "@dnstools/service/door";
import { createService, type ServiceDeps } from "@dnstools/service/mount";
import { tools } from "./tools/index.ts";

export type MailDeps = ServiceDeps<Net> & {
  /** The way to the network service, which knows the blocklists. */
  readonly network: Door;
};

/** The mail service: its tools over HTTP. */
export function createMailService(deps: MailDeps): Door {
  const ask = createAsk(deps.network, dnsbl, DnsblSchema);
  const io = { ...deps.io, reputationOf: (ip: string, signal: AbortSignal) => ask({ ip }, signal) };
  return createService("mail", tools, { ...deps, io });
}
