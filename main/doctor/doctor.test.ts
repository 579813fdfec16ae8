import { expect, test } from "bun:test";
import { FACETS, type Facet } from "@dnstools/core/net-event";
import { ENVIRONMENT, type HostReason } from "@dnstools/core/tool/environment";
import type { FacetResult, ResolverState } from "@dnstools/net";
import { diagnosisJson, isInOrder } from "./conclusion.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { doctorPage } from "./page.ts";
import { diagnosisText } from "./text.ts";

const evidence: FacetResult["evidence"] = {
  ...{ question: ". IN SOA +dnssec", server: "root", address: "199.7.83.42", transport: "udp" as const },
  ...{ rcode: null, flags: [], errors: [], nsid: null, ttl: null, elapsedMs: 1400, reason: null },
  at: "2026-11-28T07:00:00.000Z",
};

const resolver = (verdict: ResolverState["verdict"], name = "192.0.2.1#53"): ResolverState => ({
  ...{ resolver: name, verdict, validates: true, rejectsBogus: true, tcp: true, filters: false },
});

function diagnosis(
  results: Partial<Record<Facet, Partial<FacetResult>>> = {},
  other: Partial<Diagnosis> = {},
): Diagnosis {
  return {
    state: new Map(FACETS.map((facet) => [facet, { verdict: "ok", evidence, ...results[facet] }])),
    at: "2026-11-28T07:00:02.000Z",
    resolvers: [resolver("ok")],
    proxies: [],
    isTried: true,
    ...other,
  };
}

const text = (of: Diagnosis) => diagnosisText(of, { columns: 1000, colours: false });
const NAME_SERVERS = "dns, propagation, scout";
const ALL = "dns, mail, ssl, whois, reverse, propagation, scout";

test.each<[facet: Facet, result: Partial<FacetResult>, code: HostReason, row: string, tools: string]>([
  ["ipv4", { verdict: "blocked" }, "no_ipv4_here", "IPv4 ✗ FAIL blocked", ALL],
  ["ipv6", { verdict: "unrouted" }, "no_ipv6_here", "IPv6 ✗ FAIL no route", ALL],
  ["udp_53_ipv4", { verdict: "blocked" }, "dns_blocked_here", "UDP ✗ FAIL blocked over IPv4", NAME_SERVERS],
  ["udp_53_ipv6", { verdict: "intercepted" }, "dns_intercepted_here", "another server answers", NAME_SERVERS],
  [
    "udp_53_ipv4",
    { verdict: "firewall" },
    "local_firewall",
    "rejected by this host's firewall",
    NAME_SERVERS,
  ],
  [
    "tcp_53_ipv6",
    { verdict: "blocked" },
    "tcp53_blocked_here",
    "ok over IPv4, blocked over IPv6",
    NAME_SERVERS,
  ],
  ["tcp_25", { verdict: "blocked" }, "egress_blocked", "port 25 (SMTP) ✗ FAIL blocked", "ssl"],
  ["tcp_43", { verdict: "blocked" }, "egress_blocked", "port 43 (WHOIS) ✗ FAIL", "whois, reverse"],
  ["tcp_80", { verdict: "blocked" }, "egress_blocked", "port 80 (HTTP) ✗ FAIL", "ssl"],
  [
    "tcp_443",
    { verdict: "blocked" },
    "egress_blocked",
    "port 443 (HTTPS) ✗ FAIL",
    "mail, ssl, whois, reverse",
  ],
  [
    "tls",
    { verdict: "inspected", issuer: "O=<Corp>\nCN=CA" },
    "tls_inspected_here",
    "by O=<Corp>, CN=CA",
    "mail, ssl, whois, reverse",
  ],
  ["flows", { verdict: "full" }, "nat_full", "room for new flows ✗ FAIL none", ALL],
  ["clock", { verdict: "wrong", offsetMs: 259_200_000 }, "clock_wrong", "clock ✗ FAIL 3 days slow", ALL],
  ["clock", { verdict: "wrong", offsetMs: -600_000 }, "clock_wrong", "clock ✗ FAIL 10 minutes fast", ALL],
])(
  "%s %p: its line, its code, what to do, and the tools that it affects",
  (facet, result, code, row, tools) => {
    const found = diagnosis({ [facet]: result });
    const shown = text(found);
    const lines = shown.split("\n").map((line) => line.trim().replace(/ +/g, " "));
    expect(lines.slice(0, 13).filter((line) => line.includes("FAIL"))).toEqual([
      expect.stringContaining(row),
    ]);
    const at = lines.findIndex((line) => line.startsWith(`✗ ${code}: `));
    const { says, remedy } = ENVIRONMENT[code];
    expect(lines.slice(at + 1, at + 5)).toEqual([
      says,
      `What to do: ${remedy}`,
      `Affects: ${tools}.`,
      "Seen with: dig @199.7.83.42 . SOA +dnssec",
    ]);
    const { environment, facets } = diagnosisJson(found);
    expect({ environment, result: facets[facet] }).toEqual({
      environment: [code],
      result: { verdict: "ok", evidence, ...result },
    });
    const page = doctorPage(found);
    expect(page).toContain(`<h2>${code}: `);
    expect(page).not.toContain("<Corp>");
    expect(isInOrder(found)).toBe(false);
  },
);

