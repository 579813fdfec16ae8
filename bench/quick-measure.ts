import { apart } from "./cores.ts";
import { type Dnsdist, startDnsdist } from "./dnsdist.ts";
import { type ExactLoad, type OpenLoad, openLoad } from "./exact-load.ts";
import { startHello } from "./hello-process.ts";
import type { Row } from "./quick-rows.ts";
import { type Side, type Stands, startStands } from "./quick-sides.ts";
import { WILD_NAMES } from "./wild-names.ts";

/** Microseconds of CPU for each request, by round: of each row and side, and of what they are shown beside. NaN where it failed. */
export type Measured = {
  readonly cpu: readonly (readonly number[][])[];
  readonly beside: Readonly<Record<Row["beside"], number[]>>;
};

/** Each process has its own fortune with the compiler, which is 5 % and more: so each side is started twice. */
const STARTS = 2;
const ROUNDS = 4;
/** Requests before the first round: this many rounds fill caches, and a row of many requests has this many for the JIT compilers. */
const WARM = 2;
const WARM_MIN = 20_000;
/** Requests of a round from which on a row has many. */
const MANY = 2000;
/** Parts of a round's requests, in which the sides take turns: what else the machine does is the same to both. */
const TURNS = 5;
/** Rounds in all, where there is time for them. */
export const ROUNDS_MAX = STARTS * ROUNDS;
/** Requests of a round. */
const HELLO = 30_000;
const DNSDIST = 15_000;

/**
 * Measures all rows of all sides, and bare Elysia and dnsdist in each round.
 * @param folder for files of what is started.
 * @param endAt when no other start or round is begun, in milliseconds since 1970: a busy machine has fewer.
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
    for (const [at, { requests }] of rows.entries()) {
      const before = requests < MANY ? WARM * requests : Math.max(WARM * requests, WARM_MIN);
      const each = await inTurns(loads[at] ?? [], warms ? before : requests);
      if (!warms) for (const [side, us] of each.entries()) cpu[at]?.[side]?.push(us);
    }
  }
}

/** Microseconds for each request of some loads that take turns; NaN of what is not there or fails: the rest is worth having. */
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
