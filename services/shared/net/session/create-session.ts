import { orAborted } from "@dnstools/concurrency/abortable";
import type { TlsObservation, TlsTarget } from "@dnstools/core/tls";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Waits } from "@dnstools/core/waits";
import type { DnsClient } from "../dns/client.ts";
import { askedText } from "../dns/evidence.ts";
import type { Exchange } from "../exchange.ts";
import type { Host } from "../host/host.ts";
import { type HttpClient, portOf } from "../http.ts";
import type { TopLevels } from "../lookup/top-levels.ts";
import type { Bootstrap } from "../registry/bootstrap.ts";
import type { WhoisClient } from "../registry/port43.ts";
import type { RegistryRateLimiter } from "../registry/registry-rate-limiter.ts";
import type { ResolverChecks } from "../resolver/resolver-checks.ts";
import type { NetSession } from "../session.ts";
import type { TlsClient } from "../tls/client.ts";
import { tlsEvidence } from "../tls/evidence.ts";
import { Confirmations } from "./confirmations.ts";
import { DnsQueries } from "./dns-queries.ts";
import { EvidenceLog } from "./evidence-log.ts";
import { HostFaults } from "./host-faults.ts";
import { requestFromHost } from "./host-requests.ts";
import { transferZone } from "./zone-transfer.ts";

/** State about registries that is shared by all calls. */
type Registries = { readonly rateLimiter: RegistryRateLimiter; readonly bootstrap: Bootstrap };

/** The clients and shared state that a session uses. */
export type SessionParts = {
  readonly checks: ResolverChecks;
  readonly dns: DnsClient;
  readonly http: HttpClient;
  readonly whois: WhoisClient;
  readonly tls: TlsClient;
  readonly host: Host;
  readonly trustAnchors: readonly Uint8Array[];
  readonly topLevels: TopLevels;
  readonly registries: Registries;
  readonly waits: Waits;
};

/** Default maximum number of exchanges of one call, low enough not to burden any server. */
const QUESTIONS_MAX = 512;

/** Options of a session. */
export type SessionOptions = {
  /** Receives the session's number of exchanges, from which the call's progress is reported. */
  readonly progress?: WorkProgress;
  /** Maximum number of exchanges, for a tool with a limit of its own. */
  readonly most?: number;
};

/**
 * Creates the network session of one call.
 * @param signal fires at the end of the call.
 */
export function createSession(
  parts: SessionParts,
  signal: AbortSignal,
  { progress, most = QUESTIONS_MAX }: SessionOptions = {},
): NetSession {
  const { topLevels, trustAnchors, registries, waits } = parts;
  const log = new EvidenceLog(signal, most, progress);
  const faults = new HostFaults(parts.host, log);
  const dns = new DnsQueries(parts, log, faults);
  const request = <T>(
    host: string,
    port: number,
    until: AbortSignal | null,
    exchange: (address: string, limit: AbortSignal) => Promise<Exchange<T>>,
    at?: string,
  ) =>
    requestFromHost(
      { resolve: session.resolve, log, addressMs: waits.addressMs },
      host,
      until,
      async (address, limit) => faults.ofConnection(await exchange(address, limit), address, port),
      at,
    );

  const session: NetSession = {
    topLevels,
    trustAnchors,
    waits,
    nowS: () => faults.nowS(),
    get evidence() {
      return log.evidence;
    },
    questions: () => ({ asked: log.count, most }),
    ask: (server, question, options) => dns.ask(server, question, options),
    resolve(question, options) {
      const answering = dns.resolve(question, options);
      const { decisive } = options ?? {};
      if (decisive === undefined) return answering;
      return answering.then((answered) => confirmations.confirmed(question, answered, decisive));
    },
    resolverAlive: () => dns.resolverAlive(),
    resolverValidates: () => dns.validates(),
    resolverSigns: () => dns.signs(),
    resolverRejectsBogus: () => dns.rejectsBogus(),
    blameResolver(question, resolver, reason) {
      log.blameResolver(askedText(question, {}), resolver, reason);
      if (resolver !== null && reason === "resolver_filters") parts.checks.noteFilter(resolver);
    },
    room: parts.dns.room,
    transfer: (server, apex, options) => transferZone(parts.dns, log, faults, server, apex, options),
    tls: (target, until) => lookAtTls(parts.tls, log, faults, target, until),
    get: (url, { until, at, ...options }) =>
      request(
        url.hostname,
        portOf(url),
        until,
        (address, limit) => parts.http.get({ url, address, ...options }, limit),
        at,
      ),
    whois: ({ host, port }, line, until, judge) =>
      request(host, port, until, (address, limit) =>
        parts.whois.ask({ server: host, address, port, line, judge }, limit),
      ),
    async turn(host, until) {
      const end = until === null ? signal : AbortSignal.any([signal, until]);
      const turn = await registries.rateLimiter.enter(host, end);
      return turn === "timeout" && signal.aborted ? "budget" : turn;
    },
    backOff: registries.rateLimiter.backOff,
    restS: registries.rateLimiter.restS,
    rdapBase: (registry, key) => findRdapBase(log, registries.bootstrap.baseOf(registry, key)),
  };
  const plain: NetSession = {
    ...session,
    get evidence() {
      return log.evidence;
    },
    resolve: (question, options) => dns.resolve(question, options),
  };
  const confirmations = new Confirmations({ session: plain, checks: parts.checks });
  return session;
}

async function lookAtTls(
  client: TlsClient,
  log: EvidenceLog,
  faults: HostFaults,
  target: TlsTarget,
  until?: AbortSignal,
): Promise<TlsObservation> {
  const number = log.begin();
  const start = performance.now();
  const end = until === undefined ? log.signal : AbortSignal.any([log.signal, until]);
  const raw = await client.observe(target, end, log.signal);
  const elapsedMs = performance.now() - start;
  const observed = await faults.ofTls(raw, target);
  log.end(number, tlsEvidence(target, observed, elapsedMs));
  return observed;
}

/**
 * Waits for the RDAP base URL and adds the evidence of finding it to the log.
 * @param finding a search with its evidence; other calls may share the search.
 */
async function findRdapBase(
  log: EvidenceLog,
  finding: ReturnType<Bootstrap["baseOf"]>,
): Promise<Outcome<string>> {
  const found = await orAborted(finding, log.signal);
  if (found === null) return unknown("budget");
  for (const evidence of found.evidence) log.add(evidence);
  return found.outcome;
}
