import { ipsIn } from "@dnstools/core/mail/answers";
import { parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { ReportAnswers } from "../answers.ts";
import type { MxLookup } from "../mx/lookup-mx.ts";
import type { ReputationObservation } from "../observations.ts";

/** An address of the domain or of its mail servers, and what the blocklists answered about it. */
export type AddressLookup = {
  readonly ip: string;
  /** `mx`: address of a mail server; `domain`: address of the domain itself, which may be its web server. */
  readonly subject: "mx" | "domain";
  readonly hosts: readonly string[];
  /** Outcome of the blocklist check; null for an address beyond the limit (`ASKED_MAX`). */
  readonly outcome: Outcome<ReputationObservation> | null;
};

/** The blocklist lookups of a domain's addresses. */
export type ReputationLookup = {
  readonly addresses: readonly AddressLookup[];
  /** False if a lookup of addresses failed, so that there may be more addresses. */
  readonly complete: boolean;
  /** Why a lookup of addresses failed; null if none failed. */
  readonly reason: Reason | null;
};

/** Maximum number of addresses to check against the blocklists: each costs 79 queries. */
const ASKED_MAX = 8;

/**
 * Checks addresses against the blocklists: first those of the mail servers, by preference, then those of the domain
 * itself.
 */
export function lookUpReputation(answers: ReportAnswers, mx: MxLookup, domain: string): ReputationLookup {
  const { a, aaaa, hosts, kind } = mx;
  const own = [a, aaaa];
  // The order of the addresses, which decides which of them are checked, is known only once all lookups are answered.
  if (mx.pending || own.some(({ pending }) => pending))
    return { addresses: [], complete: false, reason: "budget" };
  const all = new Map<string, { subject: AddressLookup["subject"]; hosts: string[] }>();
  const add = (ip: string, subject: AddressLookup["subject"], host: string) => {
    if (scopeOf(parseIp(ip) ?? []).scope !== "public") return;
    const before = all.get(ip);
    if (before === undefined) all.set(ip, { subject, hosts: [host] });
    else if (!before.hosts.includes(host) && before.hosts.length < 10) before.hosts.push(host);
  };
  if (kind === "ordinary" || kind === "null_and_others" || kind === "implicit")
    for (const { host, addresses } of hosts) for (const { ip } of addresses) add(ip, "mx", host);
  for (const ip of own.flatMap(ipsIn).slice(0, 32)) add(ip, "domain", domain);
  const addressAnswers = [mx.mx, ...own, ...hosts.flatMap((host) => [host.a, host.aaaa])];
  const failed = addressAnswers.find((answer) => answer?.outcome.kind === "unknown")?.outcome;
  const reason = failed?.kind === "unknown" ? failed.reason : null;
  return {
    addresses: [...all].map(([ip, { subject, hosts: names }], i) => ({
      ip,
      subject,
      hosts: names,
      outcome: i < ASKED_MAX ? answers.reputation(ip).outcome : null,
    })),
    complete: reason === null,
    reason,
  };
}
