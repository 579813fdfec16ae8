import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { DnsClient } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import { KNOWN_ZONE } from "./check-resolver.ts";

/** What a resolver can do beyond what its check shows. Null: not known. */
export type Abilities = {
  /** True if the resolver, or one that it forwards to, answers SERVFAIL for a name whose DNSSEC is broken on purpose. */
  readonly rejectsBogus: boolean | null;
  /** True if the resolver answers over TCP, which long answers need (RFC 7766 5). */
  readonly tcp: boolean | null;
  /** True if the resolver gave an answer that is not that of the zone's servers. */
  readonly filters: boolean;
};

/** Nothing is known. */
export const UNLEARNED: Abilities = { rejectsBogus: null, tcp: null, filters: false };

/** A name whose DNSSEC its operator keeps broken, so that resolvers can be tested (Comcast, 2026-11-28). */
const BOGUS = { name: "dnssec-failed.org", type: "A" } as const;

/** Reasons that show that nothing answers over TCP. */
const UNREACHED: readonly Reason[] = ["timeout", "unreachable", "reset", "connection_refused"];

function isUnreached(outcome: Outcome<unknown>): boolean {
  return outcome.kind === "unknown" && UNREACHED.includes(outcome.reason);
}

/** Finds out what a resolver can do. */
export async function learnAbilities(resolver: DnsServer, ask: DnsClient["ask"]): Promise<Abilities> {
  const { signal } = new AbortController();
  const [{ outcome: bogus }, { outcome: overTcp }] = await Promise.all([
    ask(resolver, BOGUS, signal),
    ask(resolver, KNOWN_ZONE, signal, { tcp: true }),
  ]);
  const isAnswered = bogus.kind === "present" && bogus.value.answers.length > 0;
  const isRejected = bogus.kind === "unknown" && bogus.reason === "servfail";
  return {
    rejectsBogus: isAnswered || isRejected ? isRejected : null,
    tcp: overTcp.kind === "present" ? true : isUnreached(overTcp) ? false : null,
    filters: false,
  };
}
