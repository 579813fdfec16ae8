import { Cache } from "@dnstools/concurrency/cache";
import { SingleFlight } from "@dnstools/concurrency/single-flight";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Waits } from "@dnstools/core/waits";
import type { DnsServer, Net } from "@dnstools/net";
import { KNOWN } from "../judge/health.ts";
import { AskedAll } from "./ask-all.ts";

/** Milliseconds that a finding stands. */
const STANDS_MS = 600_000;
/** A root server (IANA root hints, 2026-11-20), which gives no recursion (RFC 7720 2). */
const ROOT: DnsServer = { name: "a.root-servers.net", address: KNOWN.address, port: 53, upstream: "public" };

/** Whether something in our own network answers in place of other servers, and the exchange that shows it. */
export type InterceptionCheck = { readonly intercepted: boolean; readonly evidence: readonly Evidence[] };

/** Whether something in our own network answers in place of other servers (port 53 is intercepted): found out once for all calls. */
export class Interception {
  private readonly found = new Cache<"port 53", InterceptionCheck>({ max: 1, ttlMs: STANDS_MS });
  private readonly finding = new SingleFlight<"port 53", InterceptionCheck | null>();
  private readonly session: Net["session"];
  private readonly waits: Waits;
  private readonly onAnswer: () => void;

  /** @param onAnswer called when any answer came. */
  constructor(session: Net["session"], waits: Waits, onAnswer: () => void) {
    this.session = session;
    this.waits = waits;
    this.onAnswer = onAnswer;
  }

  /** Null where that could not be found out. */
  check(): Promise<InterceptionCheck | null> {
    const found = this.found.get("port 53");
    return found === undefined ? this.finding.join("port 53", () => this.find()) : Promise.resolve(found);
  }

  private async find(): Promise<InterceptionCheck | null> {
    const own = this.session(AbortSignal.timeout(this.waits.resolverQuestionsMs));
    const asked = new AskedAll(own, [{ server: ROOT, question: { name: "com", type: "SOA" } }]);
    const [outcome] = await asked.within(this.waits.resolverCheckMs);
    if (asked.isAnswered) this.onAnswer();
    if (outcome?.kind !== "present") return null;
    const check = { intercepted: outcome.value.flags.includes("ra"), evidence: [...own.evidence] };
    this.found.set("port 53", check);
    return check;
  }
}
