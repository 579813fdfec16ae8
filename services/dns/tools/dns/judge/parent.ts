import { type ParentView, parentViews, splitViews } from "@dnstools/core/domain/parent-servers";
import type { LinkJudged } from "@dnstools/core/domain/trust-chain";
import type { Finding } from "@dnstools/core/tool/finding";
import { findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { shownBy, shownByEach } from "./shown-by.ts";

/** Maximum number of servers that are listed for each answer; the operator of a zone can name any number. */
const LISTED_MAX = 13;

/** What servers answer, for a sentence. */
const WORDS: Readonly<Record<ParentView["says"], string>> = {
  delegated: "delegated",
  denied: "denied with NXDOMAIN",
  own_data: "a name of the zone above, without a delegation",
  child: "answered from the zone itself when asked for its DS",
};

/**
 * Returns a finding if the servers of the zone above contradict each other about the delegation, or if some servers of
 * the zone answer for the name and others refer to a zone below.
 */
export function inconsistencyFindings(
  observed: DnsObservation,
  name: string,
  chain: readonly LinkJudged[],
): Finding[] {
  return [
    ...inconsistent(observed, observed.delegation?.apex ?? name, comparable(observed, chain)),
    ...inconsistent(observed, name, splitViews(observed)),
  ];
}

/** Returns a finding if all servers of a signed parent answer the query for DS from the child zone. */
export function fromChildFindings(observed: DnsObservation, chain: readonly LinkJudged[]): Finding[] {
  const { apex = "" } = observed.delegation ?? {};
  const views = parentViews(observed);
  const isFromChild = views.length > 0 && views.every(({ says }) => says === "child");
  if (!isFromChild || !isSecureAbove(observed, chain)) return [];
  const evidence = shownBy(observed, { names: [apex], types: ["DS"] });
  return [findingOf("dns.ds_from_child", { subjects: [apex], evidence })];
}

/** Returns what servers of the parent say, without what does no harm: an unsigned parent has nothing to prove. */
function comparable(observed: DnsObservation, chain: readonly LinkJudged[]): readonly ParentView[] {
  const views = parentViews(observed);
  return isSecureAbove(observed, chain) ? views : views.filter(({ says }) => says !== "child");
}

/** Returns true if the zone above the delegated one is secure. */
function isSecureAbove({ delegation }: DnsObservation, chain: readonly LinkJudged[]): boolean {
  const at = chain.findIndex(({ zone }) => zone === delegation?.apex);
  return chain[at - 1]?.trust === "secure";
}

/** Delegations come first in a sentence. */
const rank = ({ says }: ParentView) => Object.keys(WORDS).indexOf(says);

/** Returns a finding if servers say different things about the delegation of a zone. */
function inconsistent(observed: DnsObservation, zone: string, views: readonly ParentView[]): Finding[] {
  // A server whose referral was not seen names no servers, so it agrees with every referral.
  const named = views.filter(({ says, nameServers }) => says !== "delegated" || nameServers !== null);
  const lists = new Set(
    named.flatMap(({ nameServers }) => (nameServers === null ? [] : [nameServers.join(", ")])),
  );
  const wordsOf = ({ says, nameServers }: ParentView) =>
    says === "delegated" && lists.size > 1 && nameServers !== null
      ? `delegated to ${nameServers.slice(0, LISTED_MAX).join(", ")}`
      : WORDS[says];
  const sorted = (lists.size > 1 ? named : views).toSorted((a, b) => rank(a) - rank(b));
  const groups = [...Map.groupBy(sorted, wordsOf)];
  if (groups.length < 2) return [];
  const said = groups.map(([words, some]) => {
    const servers = [...new Set(some.map(({ server }) => server.name))];
    return `${words} (${servers.slice(0, LISTED_MAX).join(", ")})`;
  });
  const servers = [...new Set(views.map(({ server }) => server.name))].slice(0, LISTED_MAX);
  return [
    findingOf("dns.delegation_inconsistent", {
      subject: `${zone} is ${said.join("; ")}`,
      subjects: [zone, ...servers],
      evidence: shownByEach(
        observed,
        groups.map(([, some]) => ({
          names: [zone],
          at: some.map(({ server }) => server.address),
        })),
      ),
    }),
  ];
}
