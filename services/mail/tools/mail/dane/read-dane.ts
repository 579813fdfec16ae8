import { type Answer, type Known, recordsOf } from "../known.ts";

/** A mail server, as far as DANE hangs on it. */
export type DaneHost = {
  readonly host: string;
  /** Whether DNSSEC proves its addresses. */
  readonly secure: boolean;
  /** Where its aliases end; the host itself where it has none. */
  readonly end: string;
};

/** What was asked of one mail server; `tlsa` is null where nothing was. */
export type DaneHostReading = DaneHost & {
  readonly tlsa: { readonly name: string; readonly answer: Answer<"TLSA"> } | null;
};

export type DaneReading = {
  /** Whether DNSSEC proves the MX records. */
  readonly mxSecure: boolean;
  readonly hosts: readonly DaneHostReading[];
};

/** Mail servers that are asked about. */
const ASKED_MAX = 10;

/** Asks for the TLSA records of the mail servers that senders would ask for (RFC 7672 2.2): where DNSSEC proves the way there. */
export function readDane(known: Known, hosts: readonly DaneHost[], mxSecure: boolean): DaneReading {
  return {
    mxSecure,
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
