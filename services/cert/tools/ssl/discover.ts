import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { DiscoveryObservation, NamedHost } from "./observations.ts";
import { SERVICES, type ServiceName } from "./services.ts";

/** Maximum number of a domain's servers that are checked; few domains have more than five. */
const HOSTS_MAX = 10;

/** Subject of a call: exactly one of host and domain is set. */
type SslQuestion = {
  readonly host: string | null;
  readonly domain: string | null;
  /** Address of the host's server to use instead of the addresses in DNS; null to use the addresses in DNS. */
  readonly connect: string | null;
  readonly service: ServiceName;
};

/** Finds the servers to check, from the input and the domain's records. */
export async function discover(
  session: NetSession,
  { host, domain, connect, service }: SslQuestion,
): Promise<DiscoveryObservation> {
  const { port, srv } = SERVICES[service];
  const given = host ?? domain ?? "";
  const source = connect !== null ? "connect" : host === null ? "domain" : "host";
  const one = { host: given, port, source, preference: null } as const;
  if (domain === null || service === "https") return { ...NOTHING, hosts: [one] };
  return srv === null ? byMx(session, domain, port) : bySrv(session, domain, service, srv);
}

const NOTHING = { records: null, name: null, dropped: 0, domain: null } as const;

/**
 * Finds mail servers by MX records, sorted by preference. Without MX records, the domain itself is used (RFC 5321
 * 5.1); the record `0 .` means that the domain accepts no mail (RFC 7505).
 */
async function byMx(session: NetSession, name: string, port: number): Promise<DiscoveryObservation> {
  const { outcome: records } = await session.resolve(
    { name, type: "MX" },
    { decisive: ["nxdomain", "nodata"] },
  );
  const found = recordsIn<"MX">(records, name, "MX");
  const named = found
    .filter(({ data }) => data.exchange !== ".")
    .map(({ data }) => ({
      host: answerName(data.exchange),
      port,
      source: "mx" as const,
      preference: data.preference,
    }));
  const implicit = found.length === 0 && isAbsent(records, name, "MX");
  const hosts = implicit ? [{ host: name, port, source: "implicit_mx" as const, preference: null }] : named;
  return { ...NOTHING, ...bounded(hosts), records, name };
}

/** Finds servers by SRV records (RFC 6186 3, RFC 8314 5.1); without SRV records, the usual names are tried. */
async function bySrv(
  session: NetSession,
  domain: string,
  service: ServiceName,
  srv: string,
): Promise<DiscoveryObservation> {
  const { port, guesses } = SERVICES[service];
  const name = `${srv}.${domain}`;
  const [{ outcome: records }, { outcome: exists }] = await Promise.all([
    session.resolve({ name, type: "SRV" }, { decisive: ["nxdomain", "nodata"] }),
    session.resolve({ name: domain, type: "A" }, { decisive: ["nxdomain"] }),
  ]);
  const named = recordsIn<"SRV">(records, name, "SRV")
    // "." means that the service is not offered (RFC 2782).
    .filter(({ data }) => data.target !== ".")
    .map(({ data }) => ({
      host: answerName(data.target),
      port: data.port,
      source: "srv" as const,
      preference: data.priority,
    }));
  const guessed = guesses.map((label) => ({
    host: `${label}.${domain}`,
    port,
    source: "guess" as const,
    preference: null,
  }));
  const hosts = isAbsent(records, name, "SRV") ? guessed : named;
  return { ...bounded(hosts), records, name, domain: exists };
}

/** Returns each server once, in order of preference, and at most HOSTS_MAX servers. */
function bounded(hosts: readonly NamedHost[]): Pick<DiscoveryObservation, "hosts" | "dropped"> {
  // Servers with the same preference are sorted by name, because resolvers change the order; guessed names keep their
  // order.
  const sorted = hosts.toSorted((a, b) =>
    a.preference === null || b.preference === null
      ? 0
      : a.preference - b.preference || (a.host < b.host ? -1 : Number(a.host > b.host)),
  );
  const keyOf = ({ host, port }: NamedHost) => `${host}#${port}`;
  const once = sorted.filter((one, i) => sorted.findIndex((other) => keyOf(other) === keyOf(one)) === i);
  return { hosts: once.slice(0, HOSTS_MAX), dropped: Math.max(0, once.length - HOSTS_MAX) };
}

function recordsIn<T extends "MX" | "SRV">(
  outcome: Outcome<DnsReply>,
  name: string,
  type: T,
): readonly DnsRecord<T>[] {
  if (outcome.kind !== "present") return [];
  return walkChain(outcome.value.answers, name, type).records as readonly DnsRecord<T>[];
}

function isAbsent(outcome: Outcome<DnsReply>, name: string, type: "MX" | "SRV"): boolean {
  return outcome.kind !== "unknown" && recordsIn(outcome, name, type).length === 0;
}
