import { randomBytes } from "node:crypto";
import { orAborted } from "@dnstools/concurrency/abortable";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import { WAITS, type Waits } from "@dnstools/core/waits";
import type { DnsServer, Look, Net } from "@dnstools/net";
import { judgeHealth, KNOWN } from "../judge/health.ts";
import { type Candidate, FAULTS, type ResolverHealth } from "../seen.ts";
import { createDenials, type Denials } from "./denials.ts";

/** What is known of public resolvers, over all calls. */
export type ResolversHealth = {
  /** What is known now; null where it was never checked, or too long ago. */
  readonly known: (ip: string) => ResolverHealth | null;
  /** Checks it now, once for all who wait, within `resolverCheckMs`. */
  readonly check: (candidate: Candidate) => Promise<ResolverHealth>;
  /** It answered nothing though it is healthy: it is checked anew, and counts as healthy until that is done. */
  readonly doubt: (candidate: Candidate) => void;
  /** A country was asked for: its resolvers are checked now and again from now on, as long as it is asked for. */
  readonly keepFresh: (country: string, candidates: readonly Candidate[]) => void;
  /** Whether something in our own network answers in place of others; null where that could not be found out. */
  readonly intercepted: () => Promise<boolean | null>;
  readonly denials: Denials;
  /** How many are known in each state. */
  readonly counts: () => Iterable<readonly [{ readonly state: string }, number]>;
};

/** Milliseconds that what a check found stands, and that it stands where no other resolver answered either. */
const STANDS_MS = 600_000;
const ALONE_MS = 30_000;
/** Milliseconds after which a resolver in use is checked anew, spread so that they do not come all at once. */
const AGAIN_MS = { least: 480_000, most: 570_000 } as const;
/** Milliseconds that a country counts as asked for; between looks at what is due, and resolvers checked at each. */
const ASKED_MS = 3_600_000;
const TICK_MS = 5000;
const TICK_CHECKS = 10;
/** A root server (IANA root hints, 2026-11-20), which gives no recursion (RFC 7720 2). */
const ROOT: DnsServer = {
  name: "a.root-servers.net",
  address: KNOWN.address,
  port: 53,
  upstream: "public",
};

type Tried = { readonly health: ResolverHealth; readonly until: number; readonly dueAt: number };

/** Whether every question of a check left in time: one that stood in line says nothing of whom it was for. */
function leftInTime({ evidence, checkedAt }: ResolverHealth, { resolverCheckMs }: Waits): boolean {
  return evidence.every(({ at }) => Date.parse(at) - Date.parse(checkedAt) <= resolverCheckMs);
}

