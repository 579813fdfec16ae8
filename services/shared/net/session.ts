import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { TlsObservation, TlsTarget } from "@dnstools/core/tls";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { DnsServer } from "./dns/server.ts";
import type { HttpReply, HttpRequest } from "./http.ts";
import type { TopLevels } from "./lookup/top-levels.ts";
import type { WhoisRequest } from "./registry/port43.ts";
import type { Registry } from "./registry/registries.ts";
import type { RegistryRateLimiter } from "./registry/registry-rate-limiter.ts";
import type { FailoverAnswer } from "./resolver/failover.ts";
import type { DnsQueryOptions, ResolveOptions } from "./session/dns-queries.ts";
import type { TransferObservation, TransferOptions } from "./session/zone-transfer.ts";

/** The network access of one call of a tool, with the evidence of each exchange. */
export type NetSession = {
  /** The evidence of every finished exchange, in the order in which the exchanges began. */
  readonly evidence: readonly Evidence[];
  /**
   * Queries our own resolvers in turn until one returns a usable reply. The next resolver is queried when one fails or
   * is slow. With `decisive`, an answer that is not proved is compared with that of the zone's own servers.
   */
  readonly resolve: (question: Question, options?: ResolveOptions) => Promise<FailoverAnswer>;
  /** Queries one server. */
  readonly ask: (
    server: DnsServer,
    question: Question,
    options?: DnsQueryOptions,
  ) => Promise<Outcome<DnsReply>>;
  /** Requests a whole zone from a server (AXFR). */
  readonly transfer: (
    server: DnsServer,
    apex: string,
    options: TransferOptions,
  ) => Promise<TransferObservation>;
  /**
   * Number of bulk queries that can be sent now to a server other than our own resolvers. A negative value is the
   * number of queries that wait for their turn.
   */
  readonly room: (server: DnsServer) => number;
  /** Returns the number of exchanges so far and the maximum number. */
  readonly questions: () => { readonly asked: number; readonly most: number };
  /**
   * Tests whether our own resolvers work. Returns true if a trusted resolver answered in this session or answers a
   * query now, false if none does, and null if there was too little time or no resolver could be queried.
   */
  readonly resolverAlive: () => Promise<boolean | null>;
  /** Returns true if our resolver that answered last validates DNSSEC; null if this is not known. */
  readonly resolverValidates: () => boolean | null;
  /** Returns false if our resolver that answered last leaves out signatures (RRSIG); null if this is not known. */
  readonly resolverSigns: () => boolean | null;
  /**
   * Returns false if neither our resolver that answered last nor one to which it forwards rejects names whose DNSSEC is
   * broken; null if this is not known.
   */
  readonly resolverRejectsBogus: () => Promise<boolean | null>;
  /** Gives a reason to the evidence of a resolver's answers to a question; null for every resolver. */
  readonly blameResolver: (
    question: Question,
    resolver: DnsServer | null,
    reason: "filtered" | "resolver_filters" | "resolver_no_dnssec",
  ) => void;
  /**
   * Sends a GET request to one of the addresses of the URL's host. If an address cannot be reached, the next one is
   * tried.
   */
  readonly get: (url: URL, options: GetOptions) => Promise<Outcome<HttpReply>>;
  /**
   * Observes the TLS of one server.
   * @param until fires when the caller stops waiting, if it does so before the end of the session.
   */
  readonly tls: (target: TlsTarget, until?: AbortSignal) => Promise<TlsObservation>;
  /**
   * Sends one query line to a whois server at one of the server's addresses.
   * @param judge classifies the answer for metrics.
   */
  readonly whois: (
    server: WhoisServer,
    line: string,
    until: AbortSignal,
    judge: WhoisRequest["judge"],
  ) => Promise<Outcome<Uint8Array>>;
  /**
   * Waits for a turn at a registry's host (see RegistryRateLimiter). Resolves with `go`, or with the reason why the
   * host may not be queried.
   */
  readonly turn: (host: string, until: AbortSignal | null) => Promise<"go" | Reason>;
  /** Records that a registry's host reported too many requests. */
  readonly backOff: RegistryRateLimiter["backOff"];
  /** Returns the seconds until a registry's host may be queried again; null if it has not requested a pause. */
  readonly restS: RegistryRateLimiter["restS"];
  /**
   * Finds the base URL of the RDAP server that IANA lists for a top-level domain or an address, and adds the
   * evidence of fetching the list.
   */
  readonly rdapBase: (registry: Registry, key: string) => Promise<Outcome<string>>;
  readonly topLevels: TopLevels;
  /** Data of the DS records of the root's keys. */
  readonly trustAnchors: readonly Uint8Array[];
  /**
   * Returns the time by which dates are judged, in seconds since 1970. If this host's clock is known to be wrong, the
   * time is corrected, and the exchange that shows it becomes evidence.
   */
  readonly nowS: () => number;
  /** Timeouts for other servers. */
  readonly waits: Waits;
};

type GetOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: NonNullable<HttpRequest["method"]>;
  readonly bytesMax: number;
  /** The only address to connect to, if the caller already knows it. */
  readonly at?: string;
  /** Milliseconds to wait for a connection; see `HttpRequest`. */
  readonly connectMs?: number;
  /** Fires when the caller stops waiting, if it does so before the end of the session. */
  readonly until: AbortSignal | null;
  /** Classifies the reply of a registry for metrics. Only set for a request to a registry. */
  readonly rdap?: NonNullable<HttpRequest["rdap"]>;
};

/** A whois server by host name and port. */
export type WhoisServer = { readonly host: string; readonly port: number };
