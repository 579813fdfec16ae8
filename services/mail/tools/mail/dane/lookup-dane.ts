import type { Reason } from "@dnstools/core/tool/outcome";
import { type Answer, type Known, recordsOf } from "../answers.ts";

/** A mail server, as far as DANE hangs on it. */
export type DaneHost = {
  readonly host: string;
  /** Whether DNSSEC proves its addresses; why that is unknown, where it is. */
  readonly secure: boolean;
  readonly reason: Reason | null;
  /** Where its aliases end; the host itself where it has none. */
  readonly end: string;
};

/** What was asked of one mail server; `tlsa` is null where nothing was. */
export type DaneHostReading = DaneHost & {
  readonly tlsa: { readonly name: string; readonly answer: Answer<"TLSA"> } | null;
};

export type DaneReading = {
  /** Whether DNSSEC proves the MX records; why that is unknown, where it is. */
  readonly mxSecure: boolean;
  readonly mxReason: Reason | null;
  readonly hosts: readonly DaneHostReading[];
};

/** Whether DNSSEC proves the MX records, or why they are unknown. */
type Mx = { readonly secure: boolean; readonly reason: Reason | null };

/** Mail servers that are asked about. */
const ASKED_MAX = 10;

/** Asks for the TLSA records of the mail servers that senders would ask for (RFC 7672 2.2): where DNSSEC proves the way there. */
export function readDane(known: Known, hosts: readonly DaneHost[], mx: Mx): DaneReading {
  const mxSecure = mx.secure;
  return {
    mxSecure,
    mxReason: mx.reason,
    hosts: hosts.map((host, i) => ({
      ...host,
      tlsa: mxSecure && host.secure && i < ASKED_MAX ? ask(known, host) : null,
    })),
  };
}

/** Behind an alias first at its end, and where nothing is proved to be there, at the host (RFC 7672 2.2.3). */
function ask(known: Known, { host, end }: DaneHost): DaneHostReading["tlsa"] {
  const at = (name: string) => ({ name, answer: known.dns(name, "TLSA") });
  const first = at(`_25._tcp.${end}`);
  const { answer } = first;
  const isThere = answer.secure && recordsOf(answer).length > 0;
  if (end === host || answer.pending || isThere || answer.outcome.kind === "unknown") return first;
  return at(`_25._tcp.${host}`);
}

/** Whether senders that know DANE find records to go by, right or wrong ones. */
export function usesDane({ hosts }: DaneReading): boolean {
  return hosts.some(({ tlsa }) => tlsa?.answer.secure && recordsOf(tlsa.answer).length > 0);
}
