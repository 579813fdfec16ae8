import { type BimiRecordLookup, lookUpBimiRecord } from "@dnstools/core/mail/bimi-record";
import type { BimiLocation } from "@dnstools/core/protocol/bimi/record";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { ReportAnswers } from "../answers.ts";
import type { FileObservation } from "../observations.ts";

/** The lookup of a domain's BIMI record, and of the files that the record names. */
export type BimiLookup = BimiRecordLookup & {
  /** Outcome of fetching the logo; null if the record names no logo. */
  readonly logo: Outcome<FileObservation> | null;
  /** Outcome of fetching the evidence document; null if the record names no evidence document. */
  readonly evidence: Outcome<FileObservation> | null;
};

/**
 * Maximum size of a fetched file, in bytes. A logo should have at most 32 KB; an evidence document adds certificates.
 */
const BYTES_MAX = 524_288;

/**
 * Looks up the BIMI record that applies to the domain, and the files that the record names.
 * @param orgDomain the organizational domain; null while it is unknown.
 * @param orgReason why the organizational domain is unknown.
 */
export function lookUpBimi(
  answers: ReportAnswers,
  domain: string,
  orgDomain: string | null,
  orgReason: Reason | null = null,
): BimiLookup {
  const found = lookUpBimiRecord(answers, domain, orgDomain, orgReason);
  const file = (location: BimiLocation | null | undefined) =>
    location?.url ? answers.file(location.url, BYTES_MAX).outcome : null;
  return { ...found, logo: file(found.record?.logo), evidence: file(found.record?.evidence) };
}
