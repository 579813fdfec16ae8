import { dnsKey } from "@dnstools/core/mail/answers";
import { type Finding, worstFirst } from "@dnstools/core/tool/finding";
import { exchangesOf, idsWhere } from "../../exchanges.ts";
import type { ScoutData } from "../data.ts";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { ScoutObservation } from "../observations.ts";
import type { EmailPart, JudgedParts } from "./email-parts.ts";
import { incompleteFindings } from "./findings-incomplete.ts";
import { addressFindings, nameFindings, serviceFindings } from "./findings-names.ts";
import { lostFindings, recordFindings, transferFindings } from "./findings-servers.ts";
import type { Look } from "./look.ts";

/** Maximum number of findings with the same code. The data always contains all cases. */
const PER_CODE_MAX = 10;

/** Returns all findings of a call. */
export function findingsOf(
  data: ScoutData,
  observed: ScoutObservation,
  parts: JudgedParts | null = null,
): Finding[] {
  const exchanges = exchangesOf(observed.evidence);
  const look: Look = { data, observed, ids: (fits, most) => idsWhere(exchanges, fits, most) };
  const all = [
    ...lostFindings(look),
    ...transferFindings(look),
    ...nameFindings(look),
    ...serviceFindings(look),
    ...addressFindings(look),
    ...recordFindings(look),
    ...emailFindings(look, parts),
    ...incompleteFindings(look),
  ];
  const counts = new Map<string, number>();
  return all.filter(({ code }) => {
    counts.set(code, (counts.get(code) ?? 0) + 1);
    return (counts.get(code) ?? 0) <= PER_CODE_MAX;
  });
}

const PARTS: Readonly<Record<EmailPart, string>> = {
  spf: "SPF",
  dmarc: "DMARC",
  dkim: "DKIM",
  mtaSts: "MTA-STS",
  tlsRpt: "TLS-RPT",
  bimi: "BIMI",
};

/** Returns one finding for each part of what the domain publishes for mail that has an error or a warning. */
function emailFindings({ data: { domain }, ids }: Look, parts: JudgedParts | null): Finding[] {
  if (parts === null) return [];
  return (Object.keys(PARTS) as EmailPart[]).flatMap((part) => {
    const { status, findings } = parts[part];
    const [worst] = worstFirst(findings);
    const queries = findings
      .find(({ code }) => code === worst?.code)
      ?.queries.map((key) => key.toLowerCase());
    if (worst === undefined || queries === undefined) return [];
    // The section on mail queries our resolver; the queries to the zone's servers come from the other sections.
    const evidence = ids(
      ({ server, name, type }) => server === "resolver" && queries.includes(dnsKey(name, type).toLowerCase()),
    );
    const code = codeOf(part, status === "absent", worst.severity === "warning");
    const isMissing = code === "scout.no_spf" || code === "scout.no_dmarc";
    const subject = isMissing ? domain : `${PARTS[part]}: ${worst.message}`;
    return [findingOf(code, { subject, subjects: [domain], evidence })];
  });
}

function codeOf(part: EmailPart, isAbsent: boolean, isWarning: boolean): keyof typeof FINDINGS {
  if (isWarning) return "scout.mail_warning";
  if (part === "spf") return isAbsent ? "scout.no_spf" : "scout.spf_invalid";
  return part === "dmarc" && isAbsent ? "scout.no_dmarc" : "scout.mail_invalid";
}
