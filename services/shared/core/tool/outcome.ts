/**
 * Reasons for `unknown`, in words on which a caller can act. There is no other table of reasons. A tool must never
 * report "no" where the outcome is `unknown`.
 */
export const REASONS = {
  timeout: "No answer arrived before the timeout of this query.",
  servfail: "The server answered SERVFAIL: it could not answer the query.",
  refused: "The server answered REFUSED: it does not answer this query from us.",
  not_authoritative: "The name server answered, but not with authority for the zone (lame delegation).",
  referred: "The server did not answer the query but referred to other servers.",
  resolver_untrusted: "This API's own resolver failed its health check, so its answer is not used.",
  resolver_failed: "This API's own resolver did not answer, so the name could not be looked up.",
  filtered:
    "This API's own resolver filters the name, or denies it without a proof that could be checked at the zone's servers, so its answer is not used.",
  rate_limited: "The server limits the rate of our queries and rejected this one.",
  blocked: "The server answers other clients but blocks our queries.",
  malformed: "The answer could not be parsed or violates the protocol.",
  empty_answer: "The server closed the connection without an answer.",
  not_recognised: "The answer is well formed but has no content that this API can interpret.",
  not_rdap:
    "The content of the 404 response shows that it does not come from an RDAP server; it may come from a proxy in front of one.",
  name_too_long:
    "A DNAME record makes the name longer than 255 octets (YXDOMAIN), so it has no records and no server is at fault.",
  too_large: "The answer exceeded the size that this API accepts.",
  unreachable: "The server could not be reached, or nothing listens at that address and port.",
  not_allowed: "The name resolves to an address that is not public, so nothing was sent.",
  no_ipv4_here: "This API's host has no working IPv4, which says nothing about the server.",
  no_ipv6_here: "This API's host has no working IPv6, which says nothing about the server.",
  dns_blocked_here:
    "This API's own network lets no DNS query (UDP port 53) through to name servers, which says nothing about the server.",
  dns_intercepted_here:
    "This API's own network intercepts DNS: another server answered in place of the one that was queried.",
  tcp53_blocked_here: "This API's own network blocks DNS over TCP, which says nothing about the server.",
  egress_blocked:
    "This API's own network blocks this outgoing traffic or answers it itself, which says nothing about the server.",
  egress_denied: "The operator of this API does not allow it to contact this address.",
  local_firewall:
    "The firewall of this API's own host rejects this traffic, which says nothing about the server.",
  nat_full:
    "The router in front of this API has no room for further flows, which says nothing about the server.",
  tls_inspected_here:
    "A proxy in this API's own network inspects TLS, so the certificates are the proxy's and not the server's.",
  resolver_filters: "This API's own resolver answered otherwise than the zone's own servers.",
  resolver_no_dnssec: "This API's own resolver does not validate DNSSEC, so this could not be checked.",
  resolver_limits:
    "This API's own resolver takes fewer queries than this call needs, so it did not answer this one.",
  clock_wrong: "The clock of this API's host is wrong, so this could not be checked.",
  budget: "The time for the whole call ran out before this part was known.",
  list_unhealthy: "The blocklist failed its test points, so its answer proves nothing.",
  no_servers: "No address of a server to query was found.",
  tls_failed: "The server's certificate is not trusted, or no secure connection could be established.",
  certificate_dates: "The server's certificate has expired or is not valid yet.",
  connection_refused: "The connection was refused: nothing listens at that address and port.",
  reset: "The server reset the connection.",
  not_tls: "The server's response is not TLS.",
  tls_alert: "The server ended the TLS handshake with an alert; the detail names it.",
  no_common_tls:
    "The server speaks TLS, but no handshake succeeded: it shares no protocol version or cipher with this API, sends something that our TLS library rejects, or sends no certificate. Other clients may succeed.",
  tls_at_once: "The server expects TLS from the first byte on a port where STARTTLS is expected.",
  protocol_too_old: "The server supports only obsolete versions of SSL or TLS.",
  try_later: "The server refused service temporarily (421, 450 or a similar code).",
  starttls_refused: "The server offered STARTTLS but then refused it.",
  plaintext_injected:
    "The server sent plain text after it agreed to start TLS, so an attacker could inject commands there.",
  preauth:
    "The server treats the connection as already logged in (PREAUTH), and TLS cannot be started after that.",
  not_a_host: "The record's target is not a valid host name, so it was not queried.",
  port_not_allowed: "The record's port is not one that this service uses, so no connection was made.",
  server_error: "The server reported an internal error (HTTP 5xx or an equivalent message).",
  held_back: "The server was not queried, because this API had reached its own rate limit for that server.",
  rewritten: "The answer is not one that a blocklist returns: a resolver or a parked domain replaced it.",
  no_key: "The service answers only with an API key, and the operator of this API has not configured one.",
  contradictory: "Sources that should agree contradict each other.",
  service_unavailable: "The responsible part of this API is down or has no free socket for the query.",
} as const;

/** Reason why something could not be determined. */
export type Reason = keyof typeof REASONS;
/** Codes of all reasons. */
export const REASON_CODES = Object.keys(REASONS) as readonly Reason[];

/** How the absence of something was proved. */
export type AbsentHow = "nxdomain" | "nodata" | "not_offered";

/** The result of an observation: present, provably absent, or unknown. */
export type Outcome<T> =
  | { readonly kind: "present"; readonly value: T }
  | { readonly kind: "absent"; readonly how: AbsentHow }
  | { readonly kind: "unknown"; readonly reason: Reason };

/** Returns the outcome of something that was found. */
export function present<T>(value: T): Outcome<T> {
  return { kind: "present", value };
}

/** Returns the outcome of something that provably does not exist. */
export function absent(how: AbsentHow): Outcome<never> {
  return { kind: "absent", how };
}

/** Returns the outcome of something that could not be determined. */
export function unknown(reason: Reason): Outcome<never> {
  return { kind: "unknown", reason };
}
