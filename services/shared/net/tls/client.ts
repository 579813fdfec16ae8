import type { OnEvent } from "@dnstools/core/net-event";
import { type Outcome, type Reason, unknown } from "@dnstools/core/outcome";
import type { Dialogue } from "@dnstools/core/protocol/starttls/dialogue";
import { createImapDialogue } from "@dnstools/core/protocol/starttls/imap";
import { createPop3Dialogue } from "@dnstools/core/protocol/starttls/pop3";
import { createSmtpDialogue } from "@dnstools/core/protocol/starttls/smtp";
import type { TlsProtocol, TlsSeen, TlsTarget } from "@dnstools/core/tls";
import type { Egress } from "../egress.ts";
import type { EgressGuard } from "../guard.ts";
import { orAborted } from "../or-aborted.ts";
import { converse } from "./converse.ts";
import { dial } from "./dial.ts";
import { shakeHands } from "./handshake.ts";
import { createOneByOne } from "./one-by-one.ts";
import { createSlots } from "./slots.ts";

export type TlsOptions = {
  readonly guard: EgressGuard;
  /** What this host's own network lets out. */
  readonly egress: Egress;
  /** What we call ourselves to mail servers. */
  readonly probeName: string;
  /** Seconds that what a mail server showed is given again at most; 0 keeps nothing. */
  readonly keepS: number;
  readonly onEvent: OnEvent;
};

/**
 * Shakes hands with servers and tells what they showed. Total: resolves when the signal fires at the latest. A mail
 * server has one connection of ours at a time, and what it showed is kept for a minute.
 */
export type TlsClient = { readonly look: (target: TlsTarget, signal: AbortSignal) => Promise<TlsSeen> };

/** Connections under way, over all calls. */
const ACTIVE_MAX = 100;
/** Milliseconds for one connection, from dialling to the end of the handshake, and for the handshake alone. */
const TOTAL_MS = 8000;
const HANDSHAKE_MS = 4000;

const DIALOGUES: Readonly<Record<TlsProtocol, (name: string) => Dialogue | null>> = {
  tls: () => null,
  smtp: createSmtpDialogue,
  imap: createImapDialogue,
  pop3: createPop3Dialogue,
};

export function createTlsClient({ guard, egress, probeName, keepS, onEvent }: TlsOptions): TlsClient {
  const slots = createSlots(ACTIVE_MAX);
  const oneByOne = createOneByOne<TlsSeen>(keepS);

  async function connect(target: TlsTarget, caller: AbortSignal): Promise<TlsSeen> {
    const slot = await slots.take(caller);
    if (slot === null) return nothing(unknown("budget"));
    const start = performance.now();
    const talked = await talk(target, DIALOGUES[target.protocol](probeName), caller);
    slot.free();
    const seen =
      talked.stage === "connect" ? { ...talked, ...(await ourFault(target, egress, caller)) } : talked;
    onEvent({ kind: "tls_request", outcome: eventOf(seen.outcome), elapsedMs: performance.now() - start });
    return seen;
  }

  return {
    look(target, signal) {
      const refusal = guard.refusal(target.address);
      if (refusal !== null) return Promise.resolve(nothing(unknown(refusal.reason)));
      if (signal.aborted) return Promise.resolve(nothing(unknown("budget")));
      if (!target.mail) return connect(target, signal);
      const { host, address, port, protocol } = target;
      return oneByOne.run({
        place: address,
        key: `${protocol} ${host} ${address}#${port}`,
        signal,
        work: () => connect(target, AbortSignal.timeout(TOTAL_MS + CLOSING_MS)),
        again: (seen) => (isCut(seen) ? null : { ...seen, kept: true }),
        without: (why) => nothing(unknown(why)),
      });
    },
  };
}

/** Milliseconds that a slot may be waited for by who has no other end. */
const CLOSING_MS = 2000;

function isCut({ outcome }: TlsSeen): boolean {
  return outcome.kind === "unknown" && outcome.reason === "budget";
}

function nothing(outcome: Outcome<never>): TlsSeen {
  const at = Math.floor(Date.now() / 1000);
  return { ...UNTOLD, outcome, stage: "none", at };
}

const UNTOLD = { detail: "", greeting: null, capabilities: null, connectMs: null, kept: false } as const;

async function talk(target: TlsTarget, dialogue: Dialogue | null, caller: AbortSignal): Promise<TlsSeen> {
  const at = Math.floor(Date.now() / 1000);
  const signal = AbortSignal.any([caller, AbortSignal.timeout(TOTAL_MS)]);
  const start = performance.now();
  const dialled = await dial(target, signal);
  if (dialled.kind !== "present") return { ...UNTOLD, outcome: late(dialled, caller), stage: "connect", at };
  const connectMs = Math.round((performance.now() - start) * 1000) / 1000;
  const socket = dialled.value;
  if (dialogue !== null) {
    const { outcome, words } = await converse(socket, dialogue, signal);
    if (outcome.kind !== "present") {
      socket.destroySoon();
      const said = { ...dialogue.said(), detail: words };
      return { ...UNTOLD, ...said, outcome: late(outcome, caller), stage: "dialogue", connectMs, at };
    }
  }
  const options = { host: target.host, alpn: target.alpn, farewell: dialogue?.farewell ?? "" };
  const { outcome, detail } = await shakeHands(
    socket,
    options,
    AbortSignal.any([signal, AbortSignal.timeout(HANDSHAKE_MS)]),
  );
  const stage = outcome.kind === "present" ? "done" : "handshake";
  return { ...UNTOLD, ...dialogue?.said(), outcome: late(outcome, caller), stage, detail, connectMs, at };
}

/** What the end of the whole call cut short says nothing about the server. */
function late<T>(outcome: Outcome<T>, caller: AbortSignal): Outcome<T> {
  const cut = outcome.kind === "unknown" && outcome.reason === "timeout" && caller.aborted;
  return cut ? unknown("budget") : outcome;
}

/** What a failure to connect is where it is this host's own network that does not let it out. */
async function ourFault(
  target: TlsTarget,
  egress: Egress,
  caller: AbortSignal,
): Promise<Pick<TlsSeen, "outcome"> | null> {
  if (caller.aborted) return null;
  if (target.address.includes(":") && (await orAborted(egress.ipv6(), caller)) === false)
    return { outcome: unknown("no_ipv6_here") };
  if (target.port === 25 && (await orAborted(egress.smtp(), caller)) === false)
    return { outcome: unknown("egress_blocked") };
  return null;
}

const LIMITED: readonly Reason[] = ["rate_limited", "try_later"];
const REFUSED: readonly Reason[] = ["connection_refused", "blocked"];

function eventOf(outcome: Outcome<unknown>): "ok" | "refused" | "rate_limited" | "timeout" | "failed" {
  if (outcome.kind !== "unknown") return "ok";
  if (LIMITED.includes(outcome.reason)) return "rate_limited";
  if (REFUSED.includes(outcome.reason)) return "refused";
  return outcome.reason === "timeout" ? "timeout" : "failed";
}
