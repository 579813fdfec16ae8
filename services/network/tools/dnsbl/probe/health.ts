import { SingleFlight } from "@dnstools/concurrency/single-flight";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { Net } from "@dnstools/net";
import type { Blocklist, Family } from "../blocklist.ts";
import { decode } from "../judge/codes.ts";
import type { ListHealth } from "../observations.ts";
import type { Keys } from "../questions.ts";
import { QueryCounts } from "./query-counts.ts";
import { askTestPoints } from "./test-points.ts";

/** Health of the lists, shared by all calls. Each list is tested with its own test points (RFC 5782 5). */
export type ListsHealth = {
  /**
   * Returns the latest test result; null if the list was never tested or its latest test is too old. An old test is
   * repeated in the background.
   */
  readonly latest: (list: Blocklist, family: Family) => ListHealth | null;
  /** Tests a list now; concurrent callers share one test. */
  readonly prove: (list: Blocklist, family: Family) => Promise<ListHealth>;
  /** Records the outcome of a lookup, for the metrics and to detect a list that has become unreliable. */
  readonly count: (list: Blocklist, family: Family, addresses: Outcome<readonly string[]>) => void;
  /** Returns the number of lookups by list and outcome. */
  readonly counts: () => Iterable<readonly [{ readonly list: string; readonly outcome: string }, number]>;
  /** Returns the test results of all lists that have been tested. */
  readonly all: () => readonly {
    readonly zone: string;
    readonly family: Family;
    readonly health: ListHealth;
  }[];
};

/**
 * Time after which a list is tested again in the background, in milliseconds. A healthy list rarely fails, but a
 * failed list may recover soon.
 */
const AGAIN_MS: Readonly<Record<ListHealth["state"], number>> = {
  healthy: 4 * 3_600_000,
  unhealthy: 900_000,
  unknown: 15_000,
};
/** Time after which a test result is too old to use, in milliseconds; the caller then waits for a new test. */
const OLD_MS: Readonly<Record<ListHealth["state"], number>> = {
  healthy: 6 * 3_600_000,
  unhealthy: 1_800_000,
  unknown: 60_000,
};
/**
 * Time for which the result of a test without an answer is kept if the previous test had a result, in milliseconds. It
 * is short, since a packet may have been lost.
 */
const HICCUP_MS = 5000;
/** Number of consecutive unanswered queries after which a healthy list is tested again. */
const SILENT_MAX = 3;

type TestedList = {
  readonly zone: string;
  readonly family: Family;
  readonly health: ListHealth;
  /** Time of the result, in milliseconds of performance.now(); `triedAt` is the time of the latest attempt. */
  readonly at: number;
  triedAt: number;
  /** True if the previous test had no result either. */
  readonly again: boolean;
  /** Number of consecutive unanswered queries. */
  silent: number;
};

/**
 * Creates the store of the lists' health.
 * @param session starts a separate session for each test, since all calls share the result of a test.
 */
export function createListsHealth(
  session: Net["session"],
  keys: Keys,
  { blocklistProofMs }: Waits,
): ListsHealth {
  const tried: Record<Family, Map<string, TestedList>> = {
    ipv4: new Map(),
    ipv6: new Map(),
    domain: new Map(),
  };
  const trials = new SingleFlight<string, ListHealth>();
  const queries = new QueryCounts();

  /** Tests a list; the test continues even if its callers give up. */
  function prove(list: Blocklist, family: Family): Promise<ListHealth> {
    return trials.join(`${list.zone} ${family}`, () => tryOut(list, family));
  }

  async function tryOut(list: Blocklist, family: Family): Promise<ListHealth> {
    const health = await askTestPoints(session(AbortSignal.timeout(blocklistProofMs)), list, family, keys);
    const last = tried[family].get(list.zone);
    // A healthy list stays healthy for a while if a test merely gets no answer from it.
    const now = performance.now();
    const good = last?.health.state === "healthy" && now - last.at <= OLD_MS.healthy;
    if (health.state === "unknown" && good && last.silent < SILENT_MAX) {
      last.triedAt = now;
      return last.health;
    }
    keep(list, family, health);
    return health;
  }

  function keep(list: Blocklist, family: Family, health: ListHealth): void {
    const { zone } = list;
    const again = health.state === "unknown" && tried[family].get(zone)?.health.state === "unknown";
    const now = performance.now();
    tried[family].set(zone, { zone, family, health, at: now, triedAt: now, again, silent: 0 });
  }

  /**
   * Tests a healthy list again at once if it refuses to answer, returns invalid answers or stops answering. The new
   * test decides about the list's health, not the single answer.
   */
  function suspect(list: Blocklist, family: Family, reason: Reason | null): void {
    const last = tried[family].get(list.zone);
    if (last?.health.state !== "healthy") return;
    const silent = reason === "timeout" || reason === "servfail";
    if (reason !== "budget" && reason !== "service_unavailable") last.silent = silent ? last.silent + 1 : 0;
    if (reason === "blocked" || reason === "rewritten" || last.silent >= SILENT_MAX) void prove(list, family);
  }

  return {
    prove,
    latest(list, family) {
      const last = tried[family].get(list.zone);
      if (last === undefined) return null;
      const now = performance.now();
      const { state } = last.health;
      if (now - last.at > (state === "unknown" && !last.again ? HICCUP_MS : OLD_MS[state])) return null;
      if (now - last.triedAt > AGAIN_MS[state]) {
        last.triedAt = now;
        void prove(list, family);
      }
      return last.health;
    },
    count(list, family, addresses) {
      const latest =
        addresses.kind === "unknown"
          ? null
          : decode(list, addresses.kind === "present" ? addresses.value : []);
      const reason =
        addresses.kind === "unknown" ? addresses.reason : latest?.status === "unknown" ? latest.reason : null;
      suspect(list, family, reason);
      queries.add(list.zone, reason ?? (latest?.status === "listed" ? "listed" : "clean"));
    },
    counts: () => queries.all(),
    all: () => Object.values(tried).flatMap((ofFamily) => [...ofFamily.values()]),
  };
}
