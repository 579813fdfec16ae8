import { apart } from "./cores.ts";
import { type Dnsdist, startDnsdist } from "./dnsdist.ts";
import { type ExactLoad, type OpenLoad, openLoad } from "./exact-load.ts";
import { startHello } from "./hello-process.ts";
import type { Row } from "./quick-rows.ts";
import { type Side, type Stands, startStands } from "./quick-sides.ts";
import { WILD_NAMES } from "./wild-names.ts";

/**
 * CPU microseconds per request in each round, for each row and side, and for the two programs that they are compared
 * with. NaN if a measurement failed.
 */
export type Measured = {
  readonly cpu: readonly (readonly number[][])[];
  readonly beside: Readonly<Record<Row["beside"], number[]>>;
};

/**
 * Number of starts of each side. Because of the JIT compiler, two processes of the same program can differ by 5 % and
 * more.
 */
const STARTS = 2;
const ROUNDS = 5;
/** Number of parts of a round. The sides take turns in each part, so other load on the machine affects them equally. */
const TURNS = 5;
/** Maximum number of rounds; a busy machine completes fewer. */
export const ROUNDS_MAX = STARTS * ROUNDS;
/** Requests per round. */
const HELLO = 30_000;
const DNSDIST = 15_000;

/**
 * Measures all rows of all sides, and bare Elysia and dnsdist in each round. A busy machine completes fewer rounds.
 * @param folder for files of the started processes
 * @param endAt time after which no new start or round begins, in milliseconds since 1970
 */
export async function measure(
  sides: readonly Side[],
  rows: readonly Row[],
  folder: string,
  endAt: number,
): Promise<Measured> {
  const measured: Measured = {
    cpu: rows.map(() => sides.map(() => [])),
    beside: { hello: [], dnsdist: [] },
  };
  await using dnsdist = await startDnsdist(folder, WILD_NAMES, 0);
  let startMs = 0;
  for (let start = 1; start <= STARTS && Date.now() + startMs < endAt; start++) {
    const began = Date.now();
    console.error(`start ${start} of ${STARTS}`);
    await startOnce(sides, rows, measured, { dnsdist, folder, endAt });
    startMs = Date.now() - began;
  }
  return measured;
}

async function startOnce(
  sides: readonly Side[],
  rows: readonly Row[],
  { cpu, beside }: Measured,
  { dnsdist, folder, endAt }: { dnsdist: Dnsdist; folder: string; endAt: number },
): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const pids = [dnsdist.pid];
  const open = (load: ExactLoad | string): OpenLoad | null => {
    if (typeof load === "string") return null;
    pids.push(...load.pids);
    return ends.use(openLoad(load));
  };
  const { url, pid } = ends.use(await startHello());
  const hello = open({ url, pids: [pid], paths: ["/api/v1/limits"], status: 200, connections: 32 });
  const stands: Stands[] = [];
  for (const side of sides) stands.push(ends.use(await startStands(side, folder)));
  const loads = rows.map((row) => stands.map((stand) => open(row.load(stand))));
  apart(pids);
  for (let round = 0; round <= ROUNDS; round++) {
    if (Date.now() > endAt && beside.hello.length > 0) return;
    console.error(round === 0 ? "warming up" : `round ${round} of ${ROUNDS}`);
    const warms = round === 0;
    const [helloUs = Number.NaN] = await inTurns([hello], HELLO);
    const dnsdistUs = ((await dnsdist.load(DNSDIST)) / DNSDIST) * 1e6;
    if (!warms) beside.hello.push(helloUs);
    if (!warms) beside.dnsdist.push(dnsdistUs);
    for (const [at, { requests, warm }] of rows.entries()) {
      const each = await inTurns(loads[at] ?? [], warms ? warm : requests);
      if (!warms) for (const [side, us] of each.entries()) cpu[at]?.[side]?.push(us);
    }
  }
}

/**
 * Returns the microseconds per request of loads that take turns. A missing or failed load results in NaN, which does
 * not affect the other results.
 */
async function inTurns(loads: readonly (OpenLoad | null)[], requests: number): Promise<readonly number[]> {
  const count = Math.ceil(requests / TURNS);
  const seconds = loads.map((load) => (load === null ? Number.NaN : 0));
  for (let turn = 0; turn < TURNS; turn++) {
    const order = [...loads.entries()];
    for (const [at, load] of turn % 2 === 0 ? order : order.toReversed()) {
      if (load === null || Number.isNaN(seconds[at])) continue;
      const used = await load.send(count).catch((error) => {
        console.error(String(error));
        return Number.NaN;
      });
      seconds[at] = (seconds[at] ?? 0) + used;
    }
  }
  return seconds.map((used) => (used / (count * TURNS)) * 1e6);
}
