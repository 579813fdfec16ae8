import type { Reason } from "@dnstools/core/tool/outcome";
import { BLACKLISTS, INFORMATIONAL } from "../lists.ts";

/** What metrics count of a question to a list. */
const OUTCOMES = ["listed", "clean", "blocked_code", "rewritten", "refused", "timeout", "failed"] as const;
type QueryOutcome = (typeof OUTCOMES)[number];
/** Reasons that are counted by themselves; the others are `failed`. */
const COUNTED: Partial<Record<Reason, QueryOutcome>> = {
  timeout: "timeout",
  blocked: "blocked_code",
  rewritten: "rewritten",
  refused: "refused",
};

/** Questions to the lists by their outcome, since the process began. */
export class QueryCounts {
  private readonly byList = new Map(
    [...BLACKLISTS, ...INFORMATIONAL].map(({ zone }) => [zone, noneYet()] as const),
  );

  /** @param outcome what the list said of the name, or why that is unknown. */
  add(zone: string, outcome: "listed" | "clean" | Reason): void {
    const counts = this.byList.get(zone);
    if (counts === undefined) return;
    counts[outcome === "listed" || outcome === "clean" ? outcome : (COUNTED[outcome] ?? "failed")] += 1;
  }

  *all(): Iterable<readonly [{ readonly list: string; readonly outcome: string }, number]> {
    for (const [list, counts] of this.byList) {
      for (const outcome of OUTCOMES) yield [{ list, outcome }, counts[outcome]] as const;
    }
  }
}

function noneYet(): Record<QueryOutcome, number> {
  return { listed: 0, clean: 0, blocked_code: 0, rewritten: 0, refused: 0, timeout: 0, failed: 0 };
}
