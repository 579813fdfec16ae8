import type { Capability, OnEvent } from "@dnstools/core/net-event";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { answerName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { DnsServer } from "./dns/server.ts";
import type { EgressGuard } from "./guard.ts";
import type { NetSession } from "./session.ts";
import type { Sockets } from "./sockets.ts";
import { dial } from "./tls/dial.ts";

/**
 * Determines by trials which kinds of outgoing traffic this host's own network allows. Each result is true or false;
 * null if no trial had a result. A trial runs when its result is first requested, and again when the result has
 * expired.
 */
export type Egress = {
  /** True if servers can be reached over IPv6. */
  readonly ipv6: () => Promise<boolean | null>;
  /** True if mail servers can be reached on port 25, which many networks block. */
  readonly smtp: () => Promise<boolean | null>;
};

/** Milliseconds for which the result of a trial is valid. */
const STANDS_MS = 600_000;

/** Addresses of root servers (IANA root hints, 2026-11-20), which answer every client. */
const ROOTS = {
  v4: ["199.7.83.42", "193.0.14.129"],
  v6: ["2001:500:9f::42", "2001:7fd::1"],
} as const;

/**
 * Mail servers of large providers, which accept connections from every client (their published MX records,
 * 2026-11-20).
 */
const MAIL_HOSTS = ["gmail-smtp-in.l.google.com", "mx01.mail.icloud.com", "mxa.mailgun.org"] as const;

type EgressParts = {
  readonly guard: EgressGuard;
  readonly sockets: Sockets;
  readonly session: (signal: AbortSignal) => NetSession;
  readonly onEvent: OnEvent;
  /** True to run trials. If false, every result is null. */
  readonly test: boolean;
  readonly waits: Waits;
};

/** Creates the egress tests. No traffic is sent until a result is requested. */
export function createEgress({ guard, sockets, session, onEvent, test, waits }: EgressParts): Egress {
  if (!test) return { ipv6: async () => null, smtp: async () => null };

  /** Returns true if at least one of the root servers answers; null if no query could be sent. */
  async function rootsAnswer(addresses: readonly string[], signal: AbortSignal): Promise<boolean | null> {
    const servers: DnsServer[] = addresses.map((address) => ({
      name: "root",
      address,
      port: 53,
      upstream: "authoritative",
    }));
    const asked = session(signal);
    const outcomes = await Promise.all(servers.map((server) => asked.ask(server, { name: "", type: "NS" })));
    // Only a root server answers this query with the AA flag, so a resolver that intercepts port 53 is not mistaken for
    // one.
    const isRoot = (reply: DnsReply) =>
      reply.flags.includes("aa") &&
      reply.answers.some(({ type, name }) => type === "NS" && answerName(name) === "");
    if (outcomes.some((outcome) => outcome.kind === "present" && isRoot(outcome.value))) return true;
    return outcomes.some(isOurFault) ? null : false;
  }

  async function tryIpv6(signal: AbortSignal): Promise<boolean | null> {
    const [v6, v4] = await Promise.all([rootsAnswer(ROOTS.v6, signal), rootsAnswer(ROOTS.v4, signal)]);
    // If no root server answers over IPv4 or IPv6, the network blocks DNS, so the failure does not show whether IPv6
    // works.
    onEvent({ kind: "egress_tried", what: "udp_53", leads: v6 || v4 });
    return v6 === false && !v4 ? null : v6;
  }

  async function trySmtp(signal: AbortSignal): Promise<boolean | null> {
    const asked = session(signal);
    const reached = await Promise.all(
      MAIL_HOSTS.map(async (name) => {
        const { outcome } = await asked.resolve({ name, type: "A" });
        if (outcome.kind !== "present") return null;
        const [first] = walkChain(outcome.value.answers, name, "A").records;
        if (first === undefined || guard.refusal(first.value) !== null) return null;
        const permit = await sockets.acquire(signal, signal);
        if (permit === null) return null;
        const dialled = await dial({ address: first.value, port: 25 }, sockets, signal, waits);
        if (dialled.kind === "present") dialled.value.destroy();
        permit.release();
        return isOurFault(dialled) ? null : dialled.kind === "present";
      }),
    );
    if (reached.includes(true)) return true;
    return reached.includes(false) ? false : null;
  }

  const told =
    (what: Capability, trial: typeof tryIpv6): typeof tryIpv6 =>
    async (signal) => {
      const leads = await trial(signal).catch(() => null);
      onEvent({ kind: "egress_tried", what, leads });
      return leads;
    };
  return { ipv6: standing(told("ipv6", tryIpv6), waits), smtp: standing(told("smtp_25", trySmtp), waits) };
}

/** Returns true if no query was sent because no socket was available. */
function isOurFault(outcome: Outcome<unknown>): boolean {
  return outcome.kind === "unknown" && outcome.reason === "service_unavailable";
}

/** Caches the result of a trial for STANDS_MS. Concurrent callers share one trial. */
function standing(
  trial: (signal: AbortSignal) => Promise<boolean | null>,
  { egressTrialMs }: Waits,
): () => Promise<boolean | null> {
  let last: Promise<boolean | null> | null = null;
  let since = 0;
  return () => {
    const now = performance.now();
    if (last === null || now - since > STANDS_MS) {
      since = now;
      last = trial(AbortSignal.timeout(egressTrialMs));
    }
    return last;
  };
}
