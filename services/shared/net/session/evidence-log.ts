import type { Evidence } from "@dnstools/core/tool/evidence";
import { type Outcome, unknown } from "@dnstools/core/tool/outcome";
import { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Exchange } from "../exchange.ts";

/**
 * The exchanges of one call: counts them, holds them to a bound, and keeps the evidence of each. An exchange has its number from when it
 * begins, and its evidence from when it ends.
 */
export class EvidenceLog {
  /** Fires at the end of the call. */
  readonly signal: AbortSignal;
  /** How many exchanges may begin. */
  readonly most: number;
  private begun = 0;
  private readonly ended: Evidence[] = [];
  private readonly progress: WorkProgress;

  /** @param progress of the call, where it is known. */
  constructor(signal: AbortSignal, most: number, progress = new WorkProgress()) {
    this.signal = signal;
    this.most = most;
    this.progress = progress;
  }

  /** How many exchanges have begun. */
  get count(): number {
    return this.begun;
  }

  /** Whether no further exchange may begin: the call has ended, or the bound is reached. */
  get isSpent(): boolean {
    return this.signal.aborted || this.begun >= this.most;
  }

  /** Begins an exchange, also beyond the bound. @returns its number, for `end`. */
  begin(): string {
    this.begun += 1;
    this.progress.total += 1;
    return String(this.begun);
  }

  /** Keeps the evidence of an exchange. One that the end of the call cut short says nothing of the server: `unknown(budget)`. */
  end<T>(id: string, { outcome, evidence }: Exchange<T>): Outcome<T> {
    this.pass();
    const cut = evidence.reason === "timeout" && this.signal.aborted;
    this.ended.push({ id, ...evidence, ...(cut ? { reason: "budget" as const } : {}) });
    return cut ? unknown("budget") : outcome;
  }

  /** Ends an exchange of which no evidence is kept. */
  pass(): void {
    this.progress.done += 1;
  }

  /** Adds the evidence of an exchange that was not made for this call alone, as the check of a resolver. */
  add(evidence: Omit<Evidence, "id">): void {
    this.ended.push({ ...evidence, id: this.begin() });
    this.pass();
  }

  /** The evidence of all exchanges that have ended, in the order in which they began. */
  get evidence(): readonly Evidence[] {
    return this.ended.toSorted((a, b) => Number(a.id) - Number(b.id));
  }
}
