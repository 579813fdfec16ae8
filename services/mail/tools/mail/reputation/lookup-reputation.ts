import { parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Known } from "../answers.ts";
import { ipsIn, type MxReading } from "../mx/lookup-mx.ts";
import type { ReputationSeen } from "../seen.ts";

/** An address that lists are asked about, or would be. */
export type Asked = {
  readonly ip: string;
  /** `mx`: of a mail server; `domain`: of the domain's own name, which may be its web server's. */
  readonly subject: "mx" | "domain";
  readonly hosts: readonly string[];
  /** Null where it is beyond the bound. */
  readonly outcome: Outcome<ReputationSeen> | null;
};

export type ReputationReading = {
  readonly addresses: readonly Asked[];
  /** Whether there may be more, since some could not be found out. */
  readonly complete: boolean;
  /** Why they could not; null where they could. */
  readonly reason: Reason | null;
};

/** Addresses that the lists are asked about: each is 79 questions. */
const ASKED_MAX = 8;

/** The mail servers' addresses first, by preference; then the domain's own. */
export function readReputation(known: Known, mx: MxReading, domain: string): ReputationReading {
  const { a, aaaa, hosts, kind } = mx;
  const own = [a, aaaa];
  // Which come first is not known before all are.
  if (mx.pending || own.some(({ pending }) => pending))
    return { addresses: [], complete: false, reason: "budget" };
  const all = new Map<string, { subject: Asked["subject"]; hosts: string[] }>();
  const add = (ip: string, subject: Asked["subject"], host: string) => {
    if (scopeOf(parseIp(ip) ?? []).scope !== "public") return;
    const before = all.get(ip);
    if (before === undefined) all.set(ip, { subject, hosts: [host] });
    else if (!before.hosts.includes(host) && before.hosts.length < 10) before.hosts.push(host);
  };
  if (kind === "ordinary" || kind === "null_and_others" || kind === "implicit")
    for (const { host, addresses } of hosts) for (const { ip } of addresses) add(ip, "mx", host);
  for (const ip of own.flatMap(ipsIn).slice(0, 32)) add(ip, "domain", domain);
  const answers = [mx.mx, ...own, ...hosts.flatMap((host) => [host.a, host.aaaa])];
  const failed = answers.find((answer) => answer?.outcome.kind === "unknown")?.outcome;
  const reason = failed?.kind === "unknown" ? failed.reason : null;
  return {
    addresses: [...all].map(([ip, { subject, hosts: names }], i) => ({
      ip,
      subject,
      hosts: names,
      outcome: i < ASKED_MAX ? known.reputation(ip).outcome : null,
    })),
    complete: reason === null,
    reason,
  };
}
