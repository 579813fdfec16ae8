import type { Scope } from "./protocol/special-purpose.ts";

/** Kinds of DNS servers that are queried: our own resolver, a name server of a zone, or a public resolver. */
export const UPSTREAM_CLASSES = ["recursor", "authoritative", "public"] as const;
export type UpstreamClass = (typeof UPSTREAM_CLASSES)[number];

/** Outcomes of a DNS query, as counted in the metrics. */
export const QUERY_OUTCOMES = [
  "noerror",
  "nxdomain",
  "servfail",
  "refused",
  "formerr",
  "timeout",
  "truncated",
  "network_error",
  "bad_reply",
] as const;
export type QueryOutcome = (typeof QUERY_OUTCOMES)[number];

/** Purposes of a connection to a third-party server; `tls` is TLS from the first byte. */
export const CONNECTION_KINDS = ["http", "https", "rdap", "whois", "tls", "smtp", "imap", "pop3"] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** Outcomes of a connection to a third-party server, as counted in the metrics. */
export const CONNECTION_OUTCOMES = ["ok", "refused", "rate_limited", "timeout", "failed"] as const;
export type ConnectionOutcome = (typeof CONNECTION_OUTCOMES)[number];

/** Outcomes of a registry query. */
export const REGISTRY_OUTCOMES = [
  "ok",
  "refused",
  "rate_limited",
  "timeout",
  "unparsable",
  "failed",
] as const;
export type RegistryOutcome = (typeof REGISTRY_OUTCOMES)[number];

/** Outcomes of a TLS handshake. */
export const HANDSHAKE_OUTCOMES = [
  "ok",
  "alert",
  "no_common_tls",
  "not_tls",
  "protocol_too_old",
  "timeout",
  "failed",
] as const;
export type HandshakeOutcome = (typeof HANDSHAKE_OUTCOMES)[number];

/**
 * Outcomes of a session with a mail server that accepted our connection. `ok` means that the session reached the start
 * of TLS.
 */
export const SESSION_OUTCOMES = ["ok", "no_starttls", "refused", "try_later", "timeout", "failed"] as const;
export type SessionOutcome = (typeof SESSION_OUTCOMES)[number];

/** Reasons why this API refuses to make a connection. */
export const REFUSALS = [
  "private",
  "loopback",
  "link_local",
  "metadata",
  "multicast",
  "reserved",
  "own_network",
  "denied_name",
  "port",
] as const satisfies readonly (Exclude<Scope, "public"> | "own_network" | "denied_name" | "port")[];
export type RefusalReason = (typeof REFUSALS)[number];

/** Reasons why one of our own resolvers is not used. Each text completes a sentence that begins with "the resolver". */
export const RESOLVER_FAULTS = {
  denies_known: "denies names that exist",
  invents_answers: "returns addresses for names that do not exist",
  denies_without_soa: "denies names without the SOA record that a denial must have (RFC 2308 2.1)",
} as const;
export type ResolverFault = keyof typeof RESOLVER_FAULTS;

/**
 * What the trials of this host and its network examine: each address family, DNS at name servers (port 53) by transport
 * and family, the TCP ports that tools use, TLS that no proxy inspects, room for new flows, and the clock.
 */
export const FACETS = [
  ...(["ipv4", "ipv6", "udp_53_ipv4", "udp_53_ipv6", "tcp_53_ipv4", "tcp_53_ipv6"] as const),
  ...(["tcp_25", "tcp_43", "tcp_80", "tcp_443", "tls", "flows", "clock"] as const),
] as const;
export type Facet = (typeof FACETS)[number];

/**
 * Verdicts about a facet. `unrouted`: this host has no route; `blocked`: nothing gets through; `partly`: nothing gets
 * through over one address family, although the family works; `intercepted`: another server answers; `firewall`: this
 * host's own firewall rejects packets; `inspected`: a proxy presents its own certificates; `full`: no further flow is
 * possible; `wrong`: the clock differs from the time of others.
 */
export const FACET_VERDICTS = [
  "ok",
  "unrouted",
  "blocked",
  "partly",
  "intercepted",
  "firewall",
  "inspected",
  "full",
  "wrong",
] as const;
export type FacetVerdict = (typeof FACET_VERDICTS)[number];

/** Third-party lists that are downloaded or read from a file. */
export const DATA_FILES = ["rdap_dns", "rdap_ipv4", "rdap_ipv6", "resolver_list", "as_database"] as const;
export type DataFile = (typeof DATA_FILES)[number];

/** Events that services/shared/net reports; services/shared/server/metrics/net-metrics.ts counts them. */
export type NetEvent =
  | {
      readonly kind: "dns_query";
      readonly upstream: UpstreamClass;
      readonly transport: "udp" | "tcp";
      readonly outcome: QueryOutcome;
      readonly elapsedMs: number;
    }
  | { readonly kind: "dns_tcp_fallback"; readonly upstream: UpstreamClass }
  | { readonly kind: "dns_retry"; readonly upstream: UpstreamClass }
  | {
      readonly kind: "connection";
      readonly of: ConnectionKind;
      readonly outcome: ConnectionOutcome;
      readonly elapsedMs: number;
    }
  | {
      readonly kind: "registry_asked";
      readonly over: "rdap" | "whois";
      readonly host: string;
      readonly outcome: RegistryOutcome;
      readonly elapsedMs: number;
    }
  | { readonly kind: "tls_handshake"; readonly outcome: HandshakeOutcome }
  | { readonly kind: "smtp_session"; readonly outcome: SessionOutcome }
  /**
   * A TLS observation of a mail server was requested. `hit`: it was cached; `miss`: it was not cached; `coalesced`: it
   * was already in flight.
   */
  | { readonly kind: "mail_server_wanted"; readonly result: "hit" | "miss" | "coalesced" }
  /**
   * One of our own resolvers was checked.
   * @param usable true if at least one of our resolvers is usable.
   */
  | {
      readonly kind: "resolver_checked";
      readonly resolver: string;
      readonly fault: ResolverFault | null;
      readonly usable: boolean;
    }
  /** A check of one of our own resolvers ended. `usable` is true if at least one of them answers and is trusted. */
  | { readonly kind: "resolvers_checked"; readonly usable: boolean }
  /** One of our own resolvers was found to lack something, so that some answers of it are not used. */
  | {
      readonly kind: "resolver_lacks";
      readonly resolver: string;
      readonly reason: "resolver_filters" | "resolver_no_dnssec";
    }
  /** At process start, none of our own resolvers returned a usable answer. */
  | { readonly kind: "resolvers_silent"; readonly resolvers: readonly string[] }
  /** The trials of this host ended: the verdict about each facet before and now. A facet may be unknown. */
  | {
      readonly kind: "host_tried";
      readonly before: ReadonlyMap<Facet, FacetVerdict>;
      readonly now: ReadonlyMap<Facet, FacetVerdict>;
    }
  | { readonly kind: "egress_refused"; readonly reason: RefusalReason }
  /**
   * A list was confirmed to be up to date.
   * @param checkedAt milliseconds since 1970.
   */
  | { readonly kind: "data_file"; readonly file: DataFile; readonly checkedAt: number };

/** Receives the events of services/shared/net. */
export type OnEvent = (event: NetEvent) => void;
