import { lookUpStsRecord, type StsRecordLookup } from "@dnstools/core/mail/mta-sts-record";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { ReportAnswers } from "../answers.ts";
import type { FileObservation } from "../observations.ts";

/** The lookup of a domain's MTA-STS record, and of the policy file. */
export type MtaStsLookup = StsRecordLookup & {
  /** Time of the report, in seconds since 1970. */
  readonly at: number;
  readonly url: string;
  /** Outcome of fetching the policy; null if no record announces a policy. */
  readonly policy: Outcome<FileObservation> | null;
};

/** Maximum size of a policy file, in bytes: senders have to accept files up to this size (RFC 8461 3.3). */
const BYTES_MAX = 65_536;

/** Returns the name of the host that serves the policy of a domain (RFC 8461 3.3). */
export function policyHost(domain: string): string {
  return `mta-sts.${domain}`;
}

/** Returns the URL from which senders fetch the policy of a domain (RFC 8461 3.3). */
export function policyUrl(domain: string): string {
  return `https://${policyHost(domain)}/.well-known/mta-sts.txt`;
}

/** Looks up the MTA-STS record, and the policy if there is a record with the right version. */
export function lookUpMtaSts(answers: ReportAnswers, domain: string): MtaStsLookup {
  const record = lookUpStsRecord(answers, domain);
  const url = policyUrl(domain);
  const policy = record.selected.records.length > 0 ? answers.file(url, BYTES_MAX).outcome : null;
  // If the host has no address, the addresses are asked for once more, since its name may be an alias.
  if (policy?.kind === "unknown" && policy.reason === "no_servers") answers.dns(policyHost(domain), "A");
  return { ...record, at: answers.at, url, policy };
}

/** Returns true if there is exactly one MTA-STS record, valid or not. */
export function usesMtaSts({ selected }: MtaStsLookup): boolean {
  return selected.records.length === 1;
}
