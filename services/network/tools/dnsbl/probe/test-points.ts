import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { Blocklist, Family } from "../blocklist.ts";
import { decode } from "../judge/codes.ts";
import type { ListHealth, Point } from "../observations.ts";
import { type Keys, type ListName, listName, pointsOf } from "../questions.ts";

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
  const names = pointsOf(list, family).map((subject) => listName(list, subject, keys));
  const answers = await Promise.all(
    names.map(async ({ name }) => (await session.resolve({ name, type: "A" })).outcome),
  );
  const [listed, notListed] = names.map((name, i) => pointOf(list, name, answers[i] as Outcome<DnsReply>));
  return judgeHealth(listed as Point, notListed as Point, checkedAt);
}

/** Returns the addresses in an answer; empty if the answer has none. */
export function addressesIn(outcome: Outcome<DnsReply>, name: string): readonly string[] {
  if (outcome.kind !== "present") return [];
  return walkChain(outcome.value.answers, name, "A").records.map((record) => record.value);
}

function pointOf(list: Blocklist, { name, shown }: ListName, outcome: Outcome<DnsReply>): Point {
  if (outcome.kind === "unknown")
    return { asked: shown, status: "unknown", reason: outcome.reason, codes: [] };
  const addresses = addressesIn(outcome, name);
  const decoded = decode(list, addresses);
  const reason: Reason | null = decoded.status === "unknown" ? decoded.reason : null;
  // An informational code also counts as listed here, because it shows that the list contains the test point.
  const status = decoded.status === "not_listed" && addresses.length > 0 ? "listed" : decoded.status;
  return { asked: shown, status, reason, codes: decoded.codes.map(({ code }) => code) };
}

/**
 * Judges a list's health: a list is healthy if it contains the entry that it must contain and lacks the entry that it
 * must not contain.
 */
function judgeHealth(listed: Point, notListed: Point, checkedAt: string): ListHealth {
  const points = [listed, notListed];
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
