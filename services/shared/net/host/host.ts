import { orAborted } from "@dnstools/concurrency/abortable";
import type { Facet, OnEvent } from "@dnstools/core/net-event";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import { type Authorities, issuerOf } from "./authorities.ts";
import { explain, type Failure, type Way } from "./explain.ts";
import { agreed, confirms, type FacetResult, type HostState } from "./facets.ts";
import { Piles } from "./piles.ts";

/**
 * What this host and its network let through. Every outcome that would be blamed on a server or a domain is shown to
 * the host first. The trials run in the background from `start` on and every ten minutes; without `start`, when the
 * first such outcome needs a verdict.
 */
export type Host = {
  /** True if the verdict about this host is known, so that no outcome waits for it. */
  readonly isKnown: boolean;
  /** Notes a failure. If several servers fail in the same way, the verdict about this host is doubtful. */
  readonly noteFailure: (way: Way) => void;
  /** Notes that a server answered, so that failures of others in the same way are probably theirs. */
  readonly noteAnswer: (way: Way) => void;
  /** Starts the trials in the background. */
  readonly start: () => void;
  /**
   * Returns this host's own fault that explains a failure, or null if the server is to blame. Answers at once if the
   * verdict about this host is known; otherwise the caller waits for it for a few seconds.
   * @param signal fires at the end of the call; the reason is then `budget`.
   */
  readonly explain: (failure: Failure, signal: AbortSignal) => Explanation | Promise<Explanation>;
  /**
   * Returns this host's own fault if the certificates of a server come from a proxy that inspects TLS, else null. Waits
   * like `explain` if the certificates would be blamed on the server.
   */
  readonly explainChain: (
    chain: readonly string[],
    signal: AbortSignal,
  ) => Explanation | Promise<Explanation>;
  /** Waits like `explain` for the verdict about the clock, because a date would be blamed on a domain. */
  readonly settleTime: (signal: AbortSignal) => Explanation | Promise<Explanation>;
  /** Returns by how much this host's clock must be corrected before a date is judged. */
  readonly time: () => ClockOffset;
  /** Returns true if another server answers in place of name servers over either family; null if this is unknown. */
  readonly isIntercepted: () => boolean | null;
  /** Runs the trials and returns all results. */
  readonly examine: () => Promise<HostState>;
  /** Returns the results so far, and when the last trials ended (ISO 8601); null before. */
  readonly last: () => { readonly state: HostState; readonly at: string | null };
};

/** A reason that says nothing about the server, with the exchange that shows it; null if the server is to blame. */
export type Explanation = { readonly reason: Reason; readonly evidence: FacetResult["evidence"] } | null;

/**
 * The milliseconds to add to this host's clock to get the true time, 0 unless the clock is known to be wrong, and the
 * exchange that shows it.
 */
type ClockOffset = { readonly offsetMs: number; readonly evidence: FacetResult["evidence"] };

/** Milliseconds between two rounds of trials, for which a verdict is valid. */
const VALID_MS = 600_000;
/**
 * Milliseconds after which a fault or a doubtful verdict is tried again. They double with each trial that changes
 * nothing, up to VALID_MS.
 */
const RETRY_MS = 2500;
/** Milliseconds by which the clock may be set before what is known about it is doubtful. */
const SET_MS = 60_000;
/** Milliseconds that a round of trials may take after its time, before it counts as without a result. */
const LATE_MS = 300;

type HostParts = {
  /** Runs one round of trials. */
  readonly tryAll: (signal: AbortSignal) => Promise<HostState>;
  /** The facets that must have a result. */
  readonly facets: readonly Facet[];
  readonly authorities: Pick<Authorities, "isInOrder">;
  readonly waits: Pick<Waits, "hostTrialMs" | "hostVerdictMs">;
  readonly onEvent: OnEvent;
};

/** A host about which nothing is ever tried: every failure is blamed on the server. */
export const UNTRIED_HOST: Host = {
  isKnown: true,
  noteFailure() {},
  noteAnswer() {},
  start() {},
  explain: () => null,
  explainChain: () => null,
  settleTime: () => null,
  time: () => ({ offsetMs: 0, evidence: null }),
  isIntercepted: () => null,
  examine: async () => new Map(),
  last: () => ({ state: new Map(), at: null }),
};

/** Creates the host. No packet is sent until `start`, or until an outcome needs a verdict. */
export function createHost(parts: HostParts): Host {
  const trials = new HostTrials(parts);
  const faultOf = (facet: Facet, verdict: FacetResult["verdict"]) => {
    const result = trials.state.get(facet);
    return result?.verdict === verdict ? result : null;
  };
  const explained = (failure: Failure): Explanation => {
    const found = explain(trials.state, failure);
    return found && { reason: found.reason, evidence: trials.state.get(found.facet)?.evidence ?? null };
  };
  return {
    get isKnown() {
      return trials.isKnown;
    },
    noteFailure: (way) => trials.noteFailure(way),
    noteAnswer: (way) => trials.noteAnswer(way),
    start: () => trials.start(),
    examine: () => trials.run().then(() => trials.state),
    last: () => ({ state: trials.state, at: trials.endedAt }),
    explain(failure, signal) {
      return trials.isKnown
        ? explained(failure)
        : trials.wait(signal).then((cut) => cut ?? explained(failure));
    },
    explainChain(chain, signal) {
      const judged = (): Explanation => {
        const found = faultOf("tls", "inspected");
        return found !== null && issuerOf(chain) === found.issuer
          ? { reason: "tls_inspected_here", evidence: found.evidence }
          : null;
      };
      if (trials.isKnown) return judged();
      return parts.authorities.isInOrder(chain, Date.now())
        ? null
        : trials.wait(signal).then((cut) => cut ?? judged());
    },
    settleTime: (signal) => (trials.isKnown ? null : trials.wait(signal)),
    isIntercepted: () => trials.isIntercepted,
    time() {
      const found = faultOf("clock", "wrong");
      return { offsetMs: found === null ? 0 : trials.offsetMs(found), evidence: found?.evidence ?? null };
    },
  };
}

