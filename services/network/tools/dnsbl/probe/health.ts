import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { Net } from "@dnstools/net";
import type { Blocklist, Family } from "../blocklist.ts";
import { decode } from "../judge/codes.ts";
import { BLACKLISTS, INFORMATIONAL } from "../lists.ts";
import type { ListHealth, Point } from "../observations.ts";
import { type Keys, type ListName, listName, pointsOf } from "../questions.ts";

/** What is known of the lists themselves, over all calls: each is proved by its own test points (RFC 5782 5). */
export type ListsHealth = {
  /** What is known now; null where it was never tried, or too long ago. What is old is tried anew beside. */
  readonly known: (list: Blocklist, family: Family) => ListHealth | null;
  /** Tries it now, once for all who wait. */
  readonly prove: (list: Blocklist, family: Family) => Promise<ListHealth>;
  /** Notes what came of a question: for the metrics, and for whether the list is still to be believed. */
  readonly count: (list: Blocklist, family: Family, addresses: Outcome<readonly string[]>) => void;
  readonly counts: () => Iterable<readonly [{ readonly list: string; readonly outcome: string }, number]>;
  /** Everything that was ever found out. */
  readonly all: () => readonly {
    readonly zone: string;
    readonly family: Family;
    readonly health: ListHealth;
  }[];
};

/** Milliseconds after which a list is tried anew beside who asks: lists die slowly, and come back fast. */
const AGAIN_MS: Readonly<Record<ListHealth["state"], number>> = {
  healthy: 4 * 3_600_000,
  unhealthy: 900_000,
  unknown: 15_000,
};
/** After this nobody relies on it, and who asks waits for a new try. */
const OLD_MS: Readonly<Record<ListHealth["state"], number>> = {
  healthy: 6 * 3_600_000,
  unhealthy: 1_800_000,
  unknown: 60_000,
};
/** The same for what could not be found out for the first time: a packet may have been lost. */
const HICCUP_MS = 5000;
/** Questions in a row to a good list without an answer, after which it is doubted. */
const SILENT_MAX = 3;
/** What metrics count of a question. */
const OUTCOMES = ["listed", "clean", "blocked_code", "rewritten", "refused", "timeout", "failed"] as const;
type QueryOutcome = (typeof OUTCOMES)[number];
/** Reasons that are counted by themselves; the others are `failed`. */
const COUNTED: Partial<Record<Reason, QueryOutcome>> = {
  timeout: "timeout",
  blocked: "blocked_code",
  rewritten: "rewritten",
  refused: "refused",
};
const ALL_LISTS = [...BLACKLISTS, ...INFORMATIONAL];

type Tried = {
  readonly zone: string;
  readonly family: Family;
  readonly health: ListHealth;
  /** When it was found out, and tried last, on the clock of performance.now(). */
  readonly at: number;
  triedAt: number;
  /** Whether it could not be found out the time before either. */
  readonly again: boolean;
  /** Questions in a row that it has not answered. */
  silent: number;
};

/** @param look a look of its own, since what it finds out is for all. */
export function createListsHealth(look: Net["look"], keys: Keys, { blocklistProofMs }: Waits): ListsHealth {
  const tried = new Map<string, Tried>();
  const running = new Map<string, Promise<ListHealth>>();
  const counted = new Map(ALL_LISTS.map(({ zone }) => [zone, nothingYet()]));
  const keyOf = (list: Blocklist, family: Family) => `${list.zone} ${family}`;

  function prove(list: Blocklist, family: Family): Promise<ListHealth> {
    const key = keyOf(list, family);
    let trying = running.get(key);
    if (trying === undefined) {
      trying = tryOut(list, family)
        .then((health) => {
          const last = tried.get(key);
          // One that was good stays so for a while, where it only could not be asked just now.
          const now = performance.now();
          const good = last?.health.state === "healthy" && now - last.at <= OLD_MS.healthy;
          if (health.state === "unknown" && good && last.silent < SILENT_MAX) {
            last.triedAt = now;
            return last.health;
          }
          keep(list, family, health);
          return health;
        })
        .finally(() => running.delete(key));
      running.set(key, trying);
    }
    return trying;
  }

  function keep(list: Blocklist, family: Family, health: ListHealth): void {
    const key = keyOf(list, family);
    const again = health.state === "unknown" && tried.get(key)?.health.state === "unknown";
    const now = performance.now();
    tried.set(key, { zone: list.zone, family, health, at: now, triedAt: now, again, silent: 0 });
  }

  /** A good list that refuses, answers nonsense or falls silent is proved again, at once: its points decide, not one answer. */
  function doubt(list: Blocklist, family: Family, reason: Reason | null): void {
    const last = tried.get(keyOf(list, family));
    if (last?.health.state !== "healthy") return;
    const silent = reason === "timeout" || reason === "servfail";
    if (reason !== "budget" && reason !== "service_unavailable") last.silent = silent ? last.silent + 1 : 0;
    if (reason === "blocked" || reason === "rewritten" || last.silent >= SILENT_MAX) void prove(list, family);
  }

  async function tryOut(list: Blocklist, family: Family): Promise<ListHealth> {
    const own = look(AbortSignal.timeout(blocklistProofMs));
    const checkedAt = new Date().toISOString();
    const names = pointsOf(list, family).map((subject) => listName(list, subject, keys));
    const answers = await Promise.all(
      names.map(async ({ name }) => (await own.resolve({ name, type: "A" })).outcome),
    );
    const [listed, notListed] = names.map((name, i) => pointOf(list, name, answers[i] as Outcome<DnsReply>));
    return judgeHealth(listed as Point, notListed as Point, checkedAt);
  }

  return {
    prove,
    known(list, family) {
      const last = tried.get(keyOf(list, family));
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
      const known =
        addresses.kind === "unknown"
          ? null
          : decode(list, addresses.kind === "present" ? addresses.value : []);
      const reason =
        addresses.kind === "unknown" ? addresses.reason : known?.status === "unknown" ? known.reason : null;
      const answered = known?.status === "listed" ? "listed" : "clean";
      const outcome = reason === null ? answered : (COUNTED[reason] ?? "failed");
      doubt(list, family, reason);
      const counts = counted.get(list.zone);
      if (counts !== undefined) counts[outcome] += 1;
    },
    *counts() {
      for (const [list, counts] of counted) {
        for (const outcome of OUTCOMES) yield [{ list, outcome }, counts[outcome]] as const;
      }
    },
    all: () => [...tried.values()],
  };
}

function nothingYet(): Record<QueryOutcome, number> {
  return { listed: 0, clean: 0, blocked_code: 0, rewritten: 0, refused: 0, timeout: 0, failed: 0 };
}

/** The addresses of an answer, where there is one. */
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
  // What a list tells aside is still an answer: it has heard of the point.
  const status = decoded.status === "not_listed" && addresses.length > 0 ? "listed" : decoded.status;
  return { asked: shown, status, reason, codes: decoded.codes.map(({ code }) => code) };
}

/** A list is believed when it has what it must have, and has not what it must not have. */
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
