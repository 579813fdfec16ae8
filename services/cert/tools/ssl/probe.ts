import { yieldTurn } from "@dnstools/concurrency/yield-turn";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { isIp } from "@dnstools/core/protocol/ip";
import { isHostName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import type { Look } from "@dnstools/net";
import type { CertIo } from "../../io.ts";
import type { contract } from "./contract.ts";
import { discover } from "./discover.ts";
import { createIssuers, type Issuers } from "./issuers.ts";
import type {
  AddressObservation,
  HostObservation,
  NamedHost,
  SslObservation,
  TlsaObservation,
} from "./observations.ts";
import { PORTS_ALLOWED, SERVICES, type ServiceName } from "./services.ts";

/** Addresses of one family that are looked at, of one host and over all of them. */
const PER_HOST_MAX = 8;
const PER_FAMILY_MAX = 16;

/** All servers side by side, and each as soon as it is known where it is. */
export async function probe(
  input: InputOf<typeof contract.params>,
  io: CertIo,
  signal: AbortSignal,
): Promise<SslObservation> {
  const look = io.look(signal);
  const at = Math.floor(Date.now() / 1000);
  const discovery = await discover(look, input);
  const issuers = createIssuers(look, io.trust, at, signal);
  const most = Math.max(1, Math.min(PER_HOST_MAX, Math.floor(PER_FAMILY_MAX / discovery.hosts.length)));
  const hosts = await Promise.all(
    discovery.hosts.map((host) => lookAtHost(host, { look, issuers, service: input.service, most })),
  );
  // The judgement follows at once, whether in time or not.
  await yieldTurn(signal);
  const { source, date, count } = io.trust;
  return {
    at,
    discovery,
    hosts,
    anchors: issuers.anchors(),
    store: { source, date, count },
    resolverAlive: isSilent(discovery.records, hosts) ? await look.resolverAlive() : null,
    evidence: look.evidence,
  };
}

/** Whether no question to our resolvers came to anything. */
function isSilent(records: Outcome<DnsReply> | null, hosts: readonly HostObservation[]): boolean {
  const all = [records, ...hosts.flatMap(({ a, aaaa }) => [a, aaaa])].filter((one) => one !== null);
  return all.length > 0 && all.every(({ kind }) => kind === "unknown");
}

type Way = {
  readonly look: Look;
  readonly issuers: Issuers;
  readonly service: ServiceName;
  /** Addresses of each family. */
  readonly most: number;
};

async function lookAtHost(named: NamedHost, way: Way): Promise<HostObservation> {
  const nothing = { ...named, a: null, aaaa: null, addresses: [], dropped: 0, tlsa: [], caa: [] };
  // What others write into records goes no further than this: it becomes names and lines that are sent.
  const given = ["host", "domain", "implicit_mx"].includes(named.source);
  if (!given && !isHostName(named.host)) return { ...nothing, barred: "not_a_host" };
  if (!PORTS_ALLOWED.includes(named.port)) return { ...nothing, barred: "port_not_allowed" };
  if (isIp(named.host))
    return { ...nothing, addresses: [await lookAtAddress(named, named.host, way)], barred: null };
  const { look } = way;
  const resolving = (["A", "AAAA"] as const).map(async (type) => {
    const { outcome } = await look.resolve({ name: named.host, type });
    return { outcome, ...addressesIn(outcome, named.host, type) };
  });
  const [families, caa, tlsa] = await Promise.all([
    // Each family goes on as soon as it is known.
    Promise.all(resolving.map(async (family) => lookAtFamily(named, await family, way))),
    askCaa(look, named.host),
    askTlsa(look, named, resolving),
  ]);
  const [a = null, aaaa = null] = families.map(({ outcome }) => outcome);
  return {
    ...named,
    a,
    aaaa,
    addresses: families.flatMap(({ observed }) => observed),
    dropped: families.reduce((sum, family) => sum + family.dropped, 0),
    barred: null,
    tlsa,
    caa,
  };
}

/** A host's addresses of one family, and where its aliases end. */
type Family = {
  readonly outcome: Outcome<DnsReply>;
  readonly end: string;
  readonly all: readonly string[];
};

function addressesIn(outcome: Outcome<DnsReply>, host: string, type: "A" | "AAAA"): Omit<Family, "outcome"> {
  if (outcome.kind !== "present") return { end: host, all: [] };
  const { records, end } = walkChain(outcome.value.answers, host, type);
  // Sorted, since resolvers change the order: of many the same are looked at each time.
  return { end, all: [...new Set(records.map(({ value }) => value))].sort() };
}

async function lookAtFamily(
  named: NamedHost,
  { outcome, all }: Family,
  way: Way,
): Promise<Pick<Family, "outcome"> & { observed: readonly AddressObservation[]; dropped: number }> {
  const first = all.slice(0, way.most);
  const observed = await Promise.all(first.map((address) => lookAtAddress(named, address, way)));
  return { outcome, observed, dropped: all.length - first.length };
}

async function lookAtAddress(
  { host, port }: NamedHost,
  address: string,
  { look, issuers, service }: Way,
): Promise<AddressObservation> {
  const { protocol, alpn } = SERVICES[service];
  // An address is no name to send (RFC 6066 3).
  const name = isIp(host) ? null : host;
  const tls = await look.tls({ host: name, address, port, protocol, alpn, mail: service !== "https" });
  if (tls.outcome.kind !== "present") return { address, tls, aia: [] };
  const aia = await issuers.find(tls.outcome.value);
  // What there was no time to look into is not judged by half.
  return aia === null
    ? { address, tls: { ...tls, outcome: unknown("budget") }, aia: [] }
    : { address, tls, aia };
}

/** At the host's own name at once, and where its aliases end once that is known; the latter goes first (RFC 7671 7). */
async function askTlsa(
  look: Look,
  { host, port }: NamedHost,
  resolving: readonly Promise<Family>[],
): Promise<TlsaObservation[]> {
  const ask = async (end: string): Promise<TlsaObservation> => {
    const name = `_${port}._tcp.${end}`;
    return { name, outcome: (await look.resolve({ name, type: "TLSA" })).outcome };
  };
  const own = ask(host);
  const ends = new Set((await Promise.all(resolving)).map(({ end }) => end));
  ends.delete(host);
  return Promise.all([...[...ends].map(ask), own]);
}

/** Names that are asked, the host's and those above it, so that a long one costs no more than others. */
const CAA_MAX = 10;

/** CAA holds for all below it (RFC 8659 3): asked at all of them at once. */
function askCaa(look: Look, host: string): Promise<HostObservation["caa"]> {
  const labels = host.split(".");
  const names = labels.map((_, i) => labels.slice(i).join(".")).slice(0, CAA_MAX);
  return Promise.all(
    names.map(async (name) => ({ name, outcome: (await look.resolve({ name, type: "CAA" })).outcome })),
  );
}
