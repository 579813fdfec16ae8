import type { Facet } from "@dnstools/core/net-event";
import type { DnsClient } from "../dns/client.ts";
import type { ResolverChecks } from "../resolver/resolver-checks.ts";
import { clockResult } from "./clock.ts";
import {
  type Connection,
  type ConnectionParts,
  inspectionResult,
  partialResult,
  portResult,
  type TriedPort,
  tryPort,
} from "./connections.ts";
import type { FacetResult, HostState } from "./facets.ts";
import { tryFlows } from "./flows.ts";
import { type RootTrials, tryRoots } from "./roots.ts";

/** What the tools of a process use, and so what is tried: name servers, or a TCP port. */
export type HostUse = "name_servers" | TriedPort;

/** The parts of the network layer that a round of trials uses. */
export type RoundParts = ConnectionParts & {
  readonly dns: Pick<DnsClient, "ask">;
  readonly checks: Pick<ResolverChecks, "resolvers">;
  readonly uses: readonly HostUse[];
};

/** Returns the facets that have a result if the trials get as far as the network lets them. */
export function facetsOf(uses: readonly HostUse[]): readonly Facet[] {
  const ports = uses.filter((use) => use !== "name_servers");
  const own = uses.includes("name_servers") ? (["udp_53_ipv4", "tcp_53_ipv4"] as const) : [];
  return [...own, ...ports.map((port) => `tcp_${port}` as const)];
}

/** Tries everything that the tools of this process use, all at once. */
export async function tryAll(parts: RoundParts, signal: AbortSignal): Promise<HostState> {
  const { uses, dns, checks, authorities } = parts;
  const ports = uses.filter((use) => use !== "name_servers");
  const [flows, roots, ...connected] = await Promise.all([
    tryFlows(dns, checks.resolvers[0], signal),
    uses.includes("name_servers") ? tryRoots(dns, signal) : NO_ROOTS,
    ...ports.map((port) => tryPort(parts, port, signal)),
  ]);
  const state = new Map(roots.results);
  for (const [i, port] of ports.entries()) note(state, `tcp_${port}`, portResult(connected[i] ?? []));
  const web = connected[ports.indexOf(443)] ?? [];
  note(state, "tls", inspectionResult(web, authorities));
  for (const [family, result] of familyResults(roots, connected.flat())) note(state, family, result);
  for (const [i, port] of ports.entries())
    for (const family of FAMILIES)
      if (state.get(family)?.verdict === "ok")
        note(state, `tcp_${port}`, partialResult(connected[i] ?? [], family));
  note(state, "clock", clockResult(web, roots.signatures, Date.now()));
  note(state, "flows", flows);
  return state;
}

const FAMILIES = ["ipv4", "ipv6"] as const;
const NO_ROOTS: RootTrials = { results: new Map(), signatures: [] };

function note(state: Map<Facet, FacetResult>, facet: Facet, result: FacetResult | null): void {
  if (result !== null) state.set(facet, result);
}

/**
 * Returns whether each family works: one exchange over it got through, or none did although the other family works. A
 * family without a route, or behind a firewall of this host, does not work in any case.
 */
function familyResults(
  { results }: RootTrials,
  connections: readonly Connection[],
): readonly (readonly [Facet, FacetResult])[] {
  const families = FAMILIES.map((family) => {
    const all: readonly (Pick<FacetResult, "evidence"> & Pick<Connection, "verdict">)[] = [
      ...(["udp", "tcp"] as const).flatMap((transport) => results.get(`${transport}_53_${family}`) ?? []),
      ...connections.filter(({ address }) => address.includes(":") === (family === "ipv6")),
    ];
    const through = all.find(({ verdict }) => verdict === "ok" || verdict === "intercepted");
    // The firewall of this host shows in UDP only, so it explains TCP that is silent.
    const failed = (["firewall", "blocked", "unrouted"] as const)
      .map((verdict) => all.find((one) => one.verdict === verdict))
      .find((one) => one !== undefined);
    return { family, through, failed };
  });
  const works = families.some(({ through }) => through !== undefined);
  return families.flatMap(({ family, through, failed }): (readonly [Facet, FacetResult])[] => {
    if (through !== undefined) return [[family, { verdict: "ok", evidence: through.evidence }]];
    const isKnown = failed !== undefined && (works || failed.verdict !== "blocked");
    return isKnown && failed.verdict !== null
      ? [[family, { verdict: failed.verdict, evidence: failed.evidence }]]
      : [];
  });
}
