/**
 * The one table of reasons for `unknown`: what happened, in words a caller can act on.
 * A tool that turns one of these into "no" is wrong, whatever else it does.
 */
export const REASONS = {
  timeout: "No answer came before the deadline of this question.",
  servfail: "The server answered SERVFAIL: it could not answer the question.",
  refused: "The server answered REFUSED: it does not answer this question for us.",
  not_authoritative: "The server answered, but not as the authority for it (of a name server: lame).",
  referred: "The server named other servers to ask instead of an answer.",
  resolver_untrusted: "This API's own resolver failed the check of resolvers, so its answer is not used.",
  filtered:
    "This API's own resolver filters the name and says so (RFC 8914): its answer is not that of the name's zone.",
  rate_limited: "The server said that we ask too often.",
  blocked: "The server answers, but not to us.",
  malformed: "The answer could not be read, or broke the protocol.",
  empty_answer: "The server closed the connection without an answer.",
  not_recognised: "The answer is well formed, and holds nothing that we know how to read.",
  not_rdap: "What answered 404 is no RDAP server by its answer: something in front of it may have.",
  too_large: "The answer was larger than we accept.",
  unreachable: "The network could not deliver the question, or nothing listens there.",
  not_allowed: "The name leads to an address that is not public; nothing was sent.",
  no_ipv6_here: "This host has no IPv6 route; that says nothing about the server.",
  egress_blocked:
    "This API's own network does not let it out: by its operator's rules, or as many do at port 25.",
  budget: "The time for the whole answer was used up before this part was known.",
  list_unhealthy: "The list failed its own test points; its answer proves nothing.",
  no_servers: "No address of a server to ask was found.",
  tls_failed: "The server's certificate is not to be trusted, or no secure connection came about.",
  connection_refused: "Nothing listens there: the connection was refused.",
  reset: "The server broke the connection off.",
  not_tls: "What the server sent is no TLS.",
  tls_alert: "The server ended the TLS handshake with an alert; the detail names it.",
  no_common_tls:
    "The server speaks TLS, and no handshake came about: it has nothing in common with what is tried here, sends what our TLS library does not take, or shows no certificate. Others may come further.",
  tls_at_once: "The server says nothing in plain text: it speaks TLS at once, where STARTTLS is expected.",
  protocol_too_old: "The server knows only versions of SSL or TLS that nobody speaks any more.",
  try_later: "The server said that it does not serve us now (421, 450 or the like).",
  starttls_refused: "The server offers TLS and then refused it.",
  plaintext_injected: "Behind the go-ahead for TLS came plain text: somebody could put commands there.",
  preauth: "The server takes us for somebody logged in already (PREAUTH), and then TLS cannot be started.",
  not_a_host: "The record names something that is no host name; it was not asked.",
  port_not_allowed: "The record names a port that is none of such a service; it was not asked.",
  server_error: "The server answered that it failed itself (HTTP 5xx, or words to that effect).",
  held_back: "We ask this server no more often than is polite; it was not asked.",
  rewritten:
    "The answer is none that a blocklist gives: a resolver or a parked domain puts its own in place.",
  no_key: "Only who has a key gets an answer, and the operator of this API has set none.",
  contradictory: "Sources that should agree do not.",
  service_unavailable: "The part of this API that would know is down, or has no socket left to ask with.",
} as const;

/** Why something could not be found out. */
export type Reason = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as readonly Reason[];

/** How something was proved not to be there. */
export type AbsentHow = "nxdomain" | "nodata" | "not_offered";

/** What a look at the network gave: found, proved absent, or not found out. */
export type Outcome<T> =
  | { readonly kind: "present"; readonly value: T }
  | { readonly kind: "absent"; readonly how: AbsentHow }
  | { readonly kind: "unknown"; readonly reason: Reason };

export function present<T>(value: T): Outcome<T> {
  return { kind: "present", value };
}

export function absent(how: AbsentHow): Outcome<never> {
  return { kind: "absent", how };
}

export function unknown(reason: Reason): Outcome<never> {
  return { kind: "unknown", reason };
}
