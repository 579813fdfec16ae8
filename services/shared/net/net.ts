import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import type { OnEvent } from "@dnstools/core/net-event";
import type { Cidr } from "@dnstools/core/protocol/ip";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { WAITS, type Waits } from "@dnstools/core/waits";
import { createDnsClient } from "./dns/client.ts";
import { createServerRateLimiter } from "./dns/server-rate-limiter.ts";
import type { Endpoint } from "./dns/transport.ts";
import { createGuard, type EgressGuard } from "./guard.ts";
import { Authorities } from "./host/authorities.ts";
import { createHost, type Host, UNTRIED_HOST } from "./host/host.ts";
import { facetsOf, type HostUse, tryAll } from "./host/round.ts";
import { createHttpClient } from "./http.ts";
import { createTopLevels } from "./lookup/top-levels.ts";
import { createBootstrap } from "./registry/bootstrap.ts";
import { createWhoisClient } from "./registry/port43.ts";
import { createRegistryRateLimiter } from "./registry/registry-rate-limiter.ts";
import { createResolverChecks, type ResolverChecks } from "./resolver/resolver-checks.ts";
import { createSession, type SessionOptions, type SessionParts } from "./session/create-session.ts";
import type { NetSession } from "./session.ts";
import { createSockets } from "./sockets.ts";
import { createTlsClient } from "./tls/client.ts";

/** Settings of the network layer. */
export type NetOptions = {
  /**
   * Our own recursive resolvers, in the order in which they are queried. The operator chose them, so they bypass the
   * egress guard.
   */
  readonly resolvers: readonly Endpoint[];
  /** Address blocks that may be contacted although they are not public. */
  readonly egressAllow: readonly Cidr[];
  /** Address blocks that must not be contacted although they are public. */
  readonly egressDeny: readonly Cidr[];
  /** Domains, including their subdomains, whose web and mail servers must not be contacted. */
  readonly egressDenyNames: readonly string[];
  /**
   * What the tools of this process use, for which third-party servers are contacted to find out what this host's own
   * network lets through; empty to contact none.
   */
  readonly hostUses: readonly HostUse[];
  /** Maximum number of queries per second to one name server other than our own resolvers; 0 for no limit. */
  readonly nameserverQps: number;
  /** Maximum number of concurrent outgoing sockets; null for no limit. */
  readonly socketsMax: number | null;
  /** Maximum number of concurrent connections to one address of a web server; 0 for no limit. */
  readonly addressConcurrency: number;
  /** True to randomize the letter case of names in queries to authoritative servers (0x20). */
  readonly mixedCase: boolean;
  /** Maximum number of requests per minute to one registry; 0 for no limit. */
  readonly registryRate: number;
  /** Data of the DS records of the root's keys, which are the trust anchors of DNSSEC validation. */
  readonly trustAnchors: readonly Uint8Array[];
  /** Folder for data that outlives the process; null to keep the data in memory only. */
  readonly folder: string | null;
  /**
   * Certificates of the authorities (PEM) that web servers' certificates are checked against; null for those bundled
   * with Bun.
   */
  readonly ca: readonly string[] | null;
  /** User-Agent header of requests to web servers. */
  readonly userAgent: string;
  /** Host name sent to mail servers in EHLO. */
  readonly probeName: string;
  /** Maximum age in seconds of a cached observation of a server; 0 disables the cache. */
  readonly keepS: number;
  /** Timeouts for other servers; default: those of production. */
  readonly waits?: Waits;
  readonly onEvent: OnEvent;
};

/** The network layer that tools use. Each process opens it once. */
export type Net = {
  readonly guard: EgressGuard;
  readonly host: Host;
  /** Our own resolvers. */
  readonly resolvers: Pick<ResolverChecks, "states" | "checkAll" | "replace">;
  readonly waits: Waits;
  /** Opens a session for one call; all its exchanges end when the signal fires. */
  readonly session: (signal: AbortSignal, options?: SessionOptions) => NetSession;
};

/** Maximum age in seconds of a cached observation of a mail server. */
const MAIL_KEPT_S = 60;

/** Opens the network layer and starts the checks of our own resolvers. */
export function openNet(options: NetOptions): Net {
  const { egressAllow: allow, egressDeny: deny, egressDenyNames: denyNames } = options;
  const guard = createGuard({ allow, deny, denyNames }, options.onEvent);
  const { mixedCase, waits = WAITS, onEvent } = options;
  const atAddress = FairSemaphore.of(0, options.addressConcurrency);
  const sockets = createSockets(options.socketsMax);
  const dns = createDnsClient({
    guard,
    sockets,
    rateLimiter: createServerRateLimiter(options.nameserverQps, waits),
    mixedCase,
    waits,
    onEvent,
  });
  const topLevels = createTopLevels();
  const checks = createResolverChecks(options.resolvers, dns.ask, (event) => {
    if (event.kind === "resolver_checked" && event.fault !== null) topLevels.clear();
    onEvent(event);
  });
  const session = (signal: AbortSignal, options?: SessionOptions): NetSession =>
    createSession(parts, signal, options);
  const { hostUses: uses } = options;
  const addressOf = async (name: string, type: "A" | "AAAA", signal: AbortSignal) => {
    const { outcome } = await session(signal).resolve({ name, type });
    const answers = outcome.kind === "present" ? outcome.value.answers : [];
    const [first] = walkChain(answers, name, type).records;
    return first === undefined || guard.refusal(first.value) !== null ? null : first.value;
  };
  const authorities = new Authorities(options.ca);
  const { probeName } = options;
  const round = { sockets, authorities, probeName, addressOf, waits, dns, checks, uses };
  const host =
    uses.length === 0
      ? UNTRIED_HOST
      : createHost({
          tryAll: (signal) => tryAll(round, signal),
          facets: facetsOf(uses),
          ...{ authorities, waits, onEvent },
        });
  const parts: SessionParts = {
    dns,
    http: createHttpClient({
      guard,
      atAddress,
      sockets,
      ca: options.ca,
      userAgent: options.userAgent,
      onEvent,
    }),
    whois: createWhoisClient(guard, sockets, onEvent),
    tls: createTlsClient({
      guard,
      atAddress,
      sockets,
      probeName: options.probeName,
      keepS: Math.min(MAIL_KEPT_S, options.keepS),
      waits,
      onEvent,
    }),
    host,
    checks,
    trustAnchors: options.trustAnchors,
    topLevels,
    waits,
    registries: {
      rateLimiter: createRegistryRateLimiter(options.registryRate, waits),
      bootstrap: createBootstrap({ session, folder: options.folder, waits, onEvent }),
    },
  };
  checks.start();
  const resolvers = {
    ...{ states: checks.states, checkAll: checks.checkAll },
    replace(endpoints: readonly Endpoint[]) {
      const isChanged = checks.replace(endpoints);
      if (isChanged) topLevels.clear();
      return isChanged;
    },
  };
  return { guard, host, resolvers, waits, session };
}

export type { DnsServer } from "./dns/server.ts";
export type { Endpoint } from "./dns/transport.ts";
export type { EgressGuard } from "./guard.ts";
export type { FacetResult, HostState } from "./host/facets.ts";
export type { Host } from "./host/host.ts";
export type { HostUse } from "./host/round.ts";
export { systemResolvers, watchSystemResolvers } from "./resolver/resolv-conf.ts";
export { resolverAddresses } from "./resolver/resolver-addresses.ts";
export type { ResolverState } from "./resolver/resolver-checks.ts";
export type { Decisive } from "./session/dns-queries.ts";
export type { NetSession } from "./session.ts";
