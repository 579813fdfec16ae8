import { createLog } from "@dnstools/server/log";
import { createMetrics } from "@dnstools/server/metrics/metrics";
import { hashOf, makeKey } from "../key.ts";
import { Keys, type KeyVerdict } from "../keys.ts";
import { openForWriting } from "../store/databases.fixture.ts";
import type { DatabaseLocation } from "../store/open-store.ts";
import type { NewKey } from "../store/store.ts";
import { KEY_TIMING, type KeyTiming } from "../timing.ts";

/** The key check of one gateway, with its logs, metrics and states. */
export type Checker = Pick<Keys, "check" | "close"> & {
  readonly states: readonly string[];
  readonly logged: () => string;
  readonly metrics: () => Promise<string>;
  /** Returns the sum of a metric's samples that have the given labels. */
  readonly metric: (name: string, labels?: string) => Promise<number>;
};

/** Returns the default timings divided by a factor, except the deadlines of queries. */
export function faster(factor: number, more: Partial<KeyTiming> = {}): Partial<KeyTiming> {
  const { refreshMs, freshMs, absentMs, retryMs } = KEY_TIMING;
  return {
    refreshMs: refreshMs / factor,
    freshMs: freshMs / factor,
    absentMs: absentMs / factor,
    retryMs: retryMs / factor,
    ...more,
  };
}

/** Long deadlines for tests that do not need a slow database, because the test machine may be slow. */
export const PATIENT = { deadlineMs: 20_000, openMs: 20_000 };

/** Timings for outage tests: the defaults, except that keys are refreshed and the database is retried sooner. */
export const OUTAGE_TIMING: KeyTiming = {
  ...KEY_TIMING,
  refreshMs: 100,
  freshMs: 200,
  retryMs: 100,
};

export function openChecker(
  location: DatabaseLocation,
  timing: Partial<KeyTiming> = {},
  graceS = 3600,
): Checker {
  const lines: string[] = [];
  const states: string[] = [];
  const metrics = createMetrics({ version: "0", revision: "r", target: "gateway" });
  const keys = new Keys({
    ...location,
    graceS,
    log: createLog("debug", {}, (line) => void lines.push(line)),
    registry: metrics.registry,
    cache: metrics.cache,
    onState: (state) => void states.push(state),
    timing,
  });
  return {
    check: (text) => keys.check(text),
    close: () => keys.close(),
    states,
    logged: () => lines.join(""),
    metrics: metrics.render,
    async metric(name, labels = "") {
      const text = await metrics.render();
      return text
        .split("\n")
        .filter((line) => line.startsWith(name) && line.includes(labels))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
    },
  };
}

/** Creates and stores a new key. */
export async function createKey(location: DatabaseLocation, fields: Partial<NewKey> = {}) {
  const [key] = await createKeys(location, 1, fields);
  if (key === undefined) throw new Error("no key was made");
  return key;
}

export async function createKeys(location: DatabaseLocation, count: number, fields: Partial<NewKey> = {}) {
  const store = await openForWriting(location);
  const keys = Array.from({ length: count }, () => makeKey());
  const common = { name: "Example", contact: "", created: Date.now(), expires: null, ...fields };
  await Promise.all(keys.map(({ id, text }) => store.create({ id, hash: hashOf(text), ...common })));
  await store.close();
  return keys;
}

export async function revokeKey(location: DatabaseLocation, id: string): Promise<void> {
  const store = await openForWriting(location);
  await store.revoke(id, Date.now());
  await store.close();
}

/** Returns a verdict as one word, such as "valid". */
export async function wordOf(verdict: KeyVerdict | Promise<KeyVerdict>): Promise<string> {
  const settled = await verdict;
  return settled.status === "refused" ? settled.code : settled.status;
}

/**
 * Waits until a condition is true.
 * @throws Error if the condition is not met in time
 */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 170_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not in time`);
    await Bun.sleep(5);
  }
}
