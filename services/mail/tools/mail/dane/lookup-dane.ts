import type { Reason } from "@dnstools/core/tool/outcome";
import { type Answer, type Answers, recordsOf } from "../answers.ts";

/** A mail server, and whether DNSSEC secures its addresses. */
export type DaneHost = {
  readonly host: string;
  /** Whether DNSSEC secures its addresses; why that is unknown, where it is. */
  readonly secure: boolean;
  readonly reason: Reason | null;
  /** The name at the end of its aliases; the host itself where it has none. */
  readonly end: string;
};

/** The lookup of one mail server; `tlsa` is null where none was made. */
export type DaneHostLookup = DaneHost & {
  readonly tlsa: { readonly name: string; readonly answer: Answer<"TLSA"> } | null;
};

export type DaneLookup = {
  /** Whether DNSSEC secures the MX records; why that is unknown, where it is. */
  readonly mxSecure: boolean;
  readonly mxReason: Reason | null;
  readonly hosts: readonly DaneHostLookup[];
};

/** Whether DNSSEC secures the MX records, or why they are unknown. */
type MxState = { readonly secure: boolean; readonly reason: Reason | null };

/** Mail servers that are looked up. */
const ASKED_MAX = 10;

/** Looks up the TLSA records that senders would look up (RFC 7672 2.2): where DNSSEC secures MX records and addresses. */
export function lookUpDane(answers: Answers, hosts: readonly DaneHost[], mx: MxState): DaneLookup {
  const mxSecure = mx.secure;
  return {
    mxSecure,
    mxReason: mx.reason,
    hosts: hosts.map((host, i) => ({
      ...host,
      tlsa: mxSecure && host.secure && i < ASKED_MAX ? ask(answers, host) : null,
    })),
  };
}

/** Asks at the end of the aliases first, and then, without a secure record there, at the host itself (RFC 7672 2.2.3). */
function ask(answers: Answers, { host, end }: DaneHost): DaneHostLookup["tlsa"] {
  const at = (name: string) => ({ name, answer: answers.dns(name, "TLSA") });
  const first = at(`_25._tcp.${end}`);
  const { answer } = first;
  const isThere = answer.secure && recordsOf(answer).length > 0;
  if (end === host || answer.pending || isThere || answer.outcome.kind === "unknown") return first;
  return at(`_25._tcp.${host}`);
}

/** Whether senders that support DANE find secure TLSA records, valid or not. */
export function usesDane({ hosts }: DaneLookup): boolean {
  return hosts.some(({ tlsa }) => tlsa?.answer.secure && recordsOf(tlsa.answer).length > 0);
}
