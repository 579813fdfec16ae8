import { yieldTurn } from "@dnstools/concurrency/yield-turn";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { isIp } from "@dnstools/core/protocol/ip";
import { isHostName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { readCertificate } from "@dnstools/core/protocol/x509/read";
import type { TlsSession } from "@dnstools/core/tls";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { InputOf } from "@dnstools/core/tool/params";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { NetSession } from "@dnstools/net";
import type { CertIo } from "../../io.ts";
import type { contract } from "./contract.ts";
import { discover } from "./discover.ts";
import { lookFurther, NOT_FURTHER } from "./further.ts";
import { createIssuers, type Issuers } from "./issuers.ts";
import type {
  AddressObservation,
  AiaObservation,
  HostObservation,
  NamedHost,
  SslObservation,
  TlsaObservation,
} from "./observations.ts";
import { createRevocations, type Revocations } from "./revocations.ts";
import { PORTS_ALLOWED, SERVICES, type ServiceName } from "./services.ts";
import { lookAtWeb } from "./web.ts";

/** Maximum number of addresses of one family to check per host; PER_FAMILY_MAX is the maximum in total. */
const PER_HOST_MAX = 8;
const PER_FAMILY_MAX = 16;

/** Checks all servers in parallel, each one as soon as its address is known. */
export async function probe(
  input: InputOf<typeof contract.params>,
  io: CertIo,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<SslObservation> {
  const session = io.session(signal, { progress });
  // Many calls may arrive in one turn of the event loop.
  await yieldTurn(signal);
  const discovery = await discover(session, input);
  const issuers = createIssuers(session, io.trust, signal);
  const revocations = createRevocations(session, io, signal);
  const most = Math.max(1, Math.min(PER_HOST_MAX, Math.floor(PER_FAMILY_MAX / discovery.hosts.length)));
  const way: Way = {
    session,
    signal,
    progress,
    issuers,
    revocations,
    service: input.service,
    connect: input.connect,
    caa: new Map(),
    most,
  };
  const hosts = await Promise.all(discovery.hosts.map((host) => lookAtHost(host, way)));
  // After this yield, the observations are judged at once, even if the deadline has passed.
  await yieldTurn(signal);
  const { source, date, count } = io.trust;
  return {
    at: session.nowS(),
    discovery,
    hosts,
    revocations: revocations.all(),
    anchors: issuers.anchors(),
    store: { source, date, count },
    resolverValidates: session.resolverValidates(),
    resolverAlive: isSilent(discovery.records, hosts) ? await session.resolverAlive() : null,
    evidence: session.evidence,
  };
}

/** Returns true if our resolvers answered none of the queries. */
function isSilent(records: Outcome<DnsReply> | null, hosts: readonly HostObservation[]): boolean {
  const all = [records, ...hosts.flatMap(({ a, aaaa }) => [a, aaaa])].filter((one) => one !== null);
  return all.length > 0 && all.every(({ kind }) => kind === "unknown");
}

type Way = {
  readonly session: NetSession;
  /** Fires at the end of the call. */
  readonly signal: AbortSignal;
  readonly progress: WorkProgress;
  readonly issuers: Issuers;
  readonly revocations: Revocations;
  readonly service: ServiceName;
  /** Address of the server to use instead of the addresses in DNS; null to use the addresses in DNS. */
  readonly connect: string | null;
  /** The CAA queries so far, kept because the hosts of one domain share most of them. */
  readonly caa: Map<string, ReturnType<NetSession["resolve"]>>;
  /** Maximum number of addresses of each family to check, for all hosts together. */
  readonly most: number;
};

async function lookAtHost(named: NamedHost, way: Way): Promise<HostObservation> {
  const nothing = { ...named, a: null, aaaa: null, addresses: [], dropped: 0, tlsa: [], caa: [] };
  // Names and ports from third-party records are checked here, because they become part of queries and protocol
  // lines.
  const given = ["host", "connect", "domain", "implicit_mx"].includes(named.source);
  if (!given && !isHostName(named.host)) return { ...nothing, barred: "not_a_host" };
  if (!PORTS_ALLOWED.includes(named.port)) return { ...nothing, barred: "port_not_allowed" };
  if (isIp(named.host))
    return { ...nothing, addresses: [await lookAtAddress(named, named.host, way, ALONE)], barred: null };
  const { session } = way;
  if (way.connect !== null) return lookThere(named, way.connect, way);
  const resolving = (["A", "AAAA"] as const).map(async (type) => {
    const { outcome } = await session.resolve(
      { name: named.host, type },
      { decisive: type === "A" ? ["nxdomain", "nodata"] : [] },
    );
    return { outcome, ...addressesIn(outcome, named.host, type) };
  });
  const [families, caa, tlsa] = await Promise.all([
    // The checks of each address family begin as soon as its addresses are known.
    Promise.all(
      resolving.map(async (family, i) =>
        lookAtFamily(named, await family, way, isFirst(resolving.slice(0, i))),
      ),
    ),
    askCaa(session, named.host, way.caa),
    askTlsa(session, named, resolving),
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

/** Checks a host at an address that need not be in DNS; CAA and TLSA records are still those of the host's name. */
async function lookThere(named: NamedHost, address: string, way: Way): Promise<HostObservation> {
  const { session } = way;
  const [observed, caa, tlsa] = await Promise.all([
    lookAtAddress(named, address, way, ALONE),
    askCaa(session, named.host, way.caa),
    askTlsa(session, named, []),
  ]);
  return { ...named, a: null, aaaa: null, addresses: [observed], dropped: 0, barred: null, tlsa, caa };
}

/**
 * Resolves to true if an address is the first one of its host. Some checks are made only for the first address,
 * because their result is the same for all addresses or because they should not be repeated.
 */
type First = () => Promise<boolean>;
const NEVER: First = () => Promise.resolve(false);
const ALONE: First = () => Promise.resolve(true);

/**
 * Creates a check for a host's first address in one family: it resolves to true if all preceding address families are
 * empty.
 * @param before the address families that precede this one.
 */
function isFirst(before: readonly Promise<Family>[]): First {
  return async () => (await Promise.all(before)).every(({ all }) => all.length === 0);
}

/** A host's addresses of one family, with the name where its CNAME chain ends. */
type Family = {
  readonly outcome: Outcome<DnsReply>;
  readonly end: string;
  readonly all: readonly string[];
};

function addressesIn(outcome: Outcome<DnsReply>, host: string, type: "A" | "AAAA"): Omit<Family, "outcome"> {
  if (outcome.kind !== "present") return { end: host, all: [] };
  const { records, end } = walkChain(outcome.value.answers, host, type);
  // The addresses are sorted, because resolvers change their order. If there are too many addresses, the same ones are
  // therefore checked in each call.
  return { end, all: [...new Set(records.map(({ value }) => value))].sort() };
}

async function lookAtFamily(
  named: NamedHost,
  { outcome, all }: Family,
  way: Way,
  isFirst: First,
): Promise<Pick<Family, "outcome"> & { observed: readonly AddressObservation[]; dropped: number }> {
  const first = all.slice(0, way.most);
  const observed = await Promise.all(
    first.map((address, i) => lookAtAddress(named, address, way, i === 0 ? isFirst : NEVER)),
  );
  return { outcome, observed, dropped: all.length - first.length };
}

function lookAtAddress(
  named: NamedHost,
  address: string,
  way: Way,
  isFirst: First,
): Promise<AddressObservation> {
  const { host, port } = named;
  const server = host === address ? `${host} port ${port}` : `${host}:${port} (${address})`;
  return way.progress.part(server, observeServer(named, address, way, isFirst));
}

async function observeServer(
  { host, port }: NamedHost,
  address: string,
  { session, signal, issuers, revocations, service }: Way,
  isFirst: First,
): Promise<AddressObservation> {
  const { protocol, alpn } = SERVICES[service];
  // An IP address is not sent as a server name (RFC 6066 3).
  const name = isIp(host) ? null : host;
  const mail = service !== "https";
  const target = { host: name, address, port, protocol, alpn, mail, hello: null };
  const start = performance.now();
  const tls = await session.tls(target);
  const nothing = { address, tls, aia: [], further: NOT_FURTHER, web: null };
  if (tls.outcome.kind !== "present") return nothing;
  const handshake = tls.outcome.value;
  const elapsedMs = performance.now() - start;
  // The certificate is parsed after this yield: several handshakes may end in one turn of the event loop.
  await yieldTurn(signal);
  const [aia, further, web] = await Promise.all([
    lookAtIssuers(handshake, issuers, revocations),
    isFirst().then((first) =>
      mail && !first ? NOT_FURTHER : lookFurther(session, target, handshake, elapsedMs),
    ),
    isFirst().then((first) => (first && !mail && name !== null ? lookAtWeb(session, name, address) : null)),
  ]);
  // A second certificate may chain to a different anchor than the first certificate.
  for (const { outcome } of Object.values(further.shown))
    if (outcome.kind === "present") issuers.note(outcome.value);
  // If there is no time to fetch the issuers, the server is not judged, because the result would be incomplete.
  return aia === null
    ? { ...nothing, tls: { ...tls, outcome: unknown("budget") } }
    : { address, tls, aia, further, web };
}

/** Finds issuers whose certificates were not sent, and determines whether the certificate is revoked. */
async function lookAtIssuers(
  handshake: TlsSession,
  issuers: Issuers,
  revocations: Revocations,
): Promise<readonly AiaObservation[] | null> {
  const aia = await issuers.find(handshake);
  const [first = "", ...others] = handshake.chain;
  const leaf = readCertificate(first);
  if (aia === null || leaf === null) return aia;
  const fetched = aia.flatMap(({ outcome }) => (outcome.kind === "present" ? outcome.value : []));
  await revocations.session(leaf, [...others, ...fetched]);
  return aia;
}

/**
 * Queries TLSA records at the host's own name at once, and at the end of its CNAME chain as soon as the end is known.
 * The records at the end of the chain take precedence (RFC 7671 7).
 */
async function askTlsa(
  session: NetSession,
  { host, port }: NamedHost,
  resolving: readonly Promise<Family>[],
): Promise<TlsaObservation[]> {
  const ask = async (end: string): Promise<TlsaObservation> => {
    const name = `_${port}._tcp.${end}`;
    return { name, outcome: (await session.resolve({ name, type: "TLSA" })).outcome };
  };
  const own = ask(host);
  const ends = new Set((await Promise.all(resolving)).map(({ end }) => end));
  ends.delete(host);
  return Promise.all([...[...ends].map(ask), own]);
}

/**
 * Maximum number of names whose CAA records are queried. The limit prevents a long host name from causing too many
 * queries.
 */
const CAA_MAX = 10;

/**
 * Queries the CAA records of the host and of all names above it in parallel, since CAA records apply to all names
 * below them (RFC 8659 3).
 */
function askCaa(session: NetSession, host: string, asked: Way["caa"]): Promise<HostObservation["caa"]> {
  const labels = host.split(".");
  const names = labels.map((_, i) => labels.slice(i).join(".")).slice(0, CAA_MAX);
  return Promise.all(
    names.map(async (name) => {
      const asking = asked.get(name) ?? session.resolve({ name, type: "CAA" });
      asked.set(name, asking);
      return { name, outcome: (await asking).outcome };
    }),
  );
}
