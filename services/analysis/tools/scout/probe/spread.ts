import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { type Outcome, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer, Look } from "@dnstools/net";
import type { Count } from "@dnstools/net/lookup/once";

/** An answer, and the zone that the server speaks for; null of our resolver. */
export type SpreadAnswer = { readonly outcome: Outcome<DnsReply>; readonly zone: string | null };

/** Puts many questions to the servers of a zone: each to one of them, as fast as each takes them. */
export type Spread = {
  readonly ask: (question: Question, how: How) => Promise<SpreadAnswer>;
};
type How = {
  readonly count: Count;
  /** When nobody waits for it any longer. */
  readonly until: AbortSignal;
  readonly dnssec: boolean;
  /** Before those that wait. */
  readonly first: boolean;
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
  /** How many it takes at once. */
  readonly room: () => number;
  active: number;
  /** Questions under way at most: more with each answer, half with each that stays out, and then slowly more. */
  window: number;
  eager: boolean;
  /** Milliseconds of its last answers, smoothed. */
  rttMs: number;
  /** In a row. */
  failures: number;
  answeredAt: number;
};

const WINDOW = 32;
const WINDOW_MAX = 48;
/** Failures in a row after which a server is left to itself where there are others. */
const FAILURES_MAX = 6;
/** A server farther away is asked, too, where those nearer need more than this share of its round trip for what is in line. */
const SOONER = 0.35;
/** Milliseconds between looks at whether a server has room again. */
const ROOM_MS = 10;
/** Questions in a line that are looked at for one that can go: those that were asked in vain stand in front. */
const RETRIED_MAX = 64;
/** Servers that one question is put to. */
const TRIES_MAX = 3;
/** Bytes of an answer that is read: who makes all of them as large as answers can be wants to see what that costs. */
const BYTES_MAX = 4096;
/** What says nothing of the server, but of us or of the answer. */
const FINAL: readonly Reason[] = ["too_large"];

/**
 * Asks our resolver where none of the zone's servers answers: it may reach one that we do not.
 * @param perSecond questions that one server gets a second; 0 for no limit.
 * @param alive for each server, whether it has answered for the name; it is asked from then on.
 */
