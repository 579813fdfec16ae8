import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { Blocklist, Family } from "../blocklist.ts";
import { decode } from "../judge/codes.ts";
import type { ListHealth } from "../observations.ts";
import { type Keys, labelsOf, listName, pointsOf } from "../questions.ts";

/** One test point of a list, with the list's answer. */
type Point = {
  /** The point's name below the list's zone. */
  readonly asked: string;
  readonly status: "listed" | "not_listed" | "unknown";
  readonly reason: Reason | null;
  readonly codes: readonly string[];
};

/**
 * Queries a list for its own test points (RFC 5782 5).
 * @returns the health of the list.
 */
export async function askTestPoints(
  session: NetSession,
  list: Blocklist,
  family: Family,
  keys: Keys,
): Promise<ListHealth> {
  const checkedAt = new Date().toISOString();
  const ask = async (subject: string) => {
    const asked = labelsOf(subject);
    const { name } = listName(list, asked, keys);
    const { outcome } = await session.resolve({ name, type: "A" });
    return pointOf(list, asked, name, outcome);
  };
  const [listed, notListed] = pointsOf(list, family);
  return judgeHealth(...(await Promise.all([ask(listed), ask(notListed)])), checkedAt);
}

/** Returns the addresses in an answer; empty if the answer has none. */
export function addressesIn(outcome: Outcome<DnsReply>, name: string): readonly string[] {
  if (outcome.kind !== "present") return [];
  return walkChain(outcome.value.answers, name, "A").records.map((record) => record.value);
}

function pointOf(list: Blocklist, asked: string, name: string, outcome: Outcome<DnsReply>): Point {
  if (outcome.kind === "unknown") return { asked, status: "unknown", reason: outcome.reason, codes: [] };
  const addresses = addressesIn(outcome, name);
  const decoded = decode(list, addresses);
  const reason: Reason | null = decoded.status === "unknown" ? decoded.reason : null;
  // An informational code also counts as listed here, because it shows that the list contains the test point.
  const status = decoded.status === "not_listed" && addresses.length > 0 ? "listed" : decoded.status;
  return { asked, status, reason, codes: decoded.codes.map(({ code }) => code) };
}

/** Describes a test point for readers. */
function textOf({ asked, status, reason, codes }: Point): string {
  const answer = status === "not_listed" ? "not listed" : status;
  return `${asked}: ${[answer, reason, ...codes].filter((word) => word !== null).join(" ")}`;
}

/**
 * Judges a list's health: a list is healthy if it contains the entry that it must contain and lacks the entry that it
 * must not contain.
 */
function judgeHealth(listed: Point, notListed: Point, checkedAt: string): ListHealth {
  const points = [textOf(listed), textOf(notListed)];
  const bad = (fault: ListHealth["fault"], reason: Reason): ListHealth => ({
    state: "unhealthy",
    fault,
    reason,
    checkedAt,
    points,
  });
  if (listed.reason === "rewritten" || notListed.reason === "rewritten") return bad("rewritten", "rewritten");
  if (notListed.status === "listed") return bad("lists_everything", "list_unhealthy");
  if (listed.reason === "blocked" || notListed.reason === "blocked") return bad("refuses", "blocked");
  if (listed.status === "not_listed") return bad("test_point_missing", "list_unhealthy");
  const silent = [listed, notListed].find(({ status }) => status === "unknown");
  if (silent !== undefined)
    return { state: "unknown", fault: null, reason: silent.reason, checkedAt, points };
  return { state: "healthy", fault: null, reason: null, checkedAt, points };
}
