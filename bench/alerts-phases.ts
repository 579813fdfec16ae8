import { KINDS_OF_PROCESS, oneOf, type Stand } from "./faults-stand.ts";

/** The parts of the test installation that a phase can break. */
export type World = {
  readonly stand: Stand;
  /** Makes the product's resolvers answer, or drop every query. */
  readonly resolvers: (answer: boolean) => void;
};

/** A period of the test in which one thing is broken, or nothing. */
export type Phase = {
  readonly name: string;
  readonly minutes: number;
  /**
   * How callers fare. In a `calm` phase no alert may begin, in a `served` phase no paging alert; in a `suffer` phase
   * calls may fail.
   */
  readonly callers: "calm" | "served" | "suffer";
  /** Alerts that must fire in this phase or the next one: pages if callers suffer, tickets if they are served. */
  readonly fires: readonly string[];
  readonly begin?: (world: World) => Promise<void> | void;
  readonly end?: (world: World) => Promise<void> | void;
};

/**
 * A phase that has run, with its start and end in milliseconds since the load began, and the machine's load average
 * at its end.
 */
export type Happened = {
  readonly phase: Phase;
  readonly from: number;
  readonly to: number;
  readonly load: number;
};

const FROZEN_MS = 25_000;

async function killAll({ stand }: World, kind: (typeof KINDS_OF_PROCESS)[number]): Promise<void> {
  await Promise.all(
    stand.fleet.of(kind).map((process) => {
      process.kill("SIGKILL");
      return process.exited;
    }),
  );
}

async function startAll({ stand }: World, kind: (typeof KINDS_OF_PROCESS)[number]): Promise<void> {
  await Promise.all([...stand.fleet.of(kind)].map((process) => stand.fleet.again(process)));
}

/**
 * The phases in their order. Faults that callers do not notice come first, because failed calls stay in the one-hour
 * burn rate. Phases with alerts last long enough for those alerts to fire.
 */
export const PHASES: readonly Phase[] = [
  { name: "nothing happens", minutes: 4, callers: "calm", fires: [] },
  {
    name: "Redis, PostgreSQL and one of two processes of each kind are dead",
    minutes: 6,
    callers: "served",
    fires: ["DnstoolsRateLimitDegraded", "DnstoolsDatabaseErrors", "DnstoolsInstanceDown"],
    async begin({ stand }) {
      const victims = KINDS_OF_PROCESS.map((kind) => oneOf(stand, kind));
      for (const process of victims) process.kill("SIGKILL");
      await Promise.all([
        ...victims.map((process) => process.exited),
        stand.redis.kill(),
        stand.postgres.kill(),
      ]);
    },
    async end({ stand }) {
      await Promise.all([stand.redis.restart(), stand.postgres.restart()]);
      const dead = KINDS_OF_PROCESS.map((kind) => oneOf(stand, kind));
      await Promise.all(dead.map((process) => stand.fleet.again(process)));
    },
  },
  {
    name: "rolling restart of all processes, then one of two gateways frozen for 25 s",
    minutes: 2.5,
    callers: "served",
    fires: [],
    async begin({ stand }) {
      for (const process of KINDS_OF_PROCESS.flatMap((kind) => stand.fleet.of(kind))) {
        process.kill("SIGTERM");
        await process.exited;
        await stand.fleet.again(process);
      }
      const gateway = oneOf(stand, "gateway");
      gateway.kill("SIGSTOP");
      await Bun.sleep(FROZEN_MS);
      gateway.kill("SIGCONT");
    },
  },
  { name: "nothing happens", minutes: 1, callers: "served", fires: [] },
  {
    name: "our resolvers are silent",
    minutes: 6,
    callers: "suffer",
    fires: ["DnstoolsErrorBudgetBurn", "DnstoolsResolverFailing"],
    begin: ({ resolvers }) => resolvers(false),
    end: ({ resolvers }) => resolvers(true),
  },
  { name: "service restored", minutes: 1, callers: "suffer", fires: [] },
  {
    name: "both cert processes are dead",
    minutes: 3.5,
    callers: "suffer",
    fires: ["DnstoolsErrorBudgetBurn", "DnstoolsServiceDown", "DnstoolsCircuitOpen"],
    begin: (world) => killAll(world, "cert"),
    end: (world) => startAll(world, "cert"),
  },
  {
    name: "both gateways are dead",
    minutes: 3.5,
    callers: "suffer",
    fires: ["DnstoolsErrorBudgetBurn", "DnstoolsDown"],
    begin: (world) => killAll(world, "gateway"),
    end: (world) => startAll(world, "gateway"),
  },
  { name: "service restored", minutes: 2.5, callers: "suffer", fires: [] },
];
