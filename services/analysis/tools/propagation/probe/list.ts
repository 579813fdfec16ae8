import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Waits } from "@dnstools/core/waits";
import type { Net } from "@dnstools/net";
import { COUNTRIES } from "../candidates.ts";
import type { Candidate, ListObservation } from "../observations.ts";
import { type CachedList, createPick, linesOf, readCachedList, readColumns, readRow } from "../read-list.ts";

/** The list of resolvers that the operator of this API configured, in addition to the built-in tables of resolvers. */
export type ResolverList = {
  /** Returns the listed resolvers for a country, and refreshes the list in the background if it is due. */
  readonly of: (country: string) => readonly Candidate[];
  /** Describes the list in use; null if there is none. */
  readonly observed: () => ListObservation | null;
  /** Returns the time at which the list was last fetched, in milliseconds since 1970; null if it never was. */
  readonly fetchedAt: () => number | null;
};

/**
 * Milliseconds between two fetches of the list. FAILURE_MS is the time until a failed fetch is repeated, BYTES_MAX the
 * maximum size of the list in bytes.
 */
const FRESH_MS = 86_400_000;
const FAILURE_MS = 600_000;
const BYTES_MAX = 4_194_304;
/** Number of lines of the list that are read before yielding to the event loop. */
const LINES_A_TURN = 1000;

/**
 * Creates the operator's list of resolvers. The list is fetched in the background at its first use, then once a day,
 * and kept in memory and on disk. A failed fetch never affects the built-in tables of resolvers.
 * @param url URL of the list; empty for no list.
 * @param folder folder in which the list is stored; null to keep it in memory only.
 */
export function createResolverList(
  session: Net["session"],
  url: string,
  folder: string | null,
  { resolverListMs }: Waits,
): ResolverList {
  if (url === "") return { of: () => [], observed: () => null, fetchedAt: () => null };
  const file = folder === null ? null : join(folder, "resolver-list.json");
  const countries = new Set(COUNTRIES);
  // Only origin and path are shown, because the URL's query and user may be secrets.
  const { origin, pathname } = new URL(url);
  const shownUrl = `${origin}${pathname}`;
  let cached: CachedList | null = null;
  let byCountry = new Map<string, Candidate[]>();
  let dueAt = 0;
  let loaded = false;

  function take(list: CachedList): void {
    cached = list;
    byCountry = Map.groupBy(list.resolvers, ({ operatorCountry }) => operatorCountry);
    dueAt = list.fetchedAt + FRESH_MS;
  }

  async function refresh(): Promise<void> {
    const now = Date.now();
    if (now < dueAt) return;
    dueAt = now + FAILURE_MS;
    if (!loaded && file !== null) {
      loaded = true;
      const left = await load(file, url, countries);
      if (left !== null) take(left);
      if (cached !== null && now < dueAt) return;
      dueAt = now + FAILURE_MS;
    }
    const until = AbortSignal.timeout(resolverListMs);
    const got = await session(until).get(new URL(url), { headers: {}, bytesMax: BYTES_MAX, until });
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
    fetchedAt: () => cached?.fetchedAt ?? null,
    observed: () =>
      cached && {
        source: shownUrl,
        date: new Date(cached.fetchedAt).toISOString().slice(0, 10),
        count: cached.resolvers.length,
      },
  };
}

/** Reads a list. Yields to the event loop regularly, because the list may be long. */
async function read(body: Uint8Array, countries: ReadonlySet<string>): Promise<readonly Candidate[]> {
  const lines = linesOf(new TextDecoder().decode(body));
  const columns = readColumns(lines.next().value ?? "");
  if (columns === null) return [];
  const resolvers = createPick();
  let turn = 0;
  for (const line of lines) {
    if (turn++ % LINES_A_TURN === 0) await setImmediate();
    resolvers.add(readRow(line, columns, countries));
  }
  return resolvers.all();
}

/** Loads the list that an earlier process saved; null if there is none or it cannot be read. */
async function load(file: string, url: string, countries: ReadonlySet<string>): Promise<CachedList | null> {
  try {
    const left = Bun.file(file);
    return left.size > BYTES_MAX ? null : readCachedList(await left.json(), url, Date.now(), countries);
  } catch {
    return null;
  }
}

/** Saves the list atomically. */
async function save(file: string, list: CachedList): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  const part = `${file}.${crypto.randomUUID()}.part`;
  await Bun.write(part, JSON.stringify(list));
  await rename(part, file);
}
