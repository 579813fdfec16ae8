import { expect, test } from "bun:test";
import { FACETS, type Facet, type FacetVerdict } from "@dnstools/core/net-event";
import type { HostReason } from "@dnstools/core/tool/environment";
import type { Reason } from "@dnstools/core/tool/outcome";
import { explain, type Failure } from "./explain.ts";
import type { HostState } from "./facets.ts";

function host(verdicts: Partial<Record<Facet, FacetVerdict>>): HostState {
  return new Map(FACETS.map((facet) => [facet, { verdict: verdicts[facet] ?? "ok", evidence: null }]));
}

function failure(port: number, reason: Reason | null, more: Partial<Failure> = {}): Failure {
  return { address: "5.9.0.53", port, transport: "tcp", reason, ...more };
}
const V6 = { address: "2a01:4f8::53" } as const;
const UDP = { transport: "udp" } as const;

test.each<
  [says: string, verdicts: Partial<Record<Facet, FacetVerdict>>, failure: Failure, reason: HostReason | null]
>([
  ["no query gets through", { udp_53_ipv4: "blocked" }, failure(53, "timeout", UDP), "dns_blocked_here"],
  ["only TCP is blocked", { tcp_53_ipv4: "blocked" }, failure(53, "timeout", UDP), null],
  ["TCP is blocked", { tcp_53_ipv4: "blocked" }, failure(53, "reset"), "tcp53_blocked_here"],
  ["only UDP is blocked", { udp_53_ipv4: "blocked" }, failure(53, "reset"), null],
  ["the other family is blocked", { udp_53_ipv6: "blocked" }, failure(53, "timeout", UDP), null],
  [
    "a server refuses over a network that blocks",
    { udp_53_ipv4: "blocked" },
    failure(53, "refused", UDP),
    null,
  ],
  [
    "an interceptor refuses",
    { udp_53_ipv4: "intercepted" },
    failure(53, "refused", UDP),
    "dns_intercepted_here",
  ],
  ["an interceptor answers", { udp_53_ipv4: "intercepted" }, failure(53, null, UDP), "dns_intercepted_here"],
  [
    "an interceptor is silent",
    { tcp_53_ipv4: "intercepted" },
    failure(53, "timeout"),
    "dns_intercepted_here",
  ],
  ["IPv6 does not work", { ipv6: "blocked" }, failure(443, "timeout", V6), "no_ipv6_here"],
  ["IPv6 does not work, over IPv4", { ipv6: "blocked" }, failure(443, "timeout"), null],
  ["there is no IPv4 route", { ipv4: "unrouted" }, failure(443, "connection_refused"), "no_ipv4_here"],
  ["port 25 is blocked", { tcp_25: "blocked" }, failure(25, "timeout"), "egress_blocked"],
  ["port 443 accepts and closes", { tcp_443: "blocked" }, failure(443, "malformed"), "egress_blocked"],
  ["port 25 is blocked, at port 587", { tcp_25: "blocked" }, failure(587, "timeout"), null],
  [
    "the firewall of this host is silent for TCP",
    { udp_53_ipv4: "firewall", tcp_53_ipv4: "blocked" },
    failure(53, "timeout"),
    "tcp53_blocked_here",
  ],
  [
    "the firewall of this host shows in UDP only",
    { udp_53_ipv4: "firewall" },
    failure(53, "timeout"),
    "local_firewall",
  ],
  ["there is no room for flows", { flows: "full" }, failure(8443, "timeout"), "nat_full"],
  [
    "a server refuses while there is no room for flows",
    { flows: "full" },
    failure(53, "servfail", UDP),
    null,
  ],
  ["TLS is inspected", { tls: "inspected" }, failure(443, "tls_failed"), "tls_inspected_here"],
  ["the clock is wrong", { clock: "wrong" }, failure(443, "certificate_dates"), "clock_wrong"],
  ["the clock is wrong, and an authority is unknown", { clock: "wrong" }, failure(443, "tls_failed"), null],
  ["a proxy answers at port 25", { tcp_25: "intercepted" }, failure(25, null), "egress_blocked"],
  ["the clock is wrong, and a server is silent", { clock: "wrong" }, failure(443, "timeout"), null],
  ["all is in order", {}, failure(53, "timeout", UDP), null],
])("%s", (_, verdicts, failed, reason) => {
  expect(explain(host(verdicts), failed)?.reason ?? null).toBe(reason);
});

test("a port that is blocked over one family explains failures over that family", () => {
  const state: HostState = new Map([["tcp_443", { verdict: "partly", family: "ipv6", evidence: null }]]);
  expect(explain(state, failure(443, "timeout", V6))?.reason).toBe("egress_blocked");
  expect(explain(state, failure(443, "timeout"))).toBeNull();
});

test("nothing is explained before anything is known", () => {
  expect(explain(new Map(), failure(53, "timeout", UDP))).toBeNull();
});
