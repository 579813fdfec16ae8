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
 * Returns the findings about the servers of the zone above: whether they agree about the delegation, and whether they
 * answer the query for DS.
 */
export function parentFindings(observed: DnsObservation, chain: readonly LinkJudged[]): Finding[] {
  const { apex = "" } = observed.delegation ?? {};
  const shown = { subjects: [apex], evidence: shownBy(observed, { names: [apex], types: ["DS"] }) };
  return [
    ...(isFromChild(observed, chain) ? [findingOf("dns.ds_from_child", shown)] : []),
    ...inconsistent(observed, apex, comparable(observed, chain)),
  ];
}

/** Returns a finding if some servers of the zone answer for a name and others refer to servers of a zone below. */
export function splitFindings(observed: DnsObservation, name: string): Finding[] {
  return inconsistent(observed, name, splitViews(observed));
}

/** Returns what servers of the parent say, without what harms nobody: an unsigned parent has nothing to prove. */
function comparable(observed: DnsObservation, chain: readonly LinkJudged[]): readonly ParentView[] {
  const views = parentViews(observed);
  return isSecureAbove(observed, chain) ? views : views.filter(({ says }) => says !== "child");
}

/** Returns true if all servers of a signed parent that answered the query for DS did it from the child zone. */
function isFromChild(observed: DnsObservation, chain: readonly LinkJudged[]): boolean {
  const views = parentViews(observed);
  return views.length > 0 && views.every(({ says }) => says === "child") && isSecureAbove(observed, chain);
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
