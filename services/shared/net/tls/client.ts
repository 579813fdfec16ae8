import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { yieldTurn } from "@dnstools/concurrency/yield-turn";
import type { OnEvent } from "@dnstools/core/net-event";
import { isIp } from "@dnstools/core/protocol/ip";
import type { Dialogue } from "@dnstools/core/protocol/starttls/dialogue";
import { createImapDialogue } from "@dnstools/core/protocol/starttls/imap";
import { createPop3Dialogue } from "@dnstools/core/protocol/starttls/pop3";
import { createSmtpDialogue } from "@dnstools/core/protocol/starttls/smtp";
import type { TlsObservation, TlsProtocol, TlsTarget } from "@dnstools/core/tls";
import { type Outcome, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import type { EgressGuard } from "../guard.ts";
import type { Sockets } from "../sockets.ts";
import { converse } from "./converse.ts";
import { dial } from "./dial.ts";
import { eventsOf } from "./events.ts";
import { readFirstFlight } from "./first-flight.ts";
import { shakeHands } from "./handshake.ts";
import { leave } from "./leave.ts";
import { type Connected, createSerialConnections } from "./serial-connections.ts";

/** Settings and shared parts of a TLS client. */
export type TlsOptions = {
  readonly guard: EgressGuard;
  /** Limits concurrent connections to one address across all calls. */
  readonly atAddress: FairSemaphore;
  readonly sockets: Sockets;
  /** Host name sent to mail servers in EHLO. */
  readonly probeName: string;
  /** Maximum age in seconds of a cached observation of a mail server; 0 disables the cache. */
  readonly keepS: number;
  readonly waits: Waits;
  readonly onEvent: OnEvent;
};

/**
 * Performs TLS handshakes with servers and returns what the servers showed. Never rejects: resolves when the signal
 * fires at the latest. A mail server has at most one connection from us at a time, and the observation of it is cached
 * for a minute.
 */
export type TlsClient = {
  /**
   * Observes the TLS of one server.
   * @param signal fires when the caller stops waiting.
   * @param of identifies the caller.
   */
  readonly observe: (target: TlsTarget, signal: AbortSignal, of: object) => Promise<TlsObservation>;
};

/**
 * Maximum number of connections in progress across all calls. ACTIVE_EACH is the maximum for one call, so that a call
 * to silent servers does not delay other calls.
 */
const ACTIVE_MAX = 400;
const ACTIVE_EACH = 16;

const DIALOGUES: Readonly<Record<TlsProtocol, (name: string) => Dialogue | null>> = {
  tls: () => null,
  smtp: createSmtpDialogue,
  imap: createImapDialogue,
  pop3: createPop3Dialogue,
};

/** Creates a TLS client whose connections pass the egress guard and the limits on concurrency. */
export function createTlsClient(options: TlsOptions): TlsClient {
  const { guard, atAddress, sockets, probeName, keepS, waits, onEvent } = options;
  const slots = FairSemaphore.of(ACTIVE_MAX, ACTIVE_EACH);
  const mailServers = createSerialConnections<TlsObservation>({
    keepS,
    toKeep: (observed) => (isCut(observed) ? null : { ...observed, kept: true }),
    bytesOf: sizeOf,
    without: (why) => nothing(unknown(why)),
    onWanted: (result) => onEvent({ kind: "mail_server_wanted", result }),
  });

  /**
   * Connects to a server. If the first handshake fails, but a ClientHello that offers everything may show more,
   * connects a second time.
   * @param of identifies the caller.
   * @param signal fires when the caller stops waiting.
   */
  async function connect(
    target: TlsTarget,
    of: object,
    signal: AbortSignal,
  ): Promise<Connected<TlsObservation>> {
    const slot = await slots.acquire(of, signal);
    if (slot === null) return NO_TURN();
    try {
      const start = performance.now();
      const first = await connectOnce(target, of, signal);
      // The second connection starts only after the first is closed, because some servers limit the number of
      // connections. A slow server is not contacted again.
      if (!mayShowMore(target, first.result) || performance.now() - start > waits.tlsMs / 4) return first;
      await first.closed;
      const second = await connectOnce({ ...target, hello: "all" }, of, signal);
      if (second.result.outcome.kind !== "present") return { ...first, closed: second.closed };
      // The detail of the first handshake is kept because it shows why that handshake failed.
      return { ...second, result: { ...second.result, detail: first.result.detail } };
    } finally {
      slot.release();
    }
  }

  async function connectOnce(
    target: TlsTarget,
    of: object,
    signal: AbortSignal,
  ): Promise<Connected<TlsObservation>> {
    if (!(await yieldTurn(signal))) return NO_TURN();
    const permit = await sockets.acquire(of, signal);
    if (permit === null) return NO_TURN("service_unavailable");
    const start = performance.now();
    const dialogue = DIALOGUES[target.protocol](probeName);
    const talked = talk(target, dialogue, sockets, signal, waits);
    void talked.then(({ closed }) => closed).then(permit.release, permit.release);
    const { result, closed } = await talked;
    const elapsedMs = performance.now() - start;
    for (const event of eventsOf(target, result, elapsedMs)) onEvent(event);
    return { result: withoutAddresses(result, target.address), closed };
  }

  /** Limits the connections to one web server's address across all callers and names. */
  async function inTurn(target: TlsTarget, signal: AbortSignal, of: object): Promise<TlsObservation> {
    const turn = await atAddress.acquire(target.address, signal);
    if (turn === null) return nothing(unknown("budget"));
    try {
      return (await connect(target, of, signal)).result;
    } finally {
      turn.release();
    }
  }

  return {
    observe(target, signal, of) {
      const refusal = guard.refusal(target.address, target.host);
      if (refusal !== null) return Promise.resolve(nothing(unknown(refusal.reason)));
      if (signal.aborted) return Promise.resolve(nothing(unknown("budget")));
      if (!target.mail) return inTurn(target, signal, of);
      const { host, address, port, protocol, hello } = target;
      return mailServers.run({
        address,
        key: `${protocol} ${host} ${address}#${port} ${hello ?? ""}`,
        signal,
        connect: () => connect(target, of, AbortSignal.timeout(waits.tlsMs + CLOSING_MS)),
      });
    },
  };
}

/** Reasons for a failed handshake after which a ClientHello that offers everything may still show the certificates. */
const MORE_TO_SEE: readonly Reason[] = ["no_common_tls", "tls_alert", "protocol_too_old"];

function mayShowMore({ hello, mail }: TlsTarget, { outcome, stage, detail }: TlsObservation): boolean {
  if (hello !== null || stage !== "handshake" || outcome.kind !== "unknown") return false;
  // Some servers close the connection without an alert if they share no TLS parameters with the client.
  if (outcome.reason === "reset") return !mail;
  return MORE_TO_SEE.includes(outcome.reason) && detail !== "unrecognized_name";
}

/** The result for a caller without a connection, because no turn or permit was available. */
const NO_TURN = (reason: Reason = "budget"): Connected<TlsObservation> => ({
  result: nothing(unknown(reason)),
  closed: Promise.resolve(),
});

/**
 * Share of the time for a connection after which a silent server is sent a ClientHello, because the server may expect
 * TLS from the start.
 */
const SILENCE = 7 / 8;

/** Reasons of failures that say nothing about a server. An observation with such a reason is not cached. */
const CUT: readonly Reason[] = ["budget", "service_unavailable"];

/**
 * Additional milliseconds that a shared connection, which does not end with its callers' signals, may wait for a slot.
 */
const CLOSING_MS = 2000;

function isCut({ outcome }: TlsObservation): boolean {
  return outcome.kind === "unknown" && CUT.includes(outcome.reason);
}

/** Returns the approximate size of an observation in memory, in bytes. */
function sizeOf({ outcome, capabilities, greeting }: TlsObservation): number {
  const chain = outcome.kind === "present" ? outcome.value.chain : [];
  return (
    1000 + [...chain, ...(capabilities ?? []), greeting ?? ""].reduce((sum, text) => sum + text.length, 0)
  );
}

/** Matches text in a server's message that may be an IP address, and a full stop after it. */
const ADDRESSES = /([0-9a-f:.]*[0-9a-f:])(\.?)/gi;

/**
 * Removes IP addresses from a server's messages: servers quote the client address that they reject, which is our own
 * and must stay private.
 */
function withoutAddresses(observed: TlsObservation, own: string): TlsObservation {
  const clean = (text: string) =>
    text.replace(ADDRESSES, (found, address: string, mark: string) =>
      isIp(address) && address !== own ? `(address)${mark}` : found,
    );
  return {
    ...observed,
    detail: clean(observed.detail),
    greeting: observed.greeting === null ? null : clean(observed.greeting),
  };
}

function nothing(outcome: Outcome<never>): TlsObservation {
  const at = Math.floor(Date.now() / 1000);
  return { ...UNTOLD, outcome, stage: "none", at };
}

const UNTOLD = { detail: "", greeting: null, capabilities: null, connectMs: null, kept: false } as const;

async function talk(
  target: TlsTarget,
  dialogue: Dialogue | null,
  sockets: Sockets,
  caller: AbortSignal,
  waits: Waits,
): Promise<Connected<TlsObservation>> {
  const at = Math.floor(Date.now() / 1000);
  const signal = AbortSignal.any([caller, AbortSignal.timeout(waits.tlsMs)]);
  const start = performance.now();
  const done = (
    observed: Pick<TlsObservation, "outcome" | "stage"> & Partial<TlsObservation>,
    closed = Promise.resolve(),
  ) => {
    const outcome = late(observed.outcome, caller);
    return { result: { ...UNTOLD, at, ...dialogue?.said(), ...observed, outcome }, closed };
  };
  const dialled = await dial(target, sockets, signal, waits);
  if (dialled.kind !== "present") return done({ outcome: dialled, stage: "connect" });
  const connectMs = Math.round((performance.now() - start) * 1000) / 1000;
  const socket = dialled.value;
  const { host: name, alpn } = target;
  try {
    if (dialogue !== null) {
      const patience = AbortSignal.timeout(waits.tlsMs * SILENCE);
      const { outcome, words, silent } = await converse(
        socket,
        dialogue,
        AbortSignal.any([signal, patience]),
      );
      if (silent && !signal.aborted) {
        const { outcome: shown } = await readFirstFlight(socket, { hello: "all", name, alpn }, signal);
        const atOnce = shown.kind === "present";
        return done({ outcome: unknown(atOnce ? "tls_at_once" : "timeout"), stage: "dialogue", connectMs });
      }
      if (outcome.kind !== "present") {
        return done({ outcome, stage: "dialogue", detail: words, connectMs }, leave(socket, ""));
      }
    }
    const ends = AbortSignal.any([signal, AbortSignal.timeout(waits.handshakeMs)]);
    const { outcome, detail, closed } =
      target.hello === null
        ? await shakeHands(socket, { host: name, alpn, farewell: dialogue?.farewell ?? "" }, ends)
        : await readFirstFlight(socket, { hello: target.hello, name, alpn }, ends);
    return done(
      { outcome, stage: outcome.kind === "present" ? "done" : "handshake", detail, connectMs },
      closed,
    );
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/**
 * Changes a timeout to `budget` if the end of the call caused it, because such a timeout says nothing about the
 * server.
 */
function late<T>(outcome: Outcome<T>, caller: AbortSignal): Outcome<T> {
  const cut = outcome.kind === "unknown" && outcome.reason === "timeout" && caller.aborted;
  return cut ? unknown("budget") : outcome;
}
