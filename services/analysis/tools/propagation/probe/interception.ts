import { Cache } from "@dnstools/concurrency/cache";
import { SingleFlight } from "@dnstools/concurrency/single-flight";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Waits } from "@dnstools/core/waits";
import type { DnsServer, Net } from "@dnstools/net";
import { KNOWN } from "../judge/health.ts";
import { AskedAll } from "./ask-all.ts";

/** Milliseconds for which the result of a check is valid. */
const STANDS_MS = 600_000;
/** A root server (IANA root hints, 2026-11-20). Root servers do not offer recursion (RFC 7720 2). */
const ROOT: DnsServer = { name: "a.root-servers.net", address: KNOWN.address, port: 53, upstream: "public" };

/** Whether our own network answers in place of other servers, and the exchange that proves it. */
export type InterceptionCheck = { readonly intercepted: boolean; readonly evidence: readonly Evidence[] };

/** Detects whether our own network intercepts DNS queries (port 53) to other servers. All calls share one result. */
export class Interception {
  private readonly found = new Cache<"port 53", InterceptionCheck>({ max: 1, ttlMs: STANDS_MS });
  private readonly finding = new SingleFlight<"port 53", InterceptionCheck | null>();
  private readonly session: Net["session"];
  private readonly waits: Waits;
  private readonly onAnswer: () => void;

  /** @param onAnswer called when a reply has arrived. */
  constructor(session: Net["session"], waits: Waits, onAnswer: () => void) {
    this.session = session;
    this.waits = waits;
    this.onAnswer = onAnswer;
  }

  /** Returns the result, after a new check if necessary; null if no result could be determined. */
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