/** @param look a look of its own, since what it finds out is for all. */
export function createResolversHealth(look: Net["look"], waits: Waits = WAITS): ResolversHealth {
  const tried = new Map<string, Tried>();
  const running = new Map<string, Promise<ResolverHealth>>();
  const asked = new Map<string, { readonly at: number; readonly candidates: readonly Candidate[] }>();
  let timer: Timer | null = null;
  /** When anybody out there answered last. */
  let heardAt = Number.NEGATIVE_INFINITY;
  let port53: { readonly intercepted: boolean; readonly until: number } | null = null;
  let looking: Promise<boolean | null> | null = null;

  function check(candidate: Candidate): Promise<ResolverHealth> {
    let trying = running.get(candidate.ip);
    if (trying === undefined) {
      trying = tryOut(candidate).finally(() => running.delete(candidate.ip));
      running.set(candidate.ip, trying);
    }
    return trying;
  }

  async function tryOut({ ip, operator }: Candidate): Promise<ResolverHealth> {
    const start = performance.now();
    const checkedAt = new Date().toISOString();
    const server: DnsServer = { name: operator, address: ip, port: 53, upstream: "public" };
    const missing = `${randomBytes(8).toString("hex")}.com`;
    const questions = [
      { name: KNOWN.name, type: "A" },
      { name: missing, type: "A" },
      { name: "", type: "SOA", dnssec: true },
    ];
    const own = look(AbortSignal.timeout(waits.resolverQuestionsMs));
    const asking = askAll(
      own,
      questions.map(({ name, type, dnssec }) => ({ server, question: { name, type }, dnssec })),
    );
    const judge = (late: readonly Outcome<DnsReply>[]) => {
      const [known, gone, root] = late as [Outcome<DnsReply>, Outcome<DnsReply>, Outcome<DnsReply>];
      return judgeHealth({ known, missing: gone, root }, missing, checkedAt, [...own.evidence]);
    };
    const health = judge(await asking.within(waits.resolverCheckMs));
    if (asking.heard()) heardAt = performance.now();
    // Silence is certain when all questions have ended: until then it stands only where nothing else is known.
    const before = health.fault === "silent" ? (tried.get(ip) ?? null) : null;
    if (before === null || before.until <= performance.now()) keep(ip, health, start);
    void asking.all.then((late) => {
      const last = judge(late);
      if (asking.heard()) heardAt = performance.now();
      if (last.fault !== "silent" || leftInTime(last, waits)) keep(ip, last, start);
      const nothing = last.state === "unknown" || (last.fault === "silent" && !leftInTime(last, waits));
      if (nothing && tried.get(ip)?.health === health) tried.delete(ip);
    });
    return health;
  }

  function keep(ip: string, health: ResolverHealth, start: number): void {
    // What we could not find out says nothing of it.
    if (health.state === "unknown") return;
    const now = performance.now();
    // Where nobody at all answered it may be our own network.
    const alone = health.fault === "silent" && heardAt < start;
    const { least, most } = AGAIN_MS;
    const again = least + Math.random() * (most - least);
    const standsMs = alone ? ALONE_MS : STANDS_MS;
    tried.set(ip, { health, until: now + standsMs, dueAt: now + (alone ? ALONE_MS : again) });
  }

  /** Checks what is due of countries that are asked for; ends when nobody asks any more. */
  function tick(): void {
    const now = performance.now();
    for (const [country, { at }] of asked) if (now - at > ASKED_MS) asked.delete(country);
    if (asked.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
    const due = [...asked.values()]
      .flatMap(({ candidates }) => candidates)
      .filter(({ ip }) => !running.has(ip) && (tried.get(ip)?.dueAt ?? Infinity) <= now);
    for (const candidate of due.slice(0, TICK_CHECKS)) void check(candidate);
    for (const [ip, { until }] of tried) if (until <= now) tried.delete(ip);
  }

  async function lookAtPort53(): Promise<boolean | null> {
    const own = look(AbortSignal.timeout(waits.resolverQuestionsMs));
    const asking = askAll(own, [{ server: ROOT, question: { name: "com", type: "SOA" } }]);
    const [outcome] = await asking.within(waits.resolverCheckMs);
    if (asking.heard()) heardAt = performance.now();
    if (outcome?.kind !== "present") return null;
    const intercepted = outcome.value.flags.includes("ra");
    port53 = { intercepted, until: performance.now() + STANDS_MS };
    return intercepted;
  }

  return {
    check,
    known(ip) {
      const last = tried.get(ip);
      return last !== undefined && last.until > performance.now() ? last.health : null;
    },
    doubt: (candidate) => void check(candidate),
    denials: createDenials(),
    keepFresh(country, candidates) {
      asked.set(country, { at: performance.now(), candidates });
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    intercepted() {
      if (port53 !== null && port53.until > performance.now()) return Promise.resolve(port53.intercepted);
      looking ??= lookAtPort53().finally(() => {
        looking = null;
      });
      return looking;
    },
    *counts() {
      const now = performance.now();
      const states = [...tried.values()]
        .filter(({ until }) => until > now)
        .map(({ health }) => health.fault ?? health.state);
      for (const state of ["healthy", ...FAULTS])
        yield [{ state }, states.filter((one) => one === state).length] as const;
    },
  };
}

type Asked = {
  readonly server: DnsServer;
  readonly question: { readonly name: string; readonly type: string };
  readonly dnssec?: boolean | undefined;
};

/** Asks some questions at the same time; what is not answered in time is a timeout. */
function askAll(look: Look, questions: readonly Asked[]) {
  const outcomes: Outcome<DnsReply>[] = questions.map(() => unknown("timeout"));
  const all = Promise.all(
    questions.map(async ({ server, question, dnssec = false }, i) => {
      const outcome = await look.ask(server, question, { dnssec, bytesMax: ANSWER_BYTES_MAX });
      outcomes[i] = outcome;
      return outcome;
    }),
  );
  return {
    all,
    async within(ms: number): Promise<readonly Outcome<DnsReply>[]> {
      await orAborted(all, AbortSignal.timeout(ms));
      return [...outcomes];
    },
    /** Whether anything came back. */
    heard: () =>
      outcomes.some(
        (one) => one.kind === "present" || (one.kind === "unknown" && ANSWERED.includes(one.reason)),
      ),
  };
}

/** Bytes of an answer that is read: a root's SOA with its signatures takes some 1200. */
const ANSWER_BYTES_MAX = 16_384;
const ANSWERED: readonly string[] = ["servfail", "refused", "malformed", "too_large"];
