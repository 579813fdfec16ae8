import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Net } from "@dnstools/net";
import { COUNTRIES } from "./candidates.ts";
import { readColumns, readRow } from "./read-list.ts";
import type { Candidate, ListSeen } from "./seen.ts";

/** The operator's own list of resolvers, beside the tables of this project. */
export type ResolverList = {
  /** Its resolvers of a country; fetched anew beside, where that is due. */
  readonly of: (country: string) => readonly Candidate[];
  /** What there is of it; null where there is none. */
  readonly seen: () => ListSeen | null;
};

/** A list as it is kept. */
type Kept = {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly resolvers: readonly Candidate[];
};

/** Milliseconds between two fetches, after one that failed, and that one may take; its bytes. */
const FRESH_MS = 86_400_000;
const FAILURE_MS = 600_000;
const FETCH_MS = 30_000;
const BYTES_MAX = 16_777_216;
/** Resolvers that are taken of a country, and lines that are read before others have their turn. */
const COUNTRY_MAX = 50;
const LINES_A_TURN = 1000;

/**
 * Fetched in the background when it is first asked for, then once a day, and kept in memory and on disk. Whatever goes wrong,
 * the tables stand.
 * @param url empty for none. @param folder null for memory alone.
 */
export function createResolverList(look: Net["look"], url: string, folder: string | null): ResolverList {
  if (url === "") return { of: () => [], seen: () => null };
  const file = folder === null ? null : join(folder, "resolver-list.json");
  const countries = new Set(COUNTRIES);
  let kept: Kept | null = null;
  let byCountry = new Map<string, Candidate[]>();
  let dueAt = 0;
  let loaded = false;

  function take(list: Kept): void {
    kept = list;
    byCountry = Map.groupBy(list.resolvers, ({ operatorCountry }) => operatorCountry);
    dueAt = list.fetchedAt + FRESH_MS;
  }

  async function refresh(): Promise<void> {
    const now = Date.now();
    if (now < dueAt) return;
    dueAt = now + FAILURE_MS;
    if (!loaded && file !== null) {
      loaded = true;
      const left = await load(file, url);
      if (left !== null) take(left);
      if (kept !== null && now < dueAt) return;
      dueAt = now + FAILURE_MS;
    }
    const until = AbortSignal.timeout(FETCH_MS);
    const got = await look(until).get(new URL(url), { headers: {}, bytesMax: BYTES_MAX, until });
    if (got.kind !== "present" || got.value.status !== 200) return;
    const resolvers = await read(got.value.body, countries);
    if (resolvers.length === 0) return;
    const list = { url, fetchedAt: Date.now(), resolvers };
    take(list);
    if (file !== null) await save(file, list);
  }

  return {
    of(country) {
      void refresh().catch(() => {});
      return byCountry.get(country) ?? [];
    },
    seen: () =>
      kept && {
        source: url,
        date: new Date(kept.fetchedAt).toISOString().slice(0, 10),
        count: kept.resolvers.length,
      },
  };
}

/** A long list is read in turns with whatever else there is to do. */
async function read(body: Uint8Array, countries: ReadonlySet<string>): Promise<Candidate[]> {
  const [head = "", ...lines] = new TextDecoder().decode(body).split(/\r?\n/);
  const columns = readColumns(head);
  if (columns === null) return [];
  const found = new Map<string, Candidate>();
  const counts = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    if (i % LINES_A_TURN === 0) await setImmediate();
    const row = readRow(line, columns, countries);
    const count = counts.get(row?.operatorCountry ?? "") ?? 0;
    if (row === null || found.has(row.ip) || count >= COUNTRY_MAX) continue;
    found.set(row.ip, row);
    counts.set(row.operatorCountry, count + 1);
  }
  return [...found.values()];
}

/** What an earlier process left; null where it is of another list or cannot be read. */
async function load(file: string, url: string): Promise<Kept | null> {
  try {
    const kept = (await Bun.file(file).json()) as Partial<Kept> | null;
    const { fetchedAt, resolvers } = kept ?? {};
    const whole =
      typeof fetchedAt === "number" &&
      fetchedAt <= Date.now() &&
      Array.isArray(resolvers) &&
      resolvers.every(isCandidate);
    return kept?.url === url && whole ? { url, fetchedAt, resolvers } : null;
  } catch {
    return null;
  }
}

function isCandidate(value: unknown): value is Candidate {
  const one = value as Partial<Record<keyof Candidate, unknown>> | null;
  const texts = [one?.ip, one?.operator, one?.operatorCountry].every((text) => typeof text === "string");
  return texts && one?.service === null && one.filters === null && typeof one.anycast === "boolean";
}

/** Whole or not at all. */
async function save(file: string, list: Kept): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  const part = `${file}.${crypto.randomUUID()}.part`;
  await Bun.write(part, JSON.stringify(list));
  await rename(part, file);
}