test("a family that does not work explains its port 53", () => {
  const blocked = { verdict: "blocked" } as const;
  const found = diagnosis({ ipv6: blocked, udp_53_ipv6: blocked, tcp_53_ipv6: blocked });
  expect(diagnosisJson(found).environment).toEqual(["no_ipv6_here"]);
  expect(text(found)).toContain("DNS to name servers, UDP  ✓ ok    ok over IPv4, blocked over IPv6");
});

test("all in order; a proxy variable is named all the same", () => {
  const found = diagnosis({}, { proxies: ["HTTP_PROXY"] });
  expect(isInOrder(found)).toBe(true);
  expect(text(found)).toEndWith(`
HTTP_PROXY is set and not used: this API connects directly.

All in order.
`);
});

test("what was not tested is neither in order nor a fault", () => {
  const found = diagnosis({}, { state: new Map(), at: null, isTried: false });
  expect(text(found)).toContain("clock                     ? not tested");
  expect(text(found)).toContain("Trials are switched off (EGRESS_TEST=off)");
  expect(isInOrder(found)).toBe(false);
  const { environment, facets } = diagnosisJson(found);
  expect({ environment, clock: facets["clock"] }).toEqual({
    environment: [],
    clock: { verdict: null, evidence: null },
  });
  expect(doctorPage(found)).toContain('<tr class="unknown"><td>clock</td><td>not tested</td>');
});

test.each<[resolvers: Diagnosis["resolvers"], says: string]>([
  [[], "No resolver is known"],
  [[resolver("silent")], "192.0.2.1#53 does not answer. Calls that need"],
  [[resolver("incomplete")], "192.0.2.1#53 answers only some queries. Calls"],
  [
    [resolver("ok"), resolver("denies_known", "192.0.2.2#53")],
    "192.0.2.2#53 denies names that exist, so it is not used. Other resolvers are used instead.",
  ],
])("resolvers %p", (resolvers, says) => {
  const found = diagnosis({}, { resolvers });
  const shown = text(found);
  expect(shown).toContain(says);
  expect(shown.includes("Affects: dns, mail, ssl, whois, reverse, dnsbl")).toBe(resolvers.length < 2);
  expect(isInOrder(found)).toBe(false);
});

test("what a resolver lacks: its line, its code, and what to do", () => {
  const lacking = { ...resolver("ok"), rejectsBogus: false, filters: true, tcp: false };
  const found = diagnosis({}, { resolvers: [lacking] });
  const shown = text(found);
  expect(shown).toContain("filters names, does not validate DNSSEC, does not answer over TCP");
  for (const title of ["resolver_filters: 192.0.2.1#53", "resolver_no_dnssec: 192.0.2.1#53"])
    expect(shown).toContain(`✗ ${title}`);
  expect(shown).toContain("The resolver 192.0.2.1#53 does not answer over TCP");
  expect(diagnosisJson(found).environment).toEqual(["resolver_filters", "resolver_no_dnssec"]);
  expect(isInOrder(found)).toBe(false);
});