export function createSpread(
  look: Look,
  signal: AbortSignal,
  zone: string,
  perSecond: number,
  alive: readonly (readonly [DnsServer, Promise<boolean>])[],
): Spread {
  const lanes: Lane[] = [];
  /** By section: the one that has asked least goes next. */
  const queues = new Map<Count, Job[]>();
  let opening = alive.length;
  let inLine = 0;
  let timer: Timer | null = null;
  /** Why the servers that are left to themselves are. */
  let lastReason: Reason = "no_servers";
  const since = performance.now();
  const options = { guess: true, bulk: true, bytesMax: BYTES_MAX };

  function open(way: Pick<Lane, "ask" | "zone" | "room">): void {
    const answeredAt = performance.now();
    const rttMs = answeredAt - since;
    const start = { active: 0, window: WINDOW, eager: true, rttMs, failures: 0, answeredAt };
    lanes.push({ ...way, ...start });
    lanes.sort((a, b) => a.rttMs - b.rttMs);
  }

  function settle(): void {
    if (opening === 0 && lanes.length === 0) {
      const ask: Lane["ask"] = async (question, dnssec) =>
        (await look.resolve(question, { ...options, dnssec })).outcome;
      open({ ask, zone: null, room: () => Number.POSITIVE_INFINITY });
    }
    pump();
  }

  for (const [server, answers] of alive)
    void answers.then((yes) => {
      opening -= 1;
      if (yes)
        open({
          ask: (question, dnssec) => look.ask(server, question, { ...options, dnssec }),
          zone,
          room: () => look.room(server),
        });
      settle();
    });
  settle();
  signal.addEventListener("abort", () => {
    for (const queue of queues.values())
      for (const job of queue.splice(0)) job.resolve({ outcome: unknown("budget"), zone });
    inLine = 0;
    if (timer !== null) clearTimeout(timer);
  });

  /**
   * Of the nearest servers that together take what is in line, the one with most room; one that a question was not put to yet.
   * `later` where all are busy, null where there is none.
   */
  function pick(job: Job): Lane | "later" | null {
    if (job.until.aborted) return null;
    const good = lanes.filter(({ failures }) => failures < FAILURES_MAX);
    const silent = performance.now() - look.waits.silentServersMs;
    const rest = good.length > 0 ? good : lanes.filter(({ answeredAt }) => answeredAt > silent);
    const left = rest.filter((one) => !job.tried.has(one));
    if (left.length === 0) return opening > 0 ? "later" : null;
    let best: Lane | null = null;
    for (const [i, one] of left.entries()) {
      // Those nearer are done with all that is in line long before this one has answered once.
      if (i > 0 && doneWithin(left.slice(0, i), SOONER * one.rttMs) >= inLine) break;
      // What waits for its turn there could go elsewhere meanwhile.
      if (one.active >= Math.floor(one.window) || one.room() < 1) continue;
      if (best === null || one.active / one.window < best.active / best.window) best = one;
    }
    return best ?? "later";
  }

  /** Questions that some servers answer in a time, in milliseconds. */
  function doneWithin(some: readonly Lane[], ms: number): number {
    // Of one that stays out nobody knows when.
    const each = some.map(({ window, active, rttMs, room, failures }) =>
      failures > 0
        ? 0
        : Math.max(
            0,
            Math.min(room() + (perSecond * ms) / 1000, (window * ms) / Math.max(1, rttMs) - active),
          ),
    );
    return each.reduce((sum, count) => sum + count, 0);
  }

  function pump(): void {
    while (next());
    // Nobody else says when a server has room again.
    if (inLine > 0 && lanes.length > 0)
      timer ??= setTimeout(() => {
        timer = null;
        pump();
      }, ROOM_MS);
  }

  /** Sends one question of the section that has asked least; false where none can be sent. */
  function next(): boolean {
    if (inLine === 0 || lanes.length === 0) return false;
    const inOrder = [...queues].toSorted(([a], [b]) => a.questions - b.questions);
    for (const [, queue] of inOrder) {
      // One that waits for a busy server must not hold up those behind it.
      for (let i = 0; i < Math.min(queue.length, RETRIED_MAX); i++) {
        const job = queue[i] as Job;
        const to = pick(job);
        // What nobody takes that is new to all, nobody takes of those behind it either.
        if (to === "later" && job.tried.size === 0) break;
        if (to === "later") continue;
        queue.splice(i, 1);
        inLine -= 1;
        if (to === null) fail(job, job.until.aborted ? "budget" : lastReason);
        else void send(job, to);
        return true;
      }
    }
    return false;
  }

  function fail(job: Job, reason: Reason): void {
    job.resolve({ outcome: unknown(reason), zone });
  }

  async function send(job: Job, to: Lane): Promise<void> {
    const bound = look.questions();
    if (bound.asked >= bound.most) return fail(job, "budget");
    to.active += 1;
    job.tried.add(to);
    job.count.questions += 1;
    const sentAt = performance.now();
    const outcome = await to.ask(job.question, job.dnssec);
    if (outcome.kind === "unknown") job.count.failed += 1;
    to.active -= 1;
    if (outcome.kind !== "unknown" || FINAL.includes(outcome.reason)) {
      to.failures = 0;
      to.answeredAt = performance.now();
      to.rttMs += (to.answeredAt - sentAt - to.rttMs) / 8;
      to.window = Math.min(WINDOW_MAX, to.window + (to.eager ? 1 : 1 / to.window));
      job.resolve({ outcome, zone: to.zone });
    } else {
      // That a turn took too long, or no socket was left, says nothing of the server.
      if (outcome.reason !== "budget" && outcome.reason !== "service_unavailable") {
        to.failures += 1;
        lastReason = outcome.reason;
      }
      to.window = Math.max(1, to.window / 2);
      to.eager = false;
      const { asked, most } = look.questions();
      const tries = Math.min(TRIES_MAX, lanes.length + opening);
      if (signal.aborted || asked >= most || job.tried.size >= tries) fail(job, outcome.reason);
      else line(job, "first");
    }
    pump();
  }

  function line(job: Job, place: "first" | "last"): void {
    const queue = queues.get(job.count) ?? [];
    queues.set(job.count, queue);
    inLine += 1;
    if (place === "first") queue.unshift(job);
    else queue.push(job);
  }

  return {
    ask(question, how) {
      const { promise, resolve } = Promise.withResolvers<SpreadAnswer>();
      if (signal.aborted) resolve({ outcome: unknown("budget"), zone });
      else {
        line({ ...how, question, tried: new Set(), resolve }, how.first ? "first" : "last");
        pump();
      }
      return promise;
    },
  };
}
