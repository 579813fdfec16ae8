import type { Evidence } from "@dnstools/core/evidence";
import type { NetEvent, OnEvent, QueryOutcome, UpstreamClass } from "@dnstools/core/net-event";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/outcome";
import type { ExtendedError } from "@dnstools/core/protocol/dns/edns";
import { type DnsReply, decodeReply, type Question } from "@dnstools/core/protocol/dns/message";
import type { EgressGuard } from "../guard.ts";
import { encodeQuery } from "./message.ts";
import type { Pace } from "./pace.ts";
import { createRoundTrips } from "./rtt.ts";
import { createSocketPool, randomId } from "./socket-pool.ts";
import { type Attempt, type Endpoint, sendTcp, sendUdp } from "./transport.ts";

/** A server to ask: one of our resolvers, or one of a zone's own servers. */
export type DnsServer = Endpoint & {
  /** Its name in evidence; `resolver` for ours. */
  readonly name: string;
  readonly upstream: UpstreamClass;
};

/** What is wanted beside the answer. */
export type AskOptions = {
  /** DO: signatures too. */
  readonly dnssec?: boolean;
  /** CD: the resolver must not check signatures. */
  readonly unchecked?: boolean;
};

/** What one question to one server gave, and the evidence of it. */
export type Exchange = {
  readonly outcome: Outcome<DnsReply>;
  readonly evidence: Omit<Evidence, "id">;
};

export type DnsClient = {
  /**
   * Asks one server one question, over UDP, again after a while without an answer, and over TCP when the answer is
   * truncated. Total: resolves with a usable reply (NOERROR or NXDOMAIN) or with `unknown`, at the latest after
   * EXCHANGE_MS or when the signal fires. A server that is none of ours passes the egress guard first, and is not
   * asked faster than the pace allows. The same question to the same server at the same time is sent once.
   */
  readonly ask: (
    server: DnsServer,
    question: Question,
    signal: AbortSignal,
    options?: AskOptions,
  ) => Promise<Exchange>;
};

/** Milliseconds one server is given for one question, in all. */
const EXCHANGE_MS = 2000;
/** Milliseconds until a question is sent again where the server's round trip is not known. It is sent twice at most. */
const RESEND_MS = 1000;
/** Where it is known: so many times that, but not less than the least. */
const RESEND_RTTS = 3;
const RESEND_LEAST_MS = 200;

type Decided = {
  readonly outcome: Outcome<DnsReply>;
  readonly transport: "udp" | "tcp";
  readonly rcode: string | null;
  readonly errors?: readonly ExtendedError[];
};

