import { orAborted } from "@dnstools/concurrency/abortable";
import type { Facet, OnEvent } from "@dnstools/core/net-event";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import { isInOrder, issuerOf } from "./connections.ts";
import { explain, type Failure } from "./explain.ts";
import { agreed, confirms, type FacetResult, type HostState } from "./facets.ts";

/**
 * What this host and its network let through. Every outcome that would be blamed on a server or a domain is shown to
 * the host first. The trials run in the background from `start` on and every ten minutes; without `start`, when the
 * first such outcome needs a verdict.
 */
export type Host = {
  /** True if the verdict about this host is known, so that no outcome waits for it. */
  readonly isKnown: boolean;
  /**
   * Notes that a server that has answered before is silent. If several are, the cause may be on this side, so the trials
   * are repeated.
   */
  readonly noteSilence: (address: string) => void;
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
 * Number of servers that fall silent within PILE_MS milliseconds, after which the trials are repeated, at most once
 * within that time. The verdict that the router is full is valid for that time only, because flows end by themselves.
 */
const PILE = 4;
const PILE_MS = 10_000;

type HostParts = {
  /** Runs one round of trials. */
  readonly tryAll: (signal: AbortSignal) => Promise<HostState>;
  readonly waits: Pick<Waits, "hostTrialMs" | "hostVerdictMs">;
  readonly onEvent: OnEvent;
};

/** A host about which nothing is ever tried: every failure is blamed on the server. */
export const UNTRIED_HOST: Host = {
  isKnown: true,
  noteSilence() {},
  start() {},
  explain: () => null,
  explainChain: () => null,
  settleTime: () => null,
  time: () => ({ offsetMs: 0, evidence: null }),
  isIntercepted: () => null,
  examine: async () => new Map(),
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
    noteSilence: (address) => trials.noteSilence(address),
    start: () => trials.start(),
    examine: () => trials.run().then(() => trials.state),
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
      return isInOrder(chain, Date.now()) ? null : trials.wait(signal).then((cut) => cut ?? judged());
    },
    settleTime: (signal) => (trials.isKnown ? null : trials.wait(signal)),
    isIntercepted() {
      const verdicts = (["udp_53_ipv4", "udp_53_ipv6"] as const).map(
        (facet) => trials.state.get(facet)?.verdict,
      );
      if (verdicts.includes("intercepted")) return true;
      return verdicts.includes("ok") ? false : null;
    },
    time() {
      const found = faultOf("clock", "wrong");
      return { offsetMs: found?.offsetMs ?? 0, evidence: found?.evidence ?? null };
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
  private readonly parts: HostParts;
  private running: Promise<void> | null = null;
  private finishedAt = Number.NEGATIVE_INFINITY;
  private isStarted = false;
  /** Addresses of servers that have fallen silent since `pileSince`. */
  private readonly pile = new Set<string>();
  private pileSince = 0;

  constructor(parts: HostParts) {
    this.parts = parts;
  }

  /** True if the verdict is valid and no failures have piled up since. */
  get isKnown(): boolean {
    const now = performance.now();
    const age = now - this.finishedAt;
    const isDoubted = this.pile.size >= PILE || this.state.get("flows")?.verdict === "full";
    const isFresh = this.isStarted ? this.finishedAt > 0 : age < VALID_MS;
    return isFresh && !(isDoubted && age > PILE_MS);
  }

  start(): void {
    this.isStarted = true;
    void this.run();
    setInterval(() => void this.run(), VALID_MS).unref();
  }

  noteSilence(address: string): void {
    const now = performance.now();
    if (now - this.pileSince > PILE_MS) {
      this.pile.clear();
      this.pileSince = now;
    }
    if (this.pile.size < PILE) this.pile.add(address);
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
      this.pile.clear();
    });
    return this.running;
  }

  private async examine(): Promise<void> {
    const { tryAll, waits, onEvent } = this.parts;
    const round = () => tryAll(AbortSignal.timeout(waits.hostTrialMs)).catch((): HostState => new Map());
    const before = this.state;
    const first = await round();
    this.state = confirms(before, first)
      ? new Map([...before, ...first])
      : agreed(before, first, await round());
    onEvent({ kind: "host_tried", before: verdictsOf(before), now: verdictsOf(this.state) });
  }
}

function verdictsOf(state: HostState): ReadonlyMap<Facet, FacetResult["verdict"]> {
  return new Map([...state].map(([facet, { verdict }]) => [facet, verdict]));
}
