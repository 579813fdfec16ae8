import type { Reason } from "@dnstools/core/tool/outcome";
import { BLACKLISTS, INFORMATIONAL } from "../lists.ts";

/** Outcomes of a lookup that the metrics distinguish. */
const OUTCOMES = ["listed", "clean", "blocked_code", "rewritten", "refused", "timeout", "failed"] as const;
type QueryOutcome = (typeof OUTCOMES)[number];
/** Outcome of each reason that is counted separately; all other reasons count as `failed`. */
const COUNTED: Partial<Record<Reason, QueryOutcome>> = {
  timeout: "timeout",
  blocked: "blocked_code",
  rewritten: "rewritten",
  refused: "refused",
};

/** Counts lookups in the lists by outcome, since the start of the process. */
export class QueryCounts {
  private readonly byList = new Map(
    [...BLACKLISTS, ...INFORMATIONAL].map(({ zone }) => [zone, noneYet()] as const),
  );

  /**
   * Counts one lookup.
   * @param outcome the list's answer, or the reason why it is unknown.
   */
  add(zone: string, outcome: "listed" | "clean" | Reason): void {
    const counts = this.byList.get(zone);
    if (counts === undefined) return;
    counts[outcome === "listed" || outcome === "clean" ? outcome : (COUNTED[outcome] ?? "failed")] += 1;
  }

  /** Yields the count of each list and outcome. */
  *all(): Iterable<readonly [{ readonly list: string; readonly outcome: string }, number]> {
    for (const [list, counts] of this.byList) {
      for (const outcome of OUTCOMES) yield [{ list, outcome }, counts[outcome]] as const;
    }
  }
}

function noneYet(): Record<QueryOutcome, number> {
  return { listed: 0, clean: 0, blocked_code: 0, rewritten: 0, refused: 0, timeout: 0, failed: 0 };
}
