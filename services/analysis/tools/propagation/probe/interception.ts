import type { Waits } from "@dnstools/core/waits";
import type { DnsServer, Net } from "@dnstools/net";
import { KNOWN } from "../judge/health.ts";
import { AskedAll } from "./ask-all.ts";

/** Milliseconds that a finding stands. */
const STANDS_MS = 600_000;
/** A root server (IANA root hints, 2026-11-20), which gives no recursion (RFC 7720 2). */
const ROOT: DnsServer = { name: "a.root-servers.net", address: KNOWN.address, port: 53, upstream: "public" };

/** Whether something in our own network answers in place of other servers (port 53 is intercepted): found out once for all calls. */
export class Interception {
  private found: { readonly intercepted: boolean; readonly until: number } | null = null;
  private finding: Promise<boolean | null> | null = null;
  private readonly look: Net["look"];
  private readonly waits: Waits;
  private readonly onAnswer: () => void;

  /** @param onAnswer called when any answer came. */
  constructor(look: Net["look"], waits: Waits, onAnswer: () => void) {
    this.look = look;
    this.waits = waits;
    this.onAnswer = onAnswer;
  }

  /** Null where that could not be found out. */
  check(): Promise<boolean | null> {
    const { found } = this;
    if (found !== null && found.until > performance.now()) return Promise.resolve(found.intercepted);
    this.finding ??= this.find().finally(() => {
      this.finding = null;
    });
    return this.finding;
  }

  private async find(): Promise<boolean | null> {
    const own = this.look(AbortSignal.timeout(this.waits.resolverQuestionsMs));
    const asked = new AskedAll(own, [{ server: ROOT, question: { name: "com", type: "SOA" } }]);
    const [outcome] = await asked.within(this.waits.resolverCheckMs);
    if (asked.isAnswered) this.onAnswer();
    if (outcome?.kind !== "present") return null;
    const intercepted = outcome.value.flags.includes("ra");
    this.found = { intercepted, until: performance.now() + STANDS_MS };
    return intercepted;
  }
}
