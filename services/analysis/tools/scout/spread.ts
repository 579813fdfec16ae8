import { type Outcome, type Reason, unknown } from "@dnstools/core/outcome";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import type { DnsServer, Look } from "@dnstools/net";

/** An answer, and the zone that the server speaks for; null of our resolver. */
export type SpreadAnswer = { readonly outcome: Outcome<DnsReply>; readonly zone: string | null };

/** Questions of a section so far, and those without a usable answer. */
export type Count = { questions: number; failed: number };

/** Puts many questions to the servers of a zone: each to one of them, as fast as each takes them. */
export type Spread = {
  readonly ask: (question: Question, how: How) => Promise<SpreadAnswer>;
};
type How = {
  readonly count: Count;
  /** When nobody waits for it any longer. */
  readonly until: AbortSignal;
  readonly dnssec?: boolean;
};

type Job = How & {
  readonly question: Question;
  readonly tried: Set<Lane>;
  readonly resolve: (answer: SpreadAnswer) => void;
};

/** One server, or our resolver where no server answers. */
type Lane = {
  readonly ask: (question: Question, dnssec: boolean) => Promise<Outcome<DnsReply>>;
  readonly zone: string | null;
  active: number;
  /** Questions under way at most: more with each answer, half with each that stays out. */
  window: number;
  failures: number;
};

const WINDOW = 16;
const WINDOW_MAX = 48;
/** Failures in a row after which a server is left to itself where there are others, and where there are none. */
const FAILURES_MAX = 6;
const FAILURES_LAST_MAX = 16;
/** Servers that one question is put to. */
const TRIES_MAX = 3;
/** Bytes of an answer that is read: who makes all of them as large as answers can be wants to see what that costs. */
const BYTES_MAX = 4096;
/** What says nothing of the server, but of us or of the answer. */
const FINAL: readonly Reason[] = ["too_large"];

/**
 * Asks our resolver where none of the zone's servers answers: it may reach one that we do not.
 * @param alive for each server, whether it has answered for the name; it is asked from then on.
 */
export function createSpread(
  look: Look,
  signal: AbortSignal,
  zone: string,
  alive: readonly (readonly [DnsServer, Promise<boolean>])[],
): Spread {
  const lanes: Lane[] = [];
  const queue: Job[] = [];
  let opening = alive.length;

  const lane = (ask: Lane["ask"], of: string | null): Lane => ({
    ask,
    zone: of,
    active: 0,
    window: WINDOW,
    failures: 0,
  });
  const options = { guess: true, bulk: true, bytesMax: BYTES_MAX };

  function settle(): void {
    if (lanes.length === 0) {
      const resolver: Lane["ask"] = async (question, dnssec) =>
        (await look.resolve(question, { ...options, dnssec })).outcome;
      lanes.push(lane(resolver, null));
    }
    pump();
  }
  for (const [server, answers] of alive)
    void answers.then((yes) => {
      opening -= 1;
      const ask: Lane["ask"] = (question, dnssec) => look.ask(server, question, { ...options, dnssec });
      if (yes) lanes.push(lane(ask, zone));
      if (opening === 0) settle();
      else pump();
    });
  if (opening === 0) settle();
  signal.addEventListener("abort", () => {
    for (const job of queue.splice(0)) job.resolve({ outcome: unknown("budget"), zone });
  });

  /** The server with most room that a question was not put to yet; undefined where all are busy, null where there is none. */
  function pick(job: Job): Lane | undefined | null {
    const open = lanes.filter(({ failures }) => failures < FAILURES_MAX);
    const last = lanes.filter(({ failures }) => failures < FAILURES_LAST_MAX);
    const left = (open.length > 0 ? open : last).filter((one) => !job.tried.has(one));
    if (left.length === 0) return opening > 0 ? undefined : null;
    const free = left.filter(({ active, window }) => active < window);
    return free.toSorted((a, b) => a.active / a.window - b.active / b.window)[0];
  }

  function hasRoom(): boolean {
    return lanes.some(({ active, window }) => active < window);
  }

  function pump(): void {
    // One that waits for a busy server must not hold up those behind it.
    for (let i = 0; i < queue.length && (opening === 0 || lanes.length > 0) && hasRoom(); ) {
      const job = queue[i] as Job;
      const next = job.until.aborted ? null : pick(job);
      if (next === undefined) {
        i++;
        continue;
      }
      queue.splice(i, 1);
      if (next === null) fail(job, job.until.aborted ? "budget" : "no_servers");
      else void send(job, next);
    }
  }

  function fail(job: Job, reason: Reason): void {
    job.count.failed += 1;
    job.resolve({ outcome: unknown(reason), zone });
  }

  async function send(job: Job, to: Lane): Promise<void> {
    to.active += 1;
    job.tried.add(to);
    job.count.questions += 1;
    const outcome = await to.ask(job.question, job.dnssec ?? false);
    to.active -= 1;
    if (outcome.kind !== "unknown" || FINAL.includes(outcome.reason)) {
      to.failures = 0;
      to.window = Math.min(WINDOW_MAX, to.window + 1);
      job.resolve({ outcome, zone: to.zone });
    } else {
      to.failures += 1;
      to.window = Math.max(1, to.window >> 1);
      const { asked, most } = look.questions();
      const over =
        signal.aborted || asked >= most || job.tried.size >= TRIES_MAX || job.tried.size >= lanes.length;
      if (over) fail(job, outcome.reason);
      else queue.unshift(job);
    }
    pump();
  }

  return {
    ask(question, how) {
      const { promise, resolve } = Promise.withResolvers<SpreadAnswer>();
      if (signal.aborted) resolve({ outcome: unknown("budget"), zone });
      else {
        queue.push({ ...how, question, tried: new Set(), resolve });
        pump();
      }
      return promise;
    },
  };
}
