import { FACETS, type Facet, type FacetVerdict } from "@dnstools/core/net-event";
import { faultsOf, type HostReason } from "@dnstools/core/tool/environment";
import type { FacetResult, HostState, HostUse, ResolverState } from "@dnstools/net";
import type { Diagnosis } from "./diagnosis.ts";

/** One line of the diagnosis: what was tested, and with which result. */
export type Row = {
  readonly name: string;
  readonly result: "ok" | "FAIL" | "not tested";
  /** What is wrong; empty if nothing is. May contain text from a certificate. */
  readonly detail: string;
};

/** Facets that are shown in one line, and what uses them; `use` is null for what every use of the network needs. */
type Group = { readonly name: string; readonly facets: readonly Facet[]; readonly use: HostUse | null };

/** The lines about this host and its network, in the order in which they are shown. */
export const GROUPS: readonly Group[] = [
  { name: "IPv4", facets: ["ipv4"], use: null },
  { name: "IPv6", facets: ["ipv6"], use: null },
  { name: "DNS to name servers, UDP", facets: ["udp_53_ipv4", "udp_53_ipv6"], use: "name_servers" },
  { name: "DNS to name servers, TCP", facets: ["tcp_53_ipv4", "tcp_53_ipv6"], use: "name_servers" },
  { name: "port 25 (SMTP)", facets: ["tcp_25"], use: 25 },
  { name: "port 43 (WHOIS)", facets: ["tcp_43"], use: 43 },
  { name: "port 80 (HTTP)", facets: ["tcp_80"], use: 80 },
  { name: "port 443 (HTTPS)", facets: ["tcp_443"], use: 443 },
  { name: "TLS without inspection", facets: ["tls"], use: 443 },
  { name: "room for new flows", facets: ["flows"], use: null },
  { name: "clock", facets: ["clock"], use: null },
];

/** Returns the verdicts about the facets, in the order of FACETS. */
export function verdictsOf(state: HostState): ReadonlyMap<Facet, FacetVerdict> {
  const known = FACETS.filter((facet) => state.has(facet));
  return new Map(known.map((facet) => [facet, state.get(facet)?.verdict ?? "ok"]));
}

/** Returns the lines of a diagnosis, one for each group of facets and for each resolver. */
export function rowsOf({ state, resolvers }: Diagnosis): readonly Row[] {
  const faulty = new Set([...faultsOf(verdictsOf(state)).values()].flat());
  const groups = GROUPS.map(({ name, facets }): Row => {
    const isTested = facets.every((facet) => state.has(facet));
    const isNothing = facets.every((facet) => (state.get(facet)?.verdict ?? "ok") !== "ok");
    const result =
      isNothing || facets.some((facet) => faulty.has(facet)) ? "FAIL" : isTested ? "ok" : "not tested";
    return { name, result, detail: detailOf(facets, state) };
  });
  const own = resolvers.map((one): Row => {
    const lacks = lacksOf(one);
    const isGood = one.verdict === "ok" && lacks.length === 0;
    const result = one.verdict === null ? "not tested" : isGood ? "ok" : "FAIL";
    return { name: `resolver ${one.resolver}`, result, detail: lacks.map(([, says]) => says).join(", ") };
  });
  return [...groups, ...own];
}

/** Returns what a resolver lacks, each with its code in ENVIRONMENT; null without one. */
export function lacksOf({
  filters,
  rejectsBogus,
  tcp,
}: ResolverState): readonly (readonly [HostReason | null, string])[] {
  return [
    ...(filters ? [["resolver_filters", "filters names"] as const] : []),
    ...(rejectsBogus === false ? [["resolver_no_dnssec", "does not validate DNSSEC"] as const] : []),
    ...(tcp === false ? [[null, "does not answer over TCP"] as const] : []),
  ];
}

/** Returns what the facets of a group are, by family if they differ; empty if the result says it all. */
function detailOf(facets: readonly Facet[], state: HostState): string {
  const words = facets.map((facet) => wordsOf(state.get(facet)));
  const [first = ""] = words;
  if (words.every((one) => one === first)) return ["ok", "not tested"].includes(first) ? "" : first;
  return words.map((one, at) => `${one} over ${facets[at]?.endsWith("4") ? "IPv4" : "IPv6"}`).join(", ");
}

const WORDS = {
  ok: "ok",
  unrouted: "no route",
  blocked: "blocked",
  intercepted: "another server answers",
  firewall: "rejected by this host's firewall",
  full: "none",
} as const;

function wordsOf(result: FacetResult | undefined): string {
  if (result === undefined) return "not tested";
  const { verdict, family, issuer = "an unknown issuer", offsetMs = 0 } = result;
  if (verdict === "partly") return `blocked over ${family === "ipv6" ? "IPv6" : "IPv4"}`;
  if (verdict === "inspected") return `inspected by ${issuer.replaceAll("\n", ", ")}`;
  if (verdict === "wrong") return `${spanOf(Math.abs(offsetMs))} ${offsetMs > 0 ? "slow" : "fast"}`;
  return WORDS[verdict];
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Returns a length of time in the largest unit of which it has two, such as `3 days`. */
function spanOf(ms: number): string {
  const [unit, size] = UNITS.find(([, each]) => ms >= 2 * each) ?? ["minute", 60_000];
  return new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" }).format(
    Math.round(ms / size),
  );
}
