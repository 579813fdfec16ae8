import type { Evidence } from "@dnstools/core/evidence";
import type { NetEvent, OnEvent, QueryOutcome, UpstreamClass } from "@dnstools/core/net-event";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/outcome";
import { type DnsReply, decodeReply, type Question } from "@dnstools/core/protocol/dns/message";
import type { EgressGuard } from "../guard.ts";
import { encodeQuery } from "./message.ts";
import { type Endpoint, exchangeTcp, exchangeUdp } from "./transport.ts";

/** A server to ask: one of our resolvers, or one of a zone's own servers. */
export type DnsServer = Endpoint & {
  /** Its name in evidence; `resolver` for ours. */
  readonly name: string;
  readonly upstream: UpstreamClass;
};

/** What one question to one server gave, and the evidence of it. */
export type Exchange = {
  readonly outcome: Outcome<DnsReply>;
  readonly evidence: Omit<Evidence, "id">;
};

export type DnsClient = {
  /**
   * Asks one server one question, over UDP and, when the answer is truncated, over TCP.
   * Total: resolves with a usable reply (NOERROR or NXDOMAIN) or with `unknown`, at the latest when the signal fires.
   * A server that is none of ours passes the egress guard first.
   */
  readonly ask: (server: DnsServer, question: Question, signal: AbortSignal) => Promise<Exchange>;
};

type Attempt = {
  readonly outcome: Outcome<DnsReply>;
  readonly transport: "udp" | "tcp";
  readonly rcode: string | null;
};

export function createDnsClient(guard: EgressGuard, onEvent: OnEvent): DnsClient {
  return {
    async ask(server, question, signal) {
      const at = new Date().toISOString();
      const start = performance.now();
      const refusal = server.upstream === "recursor" ? null : guard.refusal(server.address);
      const attempt: Attempt = refusal
        ? { outcome: unknown(refusal.reason), transport: "udp", rcode: null }
        : await exchange(server, question, signal, onEvent);
      const elapsedMs = round(performance.now() - start);
      const { outcome, transport, rcode } = attempt;
      if (!refusal) onEvent(queryEvent(server.upstream, attempt, elapsedMs));
      const reply = outcome.kind === "present" ? outcome.value : null;
      return {
        outcome,
        evidence: {
          question: `${question.name}. IN ${question.type}`,
          server: server.name,
          address: server.port === 53 ? server.address : `${server.address}#${server.port}`,
          transport,
          rcode,
          flags: [...(reply?.flags ?? [])],
          ttl:
            reply === null || reply.answers.length === 0
              ? null
              : Math.min(...reply.answers.map((r) => r.ttl)),
          elapsedMs,
          at,
          reason: outcome.kind === "unknown" ? outcome.reason : null,
        },
      };
    },
  };
}

/** UDP with EDNS, without EDNS after FORMERR (RFC 6891 7), TCP after TC (RFC 7766 5). */
async function exchange(
  server: DnsServer,
  question: Question,
  signal: AbortSignal,
  onEvent: OnEvent,
): Promise<Attempt> {
  const { upstream } = server;
  let edns = true;
  let attempt = await once(server, question, signal, "udp", edns);
  if (attempt.rcode === "FORMERR" || attempt.rcode === "NOTIMP") {
    onEvent({ kind: "dns_retry", upstream });
    edns = false;
    attempt = await once(server, question, signal, "udp", edns);
  }
  if (!truncated(attempt)) return attempt;
  onEvent({ kind: "dns_tcp_fallback", upstream });
  const whole = await once(server, question, signal, "tcp", edns);
  return truncated(whole) ? { ...whole, outcome: unknown("malformed") } : whole;
}

function truncated(attempt: Attempt): boolean {
  return attempt.outcome.kind === "present" && attempt.outcome.value.flags.includes("tc");
}

async function once(
  server: DnsServer,
  question: Question,
  signal: AbortSignal,
  transport: "udp" | "tcp",
  edns: boolean,
): Promise<Attempt> {
  const id = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
  const query = encodeQuery(question, { id, recursion: server.upstream === "recursor", edns });
  if (query === null) return { outcome: unknown("malformed"), transport, rcode: null };
  const read = (bytes: Uint8Array) => {
    const reply = decodeReply(bytes, query);
    return reply === "other" ? null : reply;
  };
  const got =
    transport === "udp"
      ? await exchangeUdp(server, query, read, signal)
      : await exchangeTcp(server, query, signal);
  if (got.kind !== "present") return { outcome: got, transport, rcode: null };
  const reply = got.value instanceof Uint8Array ? read(got.value) : got.value;
  if (reply === null || reply === "malformed")
    return { outcome: unknown("malformed"), transport, rcode: null };
  return { outcome: usable(reply), transport, rcode: reply.rcode };
}

/** Only NOERROR and NXDOMAIN say something about the name. */
function usable(reply: DnsReply): Outcome<DnsReply> {
  if (reply.rcode === "NOERROR" || reply.rcode === "NXDOMAIN") return present(reply);
  return unknown(
    reply.rcode === "SERVFAIL" ? "servfail" : reply.rcode === "REFUSED" ? "refused" : "malformed",
  );
}

const OUTCOMES: Partial<Record<Reason, QueryOutcome>> = {
  servfail: "servfail",
  refused: "refused",
  timeout: "timeout",
  unreachable: "network_error",
  no_ipv6_here: "network_error",
};

function queryEvent(upstream: UpstreamClass, attempt: Attempt, elapsedMs: number): NetEvent {
  const { outcome, rcode, transport } = attempt;
  const result: QueryOutcome =
    outcome.kind === "present"
      ? rcode === "NXDOMAIN"
        ? "nxdomain"
        : "noerror"
      : rcode === "FORMERR"
        ? "formerr"
        : ((outcome.kind === "unknown" ? OUTCOMES[outcome.reason] : undefined) ?? "bad_reply");
  return { kind: "dns_query", upstream, transport, outcome: result, elapsedMs };
}

/** Milliseconds to a thousandth. */
function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
