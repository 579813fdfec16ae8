import { cell, say } from "@dnstools/core/report/blocks";
import type { Cell, Status, Text } from "@dnstools/core/report/report";
import type { PropagationData, ResolverData, ResultData } from "../data.ts";
import type { ResolverFault } from "../observations.ts";

type Class = ResultData["class"];
type Detail = NonNullable<ResultData["detail"]>;

/** Status and label of each class of answers, in the order in which the report shows them. */
export const CLASS_WORDS: Readonly<Record<Class, readonly [status: Status, text: string]>> = {
  match: ["pass", "what the zone has"],
  stale: ["warning", "old answer"],
  nxdomain: ["warning", "name denied"],
  different: ["none", "another answer"],
  filtered: ["none", "filtered on purpose"],
  unknown: ["unknown", "unknown"],
};

/** Label of each detail of an answer, and its status if that differs from the status of the class. */
const DETAIL_WORDS: Readonly<Record<Detail, readonly [text: string, status?: Status]>> = {
  negative: ["old denial"],
  serve_stale: ["expired answer, kept until the zone can be reached"],
  unconfirmed: ["old answer, TTL not seen to count down"],
  ended: ["old answer that has just expired"],
  round_robin: ["some of the zone's addresses"],
  same_operator: ["address of the same network, load-balanced"],
  same_operator_unproved: ["address of the same network, may be old", "unknown"],
  same_alias: ["address behind the same alias"],
  near_alias: ["alias to the same provider, load-balanced"],
  near_alias_unproved: ["alias to the same provider, may be old", "unknown"],
  by_place: ["address that depends on the client's location"],
  unclear: ["address that is old or depends on the client's location", "unknown"],
  pinned: ["TTL does not count down, no expiry known", "warning"],
  uncached: ["TTL 0, not cached", "warning"],
  possible_filter: ["denied without the zone's SOA record"],
  said_so: ["resolver says that it filters"],
  blocked_address: ["unusable address"],
  known_filter: ["answer from a filtering service"],
  dnssec: ["SERVFAIL, but an answer without the DNSSEC check"],
  no_truth: ["answer without anything to compare it with"],
};

/** Returns the label of an answer with its status. */
export function resultCell({ class: is, detail, reason }: ResultData): Cell {
  const [status, text] = CLASS_WORDS[is];
  if (detail === null) return cell(status, is === "unknown" ? (reason ?? "no reason") : text);
  const [words, other] = DETAIL_WORDS[detail];
  return cell(other ?? status, words);
}

/** Returns the status of an answer. */
export function resultStatus({ class: is, detail }: ResultData): Status {
  return (detail === null ? undefined : DETAIL_WORDS[detail][1]) ?? CLASS_WORDS[is][0];
}

/**
 * Status of each conclusion. If the zone's servers contradict each other, old answers cannot be distinguished from new
 * ones.
 */
export const CONCLUSION_STATUS: Readonly<Record<PropagationData["conclusion"]["status"], Status>> = {
  propagated: "pass",
  in_progress: "warning",
  authoritative_disagree: "unknown",
  inconclusive: "unknown",
};

/** Label of each fault for which a resolver does not count. */
export const FAULT_WORDS: Readonly<Record<ResolverFault, string>> = {
  silent: "no answer, or no reliable answer",
  refuses: "REFUSED",
  no_recursion: "no recursion (RA is not set)",
  lies: "wrong answer for a known name",
  rewrites_nxdomain: "an answer for a name that does not exist",
  failing: "SERVFAIL, or an answer that cannot be read",
};

/** Returns the name of a resolver's service or operator, with its address. */
export function nameOf({ service, operator, ip }: Pick<ResolverData, "service" | "operator" | "ip">): Text {
  return say`${service ?? operator} (${ip})`;
}
