import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import type { OnEvent } from "@dnstools/core/net-event";
import type { Cidr } from "@dnstools/core/protocol/ip";
import { WAITS, type Waits } from "@dnstools/core/waits";
import { createDnsClient } from "./dns/client.ts";
import type { DnsServer } from "./dns/server.ts";
import { createServerRateLimiter } from "./dns/server-rate-limiter.ts";
import type { Endpoint } from "./dns/transport.ts";
import { createEgress, type Egress } from "./egress.ts";
import { createGuard, type EgressGuard } from "./guard.ts";
import { createHttpClient } from "./http.ts";
import { createTopLevels } from "./lookup/top-levels.ts";
import { createBootstrap } from "./registry/bootstrap.ts";
import { createWhoisClient } from "./registry/port43.ts";
import { createRegistryRateLimiter } from "./registry/registry-rate-limiter.ts";
import { createResolverChecks } from "./resolver/resolver-checks.ts";
import { createSession, type SessionOptions, type SessionParts } from "./session/create-session.ts";
import type { NetSession } from "./session.ts";
import { createSockets } from "./sockets.ts";
import { createTlsClient } from "./tls/client.ts";

export type NetOptions = {
  /** Our own resolvers, asked in this order. They are the operator's choice and pass no guard. */
  readonly resolvers: readonly Endpoint[];
  /** Blocks that may be dialled though they are not public. */
  readonly egressAllow: readonly Cidr[];
  /** Blocks that must not be dialled though they are public. */
  readonly egressDeny: readonly Cidr[];
  /** Names, with all below them, whose web and mail servers must not be dialled. */
  readonly egressDenyNames: readonly string[];
  /** Whether it may be tried what this host's own network lets out, at servers of others. */
  readonly egressTest: boolean;
  /** Questions a second to one name server that is not ours; 0 lifts it. */
  readonly nameserverQps: number;
  /** Outgoing sockets at once; null for any number. */
  readonly socketsMax: number | null;
  /** Connections at once to one web server's address; 0 for any number. */
  readonly addressConcurrency: number;
  /** Letters in random case in questions to them (0x20). */
  readonly mixedCase: boolean;
  /** Questions a minute to one registry; 0 lifts it. */
  readonly registryRate: number;
  /** DS data of the root's keys, which validation begins with. */
  readonly trustAnchors: readonly Uint8Array[];
  /** Folder for what outlives the process; null for none. */
  readonly folder: string | null;
  /** Certificates of the authorities that web servers' are checked against (PEM); null for those bundled with Bun. */
  readonly ca: readonly string[] | null;
  /** How web servers are told who asks. */
  readonly userAgent: string;
  /** What mail servers are told (EHLO). */
  readonly probeName: string;
  /** Seconds that what was seen of others is given again at most; 0 keeps nothing. */
  readonly keepS: number;
  /** How long servers of others are waited for; default as in ordinary use. */
  readonly waits?: Waits;
  readonly onEvent: OnEvent;
};

/** The outside world as tools see it. Opened once a process. */
export type Net = {
  readonly guard: EgressGuard;
  readonly egress: Egress;
  readonly waits: Waits;
  /** A session for one call; everything in it ends when the signal fires. */
  readonly session: (signal: AbortSignal, options?: SessionOptions) => NetSession;
};

/** Seconds that what a mail server showed is kept. */
const MAIL_KEPT_S = 60;

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
  const resolvers: readonly DnsServer[] = options.resolvers.map((endpoint) => ({
    ...endpoint,
    name: "resolver",
    upstream: "recursor",
  }));
  const topLevels = createTopLevels();
  const checks = createResolverChecks(resolvers, dns.ask, (event) => {
    if (event.kind === "resolver_checked" && event.fault !== null) topLevels.clear();
    onEvent(event);
  });
  const session = (signal: AbortSignal, options?: SessionOptions): NetSession =>
    createSession(parts, signal, options);
  const egress = createEgress({ guard, sockets, session, onEvent, test: options.egressTest, waits });
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
      egress,
      probeName: options.probeName,
      keepS: Math.min(MAIL_KEPT_S, options.keepS),
      waits,
      onEvent,
    }),
    resolvers,
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
  return { guard, egress, waits, session };
}

export type { DnsServer } from "./dns/server.ts";
export type { Endpoint } from "./dns/transport.ts";
export type { EgressGuard } from "./guard.ts";
export { systemResolvers } from "./resolver/resolv-conf.ts";
export { resolverAddresses } from "./resolver/resolver-addresses.ts";
export type { NetSession } from "./session.ts";
