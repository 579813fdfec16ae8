import type { Scope } from "./protocol/special-purpose.ts";

/** Whose server was asked: our own resolver, one of a zone's, or a public one. */
export const UPSTREAM_CLASSES = ["recursor", "authoritative", "public"] as const;
export type UpstreamClass = (typeof UPSTREAM_CLASSES)[number];

/** How one exchange ended, as the metric counts it. */
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

/** What a connection to a server of others was for; `tls`: TLS from its start. */
export const CONNECTION_KINDS = ["http", "https", "rdap", "whois", "tls", "smtp", "imap", "pop3"] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** How one ended, as the metric counts it. */
export const CONNECTION_OUTCOMES = ["ok", "refused", "rate_limited", "timeout", "failed"] as const;
export type ConnectionOutcome = (typeof CONNECTION_OUTCOMES)[number];

/** What a registry's answer came to. */
export const REGISTRY_OUTCOMES = [
  "ok",
  "refused",
  "rate_limited",
  "timeout",
  "unparsable",
  "failed",
] as const;
export type RegistryOutcome = (typeof REGISTRY_OUTCOMES)[number];

/** How a handshake ended that was begun. */
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

/** How a dialogue with a mail server ended that took our connection; `ok` came to the start of TLS. */
export const SESSION_OUTCOMES = ["ok", "no_starttls", "refused", "try_later", "timeout", "failed"] as const;
export type SessionOutcome = (typeof SESSION_OUTCOMES)[number];

/** Why something was not dialled. */
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

/** What shows that one of our own resolvers is not to be believed, in words that follow "the resolver". */
export const RESOLVER_FAULTS = {
  denies_root: "names no servers of the root zone",
  denies_com: "names no servers of com",
  invents_answers: "gives addresses to names that do not exist",
  denies_without_soa: "denies names without the SOA record that belongs to a denial (RFC 2308 2.1)",
} as const;
export type ResolverFault = keyof typeof RESOLVER_FAULTS;

/** What of the outside this host's own network may not let through. */
export const CAPABILITIES = ["ipv6", "smtp_25", "udp_53"] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Lists of somebody else's that are fetched or read. */
export const DATA_FILES = ["rdap_dns", "rdap_ipv4", "rdap_ipv6", "resolver_list", "as_database"] as const;
export type DataFile = (typeof DATA_FILES)[number];

/** What net tells about its work; server/metrics/net-metrics.ts counts. */
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
  /** Somebody asked for what a mail server showed. */
  | { readonly kind: "mail_server_wanted"; readonly result: "hit" | "miss" | "coalesced" }
  /** One of our own resolvers was checked. @param usable whether one of them is to be believed. */
  | {
      readonly kind: "resolver_checked";
      readonly resolver: string;
      readonly fault: ResolverFault | null;
      readonly usable: boolean;
    }
  /** At the start of the process none of our own resolvers gave a usable answer. */
  | { readonly kind: "resolvers_silent"; readonly resolvers: readonly string[] }
  /** Whether this host's own network lets something out was tried; null: that could not be found out. */
  | { readonly kind: "egress_tried"; readonly what: Capability; readonly leads: boolean | null }
  | { readonly kind: "egress_refused"; readonly reason: RefusalReason }
  /** A list was found to be as its owner has it. @param checkedAt milliseconds since 1970. */
  | { readonly kind: "data_file"; readonly file: DataFile; readonly checkedAt: number };

export type OnEvent = (event: NetEvent) => void;
