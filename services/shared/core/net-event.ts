import type { Scope } from "./protocol/special-purpose.ts";

/** Whose server was asked: our own resolver, a public one, or one of a zone's. */
export type UpstreamClass = "recursor" | "public_resolver" | "authoritative";

/** How one exchange ended, as the metric counts it. */
export type QueryOutcome =
  | "noerror"
  | "nxdomain"
  | "servfail"
  | "refused"
  | "formerr"
  | "timeout"
  | "network_error"
  | "bad_reply";

/** How one exchange with a registry ended, as the metric counts it. */
export const REQUEST_OUTCOMES = ["ok", "refused", "rate_limited", "timeout", "failed"] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** What net tells about its work; service/metrics listens. */
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
      readonly kind: "http_request" | "whois_request" | "tls_request";
      readonly outcome: RequestOutcome;
      readonly elapsedMs: number;
    }
  /** Whether this host's own network lets something out was tried; null: that could not be found out. */
  | { readonly kind: "egress_tried"; readonly what: "ipv6" | "smtp_25"; readonly leads: boolean | null }
  | { readonly kind: "egress_refused"; readonly scope: Exclude<Scope, "public"> | "own_network" };

export type OnEvent = (event: NetEvent) => void;