export function createDnsClient(guard: EgressGuard, pace: Pace, onEvent: OnEvent): DnsClient {
  const roundTrips = createRoundTrips();
  const pool = createSocketPool();
  const underWay = new Map<string, Promise<Exchange>>();

  /** One way of asking, once more when nothing comes, until the deadline. */
  async function once(
    server: DnsServer,
    question: Question,
    transport: "udp" | "tcp",
    options: AskOptions & { readonly edns: boolean },
    deadline: number,
  ): Promise<Decided> {
    const recursion = server.upstream === "recursor";
    const encode = () => encodeQuery(question, { ...options, id: randomId(), recursion });
    const undecided = (reason: Reason): Decided => ({ outcome: unknown(reason), transport, rcode: null });
    const { promise, resolve } = Promise.withResolvers<Decided>();
    const attempts: Attempt<unknown>[] = [];
    const send = () => {
      const query = encode();
      if (query === null) return resolve(undecided("malformed"));
      const read = (bytes: Uint8Array) => {
        const reply = decodeReply(bytes, query);
        return reply === "other" ? null : reply;
      };
      const sentAt = performance.now();
      const attempt: Attempt<unknown> =
        transport === "tcp"
          ? sendTcp(server, query)
          : recursion
            ? pool.send(server, query, read)
            : sendUdp(server, query, read);
      attempts.push(attempt);
      void attempt.result.then((got) => {
        if (got.kind !== "present")
          return resolve(undecided(got.kind === "unknown" ? got.reason : "malformed"));
        if (transport === "udp") roundTrips.note(server.address, performance.now() - sentAt);
        const reply = (got.value instanceof Uint8Array ? read(got.value) : got.value) as
          | DnsReply
          | "malformed"
          | null;
        if (reply === null || reply === "malformed") return resolve(undecided("malformed"));
        resolve({ outcome: usable(reply), transport, rcode: reply.rcode, errors: reply.edns?.errors ?? [] });
      });
    };
    send();
    const leftMs = Math.max(0, deadline - performance.now());
    const late = setTimeout(() => resolve(undecided("timeout")), leftMs);
    const resendMs = resendAfter(server);
    // TCP sends its segments again by itself.
    const again = transport === "udp" && resendMs < leftMs ? setTimeout(send, resendMs) : undefined;
    const decided = await promise;
    clearTimeout(late);
    clearTimeout(again);
    for (const attempt of attempts) attempt.cancel();
    return decided;
  }

  function resendAfter(server: DnsServer): number {
    // A resolver's answer takes as long as those it asks: its round trip says nothing of that.
    const known = server.upstream === "recursor" ? null : roundTrips.of(server.address);
    return known === null ? RESEND_MS : Math.min(RESEND_MS, Math.max(RESEND_LEAST_MS, RESEND_RTTS * known));
  }

  /** UDP with EDNS, without EDNS after FORMERR (RFC 6891 7), TCP after TC (RFC 7766 5). */
  async function decide(server: DnsServer, question: Question, options: AskOptions): Promise<Decided> {
    const { upstream } = server;
    const deadline = performance.now() + EXCHANGE_MS;
    let edns = true;
    let decided = await once(server, question, "udp", { ...options, edns }, deadline);
    if (decided.rcode === "FORMERR" || decided.rcode === "NOTIMP") {
      onEvent({ kind: "dns_retry", upstream });
      edns = false;
      decided = await once(server, question, "udp", { ...options, edns }, deadline);
    }
    if (!truncated(decided)) return decided;
    onEvent({ kind: "dns_tcp_fallback", upstream });
    const whole = await once(server, question, "tcp", { ...options, edns }, deadline);
    return truncated(whole) ? { ...whole, outcome: unknown("malformed") } : whole;
  }

  async function exchange(server: DnsServer, question: Question, options: AskOptions): Promise<Exchange> {
    const refusal = server.upstream === "recursor" ? null : guard.refusal(server.address);
    const paced = refusal === null && server.upstream === "authoritative";
    const turn = paced ? await pace.enter(server.address) : null;
    // The server has more to do for us than it should: that is about us, not about it.
    const held: Reason | null = refusal?.reason ?? (paced && turn === null ? "budget" : null);
    const at = new Date().toISOString();
    const start = performance.now();
    const decided: Decided =
      held === null
        ? await decide(server, question, options).finally(() => turn?.leave())
        : { outcome: unknown(held), transport: "udp", rcode: null };
    const elapsedMs = round(performance.now() - start);
    if (held === null) onEvent(queryEvent(server.upstream, decided, elapsedMs));
    return {
      outcome: decided.outcome,
      evidence: evidenceOf(server, question, options, decided, at, elapsedMs),
    };
  }

  return {
    ask(server, question, signal, options = {}) {
      const start = performance.now();
      const cutShort = () => {
        const cut: Decided = { outcome: unknown("timeout"), transport: "udp", rcode: null };
        const elapsedMs = round(performance.now() - start);
        const at = new Date(Date.now() - elapsedMs).toISOString();
        return { outcome: cut.outcome, evidence: evidenceOf(server, question, options, cut, at, elapsedMs) };
      };
      if (signal.aborted) return Promise.resolve(cutShort());
      const key = `${server.address}#${server.port} ${question.name} ${question.type} ${options.dnssec} ${options.unchecked}`;
      let shared = underWay.get(key);
      if (shared === undefined) {
        shared = exchange(server, question, options).finally(() => underWay.delete(key));
        underWay.set(key, shared);
      }
      return orAborted(shared, signal, cutShort);
    },
  };
}

/** A promise's value, or another when a signal fires before. */
function orAborted<T>(shared: Promise<T>, signal: AbortSignal, aborted: () => T): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => resolve(aborted());
  signal.addEventListener("abort", onAbort, { once: true });
  shared.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener("abort", onAbort));
}

function evidenceOf(
  server: DnsServer,
  question: Question,
  options: AskOptions,
  { outcome, transport, rcode, errors = [] }: Decided,
  at: string,
  elapsedMs: number,
): Exchange["evidence"] {
  const reply = outcome.kind === "present" ? outcome.value : null;
  const asked = `${options.dnssec ? " +dnssec" : ""}${options.unchecked ? " +cd" : ""}`;
  return {
    question: `${question.name}. IN ${question.type}${asked}`,
    server: server.name,
    address: server.port === 53 ? server.address : `${server.address}#${server.port}`,
    transport,
    rcode,
    flags: [...(reply?.flags ?? [])],
    errors: [...errors],
    ttl: reply === null || reply.answers.length === 0 ? null : Math.min(...reply.answers.map((r) => r.ttl)),
    elapsedMs,
    at,
    reason: outcome.kind === "unknown" ? outcome.reason : null,
  };
}

function truncated(decided: Decided): boolean {
  return decided.outcome.kind === "present" && decided.outcome.value.flags.includes("tc");
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

function queryEvent(upstream: UpstreamClass, decided: Decided, elapsedMs: number): NetEvent {
  const { outcome, rcode, transport } = decided;
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
