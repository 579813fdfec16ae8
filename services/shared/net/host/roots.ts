import type { Facet, FacetVerdict } from "@dnstools/core/net-event";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { DnsClient } from "../dns/client.ts";
import type { Exchange } from "../exchange.ts";
import { ROOT_ZONE } from "../lookup/root-zone.ts";
import { serversOf } from "../lookup/zone.ts";
import type { FacetResult } from "./facets.ts";

type Family = "ipv4" | "ipv6";

/** Number of root servers that are queried over each family. */
const SERVERS = 2;

/**
 * The question to root servers. They answer with a referral, with the DS record of org and its signature, whereas every
 * other server that answers in their place has the record itself.
 */
const QUESTION = { name: "org", type: "SOA" };

/** The time for which a root server's signature is valid, in seconds since 1970, and the exchange that shows it. */
export type SignedTime = {
  readonly from: number;
  readonly until: number;
  readonly evidence: FacetResult["evidence"];
};

/** The results of the trials of port 53, and the signatures that the root servers sent. */
export type RootTrials = {
  readonly results: ReadonlyMap<Facet, FacetResult>;
  readonly signatures: readonly SignedTime[];
};

/** Queries root servers over both families and both transports, and returns what port 53 lets through. */
export async function tryRoots(dns: Pick<DnsClient, "ask">, signal: AbortSignal): Promise<RootTrials> {
  const results = new Map<Facet, FacetResult>();
  const signatures: SignedTime[] = [];
  const tryOne = async (family: Family, transport: "udp" | "tcp") => {
    const servers = serversOf(ROOT_ZONE)
      .filter(({ address }) => address.includes(":") === (family === "ipv6"))
      .slice(-SERVERS);
    const exchanges = await Promise.all(
      servers.map((server) => dns.ask(server, QUESTION, signal, { dnssec: true, tcp: transport === "tcp" })),
    );
    const result = best(exchanges);
    if (result !== null) results.set(`${transport}_53_${family}`, result);
    for (const { outcome, evidence } of exchanges)
      if (outcome.kind === "present" && isOfRoot(outcome.value))
        for (const { data } of outcome.value.authorities.filter(isSignature))
          signatures.push({ from: data.inception, until: data.expiration, evidence });
  };
  const families: readonly Family[] = ["ipv4", "ipv6"];
  await Promise.all(families.flatMap((family) => [tryOne(family, "udp"), tryOne(family, "tcp")]));
  for (const family of families) {
    const udp = results.get(`udp_53_${family}`);
    // Bun reports a missing route for TCP as a refused connection.
    if (udp?.verdict === "unrouted") results.set(`tcp_53_${family}`, udp);
  }
  return { results, signatures };
}

/**
 * The verdicts by how much they show: one answer of a root server shows that others get through, and packets are
 * blocked only if all are.
 */
const TELLING: readonly FacetVerdict[] = ["ok", "intercepted", "firewall", "unrouted", "blocked"];

/** Returns the most telling verdict; null if an exchange that could not be made may have shown another one. */
function best(exchanges: readonly Exchange<DnsReply>[]): FacetResult | null {
  const results = exchanges.map(({ outcome, evidence }) => {
    const verdict = verdictOf({ outcome, evidence });
    return verdict === null ? null : { verdict, evidence: { ...evidence, reason: null } };
  });
  const found = TELLING.map((verdict) => results.find((one) => one?.verdict === verdict)).find(
    (one) => one !== undefined,
  );
  return found == null || (found.verdict === "blocked" && results.includes(null)) ? null : found;
}

function verdictOf({ outcome, evidence }: Exchange<DnsReply>): FacetVerdict | null {
  // A root server refers to the servers of org and never recurses, so any other answer comes from another server.
  if (outcome.kind === "present") return isOfRoot(outcome.value) ? "ok" : "intercepted";
  if (evidence.rcode !== null) return "intercepted";
  return outcome.kind === "unknown" ? (VERDICTS[outcome.reason] ?? null) : null;
}

const VERDICTS: Readonly<Record<string, FacetVerdict>> = {
  timeout: "blocked",
  unreachable: "blocked",
  reset: "blocked",
  no_ipv4_here: "unrouted",
  no_ipv6_here: "unrouted",
  local_firewall: "firewall",
};

function isOfRoot({ flags, answers, authorities }: DnsReply): boolean {
  const isReferral = answers.length === 0 && authorities.some(({ type }) => type === "NS");
  return isReferral && !flags.includes("aa") && !flags.includes("ra");
}

function isSignature(record: DnsRecord): record is DnsRecord<"RRSIG"> {
  return record.type === "RRSIG";
}