/**
 * The trials of this host and what they have shown. A verdict changes only if two rounds agree.
 *
 *     unknown ── first round in order, or a second one ──► known ◄──► lost and back, by two rounds that agree
 */
class HostTrials {
  state: HostState = new Map();
  endedAt: string | null = null;
  /** See Host. Kept, because each answer of a name server is compared with it. */
  isIntercepted: boolean | null = null;
  private readonly parts: HostParts;
  private readonly piles = new Piles();
  private running: Promise<void> | null = null;
  private finishedAt = Number.NEGATIVE_INFINITY;
  /** The time of this host's clock less that of performance.now() when the last trials ended, in milliseconds. */
  private setAt = 0;
  private isStarted = false;
  /** True if something was not found out, for example because this host was too busy. */
  private isIncomplete = false;
  private retryMs = RETRY_MS;

  constructor(parts: HostParts) {
    this.parts = parts;
  }

  /** True if the verdict is valid, and nothing has happened since that makes it doubtful. */
  get isKnown(): boolean {
    const age = performance.now() - this.finishedAt;
    const isFresh = this.isStarted ? this.finishedAt > 0 : age < VALID_MS;
    return isFresh && !this.isSet && !(this.isDoubtful && age > this.retryMs);
  }

  /** True if this host's clock has been set since the last trials. */
  private get isSet(): boolean {
    return Math.abs(Date.now() - performance.now() - this.setAt) > SET_MS;
  }

  private get isDoubtful(): boolean {
    return this.piles.isHigh || this.isIncomplete || this.state.get("flows")?.verdict === "full";
  }

  start(): void {
    this.isStarted = true;
    void this.run().then(() => {
      const isOpen = isFaulty(this.state) || this.isIncomplete;
      setTimeout(() => this.start(), isOpen ? this.retryMs : VALID_MS).unref();
    });
  }

  noteFailure(way: Way): void {
    this.piles.add(way);
  }

  noteAnswer(way: Way): void {
    this.piles.end(way);
  }

  /** Returns the milliseconds to add to this host's clock, whose time may have been set since the trials. */
  offsetMs({ offsetMs = 0 }: FacetResult): number {
    return this.setAt + offsetMs + performance.now() - Date.now();
  }

  /** Waits for a verdict. Returns `budget` if the call ends before, else null. */
  async wait(signal: AbortSignal): Promise<Explanation> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(this.parts.waits.hostVerdictMs)]);
    await orAborted(this.run(), limit);
    return signal.aborted ? { reason: "budget", evidence: null } : null;
  }

  /** Runs one or two rounds of trials, or joins those in flight. */
  run(): Promise<void> {
    this.running ??= this.examine().finally(() => {
      this.running = null;
      this.finishedAt = performance.now();
      this.setAt = Date.now() - this.finishedAt;
      this.endedAt = new Date().toISOString();
      this.piles.clear();
    });
    return this.running;
  }

  private async examine(): Promise<void> {
    const before = this.state;
    const isRepeated = this.isDoubtful || isFaulty(before);
    const first = await this.round();
    this.state = confirms(before, first)
      ? new Map([...before, ...first])
      : agreed(before, first, await this.round());
    this.isIntercepted = interceptionIn(this.state);
    this.isIncomplete = lacks(this.state, this.parts.facets);
    const isSame = confirms(before, this.state);
    this.retryMs = isSame && isRepeated ? Math.min(2 * this.retryMs, VALID_MS) : RETRY_MS;
    this.parts.onEvent({ kind: "host_tried", before: verdictsOf(before), now: verdictsOf(this.state) });
  }

  private async round(): Promise<HostState> {
    const { tryAll, waits } = this.parts;
    const trying = tryAll(AbortSignal.timeout(waits.hostTrialMs)).catch(() => null);
    const found = await orAborted(trying, AbortSignal.timeout(waits.hostTrialMs + LATE_MS));
    return found ?? new Map();
  }
}

function lacks(state: HostState, facets: readonly Facet[]): boolean {
  const isInspectionKnown = state.has("tls") || state.get("tcp_443")?.verdict !== "ok";
  return !isInspectionKnown || facets.some((facet) => !state.has(facet));
}

function interceptionIn(state: HostState): boolean | null {
  const verdicts = PORT_53.map((facet) => state.get(facet)?.verdict);
  if (verdicts.includes("intercepted")) return true;
  return verdicts.includes("ok") ? false : null;
}

const PORT_53 = ["udp_53_ipv4", "udp_53_ipv6", "tcp_53_ipv4", "tcp_53_ipv6"] as const;

function isFaulty(state: HostState): boolean {
  return [...state.values()].some(({ verdict }) => verdict !== "ok");
}

function verdictsOf(state: HostState): ReadonlyMap<Facet, FacetResult["verdict"]> {
  return new Map([...state].map(([facet, { verdict }]) => [facet, verdict]));
}
