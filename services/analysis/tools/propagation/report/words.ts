import { cell, say } from "@dnstools/core/report/blocks";
import type { Cell, Status, Text } from "@dnstools/core/report/report";
import type { PropagationData, ResolverData, ResultData } from "../data.ts";
import type { ResolverFault } from "../observations.ts";

type Class = ResultData["class"];
type Detail = NonNullable<ResultData["detail"]>;

/** Classes of answers in the order of a report, each with how it is. */
export const CLASS_WORDS: Readonly<Record<Class, readonly [status: Status, text: string]>> = {
  match: ["pass", "what the zone has"],
  stale: ["warning", "old answer"],
  nxdomain: ["warning", "name denied"],
  different: ["none", "another answer"],
  filtered: ["none", "filtered on purpose"],
  unknown: ["unknown", "unknown"],
};

/** What a detail of an answer means, and its status where that is not the class's. */
const DETAIL_WORDS: Readonly<Record<Detail, readonly [text: string, status?: Status]>> = {
  negative: ["old denial"],
  serve_stale: ["expired answer, kept until the zone can be reached"],
  unconfirmed: ["old answer, not seen to count down"],
  ended: ["old answer that has just ended"],
  round_robin: ["some of the zone's addresses"],
  same_operator: ["address of the same network, balanced"],
  same_operator_unproved: ["address of the same network, may be old", "unknown"],
  same_alias: ["address behind the same alias"],
  near_alias: ["alias to the same provider, balanced"],
  near_alias_unproved: ["alias to the same provider, may be old", "unknown"],
  by_place: ["address that the zone gives by location"],
  unclear: ["old, or given by location", "unknown"],
  pinned: ["TTL does not count down, no end known", "warning"],
  uncached: ["TTL 0, not cached", "warning"],
  possible_filter: ["denied without the zone's SOA record"],
  said_so: ["says that it filters"],
  blocked_address: ["address that leads nowhere"],
  known_filter: ["service that filters"],
  dnssec: ["SERVFAIL, and an answer without the DNSSEC check"],
  no_truth: ["came, but there is nothing to compare it with"],
};

/** What an answer is, with how it is. */
export function resultCell({ class: is, detail, reason }: ResultData): Cell {
  const [status, text] = CLASS_WORDS[is];
  if (detail === null) return cell(status, is === "unknown" ? (reason ?? "no reason") : text);
  const [words, other] = DETAIL_WORDS[detail];
  return cell(other ?? status, words);
}

/** How an answer is. */
export function resultStatus({ class: is, detail }: ResultData): Status {
  return (detail === null ? undefined : DETAIL_WORDS[detail][1]) ?? CLASS_WORDS[is][0];
}

/** How far old answers are known. Where the zone's servers contradict each other, there is no telling old from new. */
export const CONCLUSION_STATUS: Readonly<Record<PropagationData["conclusion"]["status"], Status>> = {
  propagated: "pass",
  in_progress: "warning",
  authoritative_disagree: "unknown",
  inconclusive: "unknown",
};

/** Why a resolver is not counted. */
export const FAULT_WORDS: Readonly<Record<ResolverFault, string>> = {
  silent: "no answer, or not reliably",
  refuses: "REFUSED",
  no_recursion: "no recursion (RA is not set)",
  lies: "wrong answer for a known name",
  rewrites_nxdomain: "an answer for a name that does not exist",
  failing: "SERVFAIL, or an answer that cannot be read",
};

/** What people call a resolver, and its address. */
export function nameOf({ service, operator, ip }: Pick<ResolverData, "service" | "operator" | "ip">): Text {
  return say`${service ?? operator} (${ip})`;
}
