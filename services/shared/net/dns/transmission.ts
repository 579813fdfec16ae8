import type { Reason } from "@dnstools/core/tool/outcome";
import type { Cancellable, Waiting } from "./transport.ts";

/** One transmission of a query over a shared socket. */
export class Transmission implements Cancellable {
  private readonly among: Map<number, Transmission>;
  private readonly id: number;
  readonly query: Uint8Array;
  readonly waiting: Waiting;

  constructor(among: Map<number, Transmission>, id: number, query: Uint8Array, waiting: Waiting) {
    this.among = among;
    this.id = id;
    this.query = query;
    this.waiting = waiting;
  }

  /** False after `cancel`, although another transmission may have the ID since. */
  get isWaiting(): boolean {
    return this.among.get(this.id) === this;
  }

  cancel(): void {
    if (this.isWaiting) this.among.delete(this.id);
  }

  fail(reason: Reason): void {
    if (!this.isWaiting) return;
    this.cancel();
    this.waiting.fail(reason);
  }
}
