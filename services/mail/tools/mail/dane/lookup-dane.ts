import { type Answer, type Answers, recordsOf } from "@dnstools/core/mail/answers";
import type { Reason } from "@dnstools/core/tool/outcome";

/** A mail server, and whether DNSSEC secures its addresses. */
export type DaneHost = {
  readonly host: string;
  /** True if DNSSEC secures the addresses. */
  readonly secure: boolean;
  /** Why `secure` cannot be determined; null if it is known. */
  readonly reason: Reason | null;
  /** The name where the host's CNAME chain ends; the host itself if it has no alias. */
  readonly end: string;
};

/** The lookup of one mail server; `tlsa` is null if its TLSA records were not queried. */
export type DaneHostLookup = DaneHost & {
  readonly tlsa: { readonly name: string; readonly answer: Answer<"TLSA"> } | null;
};

/** The lookups of the TLSA records of a domain's mail servers. */
export type DaneLookup = {
  /** True if DNSSEC secures the MX records. */
  readonly mxSecure: boolean;
  /** Why the MX records are unknown; null if they are known. */
  readonly mxReason: Reason | null;
  readonly hosts: readonly DaneHostLookup[];
};

/** State of the MX records: whether DNSSEC secures them, or why they are unknown. */
type MxState = { readonly secure: boolean; readonly reason: Reason | null };

/** Maximum number of mail servers whose TLSA records are looked up. */
const ASKED_MAX = 10;

/**
 * Looks up the same TLSA records as senders do: those of hosts whose MX records and addresses DNSSEC secures (RFC 7672
 * 2.2).
 */
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

/**
 * Looks up the TLSA records at the end of the host's CNAME chain first, and at the host itself if the first answer has
 * no secure record (RFC 7672 2.2.3).
 */
function ask(answers: Answers, { host, end }: DaneHost): DaneHostLookup["tlsa"] {
  const at = (name: string) => ({ name, answer: answers.dns(name, "TLSA") });
  const first = at(`_25._tcp.${end}`);
  const { answer } = first;
  const isThere = answer.secure && recordsOf(answer).length > 0;
  if (end === host || answer.pending || isThere || answer.outcome.kind === "unknown") return first;
  return at(`_25._tcp.${host}`);
}

/**
 * Returns true if senders that support DANE find TLSA records secured by DNSSEC, whether the records are valid or
 * not.
 */
export function usesDane({ hosts }: DaneLookup): boolean {
  return hosts.some(({ tlsa }) => tlsa?.answer.secure && recordsOf(tlsa.answer).length > 0);
}
