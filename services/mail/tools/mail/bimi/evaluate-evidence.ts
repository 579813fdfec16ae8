import { printable } from "@dnstools/core/harmless";
import type { Findings } from "@dnstools/core/mail/section";
import {
  chainOf,
  isSignedBy,
  MARK_USAGE,
  type MarkCertificate,
  readMarkCertificate,
} from "@dnstools/core/protocol/bimi/mark-certificate";
import type { BimiLocation } from "@dnstools/core/protocol/bimi/record";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import { fromBase64 } from "@dnstools/core/protocol/platform";
import type { Outcome } from "@dnstools/core/tool/outcome";
import { evaluateFetch } from "../judge/fetched-file.ts";
import type { FileObservation } from "../observations.ts";
import type { EvidenceData } from "./data.ts";
import type { BIMI_FINDINGS } from "./findings.ts";

type AddFinding = Findings<typeof BIMI_FINDINGS>["add"];

/** The facts about the domain that the mark certificate has to match. */
export type EvidenceContext = {
  readonly domain: string;
  readonly orgDomain: string | null;
  /** Time of the report, in seconds since 1970. */
  readonly at: number;
};

const NAMES_MAX = 20;

/** Evaluates the evidence document. @returns `logo`: the compressed logo from the certificate; null if unknown. */
export function evaluateEvidence(
  location: BimiLocation,
  outcome: Outcome<FileObservation> | null,
  context: EvidenceContext,
  findings: Findings<typeof BIMI_FINDINGS>,
): { readonly data: EvidenceData; readonly logo: Uint8Array | null } {
  const before = findings.list.length;
  const host = location.url?.split("/")[2] ?? "";
  const { file, fault, words, failed, data } = evaluateFetch(location.text, outcome);
  if (fault !== null) findings.add("mail.bimi_certificate_missing", { subject: words, subjects: [host] });
  if (failed !== null)
    findings.add("mail.bimi_certificate_unreachable", { subject: `${host}, ${failed}`, subjects: [host] });
  if (file === null) return { data: { ...data, certificate: null }, logo: null };
  const mark = readMarkCertificate(fromBase64(file.body));
  if (mark === null) {
    findings.add("mail.bimi_certificate_invalid", "it is not a PEM file with a mark certificate");
    return { data: { ...data, status: "invalid", certificate: null }, logo: null };
  }
  evaluateMark(mark, context, findings.add);
  const status = findings.list.length > before ? "invalid" : "valid";
  findings.add("mail.bimi_certificate_unchecked", printable(mark.certificate.issuer, 100));
  return { data: { ...data, status, certificate: dataOf(mark) }, logo: mark.logo };
}

function evaluateMark(mark: MarkCertificate, context: EvidenceContext, add: AddFinding): void {
  const { certificate, first, logo } = mark;
  const { extendedKeyUsage, nameConstraints } = certificate.extensions;
  const broken = (problem: string) => add("mail.bimi_certificate_invalid", problem);
  if (!first) broken("the mark certificate is not the first in the file");
  if (nameConstraints !== null) broken("the mark certificate has name constraints");
  if (logo === null) broken("there is no logo in the mark certificate");
  if (!extendedKeyUsage?.includes(MARK_USAGE)) add("mail.bimi_certificate_usage", MARK_USAGE);
  if (!isFor(mark, context)) add("mail.bimi_certificate_other_domain", context.domain);
  const chain = chainOf(mark);
  for (const [i, one] of chain.entries()) {
    const above = chain[i + 1];
    const name = printable(one.subject, 80);
    if (one.notAfter < context.at)
      add("mail.bimi_certificate_expired", {
        subject: `${name}, ${isoTime(one.notAfter)}`,
        subjects: [name, isoTime(one.notAfter)],
      });
    if (one.notBefore > context.at) broken(`${name} is not valid before ${isoTime(one.notBefore)}`);
    if (above === undefined) continue;
    if (isSignedBy(one, above) === false) broken(`${name} is not signed by the certificate above it`);
    if (above.extensions.basicConstraints?.ca !== true)
      broken(`${printable(above.subject, 80)} is not a certificate authority`);
  }
}

/**
 * Returns true if the certificate is for the domain, its organizational domain, or the BIMI record name of one of
 * them.
 */
function isFor({ certificate }: MarkCertificate, { domain, orgDomain }: EvidenceContext): boolean {
  const owners = [domain, ...(orgDomain === null ? [] : [orgDomain])];
  const names = owners.flatMap((name) => [name, `default._bimi.${name}`]);
  return certificate.names.dns.some((name) => names.includes(name.toLowerCase()));
}

function dataOf(mark: MarkCertificate): NonNullable<EvidenceData["certificate"]> {
  const { certificate, markType } = mark;
  return {
    subject: printable(certificate.subject, 1000),
    issuer: printable(certificate.issuer, 1000),
    notBefore: isoTime(certificate.notBefore),
    notAfter: isoTime(certificate.notAfter),
    names: certificate.names.dns.slice(0, NAMES_MAX).map((name) => printable(name, 260)),
    markType: markType === null ? null : printable(markType, 100),
    policies: [...certificate.extensions.policies],
    fingerprintSha256: certificate.fingerprintSha256,
    chain: chainOf(mark)
      .slice(1)
      .map(({ subject }) => printable(subject, 1000)),
  };
}
