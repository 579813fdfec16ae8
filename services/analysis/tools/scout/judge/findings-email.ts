import { dnsKey } from "@dnstools/core/mail/answers";
import { type Finding, worstFirst } from "@dnstools/core/tool/finding";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { EmailPart, JudgedParts } from "./email-parts.ts";
import type { Look } from "./look.ts";

const WORDS: Readonly<Record<EmailPart, string>> = {
  spf: "SPF",
  dmarc: "DMARC",
  dkim: "DKIM",
  mtaSts: "MTA-STS",
  tlsRpt: "TLS-RPT",
  bimi: "BIMI",
};

/** Returns a finding for each part of what the domain publishes for mail that has an error or a warning. */
export function emailFindings({ data: { domain }, ids }: Look, parts: JudgedParts | null): Finding[] {
  if (parts === null) return [];
  return (Object.keys(WORDS) as EmailPart[]).flatMap((part) => {
    const { status, findings } = parts[part];
    const [worst] = worstFirst(findings);
    if (worst === undefined) return [];
    const { severity, message, queries } = worst;
    // The tool `mail` tries more selectors, and a key at one of them shows that the domain sends mail.
    const isByTried = worst.code.endsWith("_parked") && parts.keys.conclusion !== "proven_absent";
    const about = `${WORDS[part]}${isByTried ? ", by the DKIM selectors tried" : ""}`;
    const keys = new Set(queries.map((key) => key.toLowerCase()));
    // The section on mail queries our resolver; the queries to the zone's servers come from the other sections.
    const evidence = ids(
      ({ server, name, type }) => server === "resolver" && keys.has(dnsKey(name, type).toLowerCase()),
    );
    const code = severity === "warning" ? "scout.mail_warning" : errorOf(part, status === "absent");
    const subject = NAMES_DOMAIN.includes(code) ? domain : `${about}: ${message}`;
    return [findingOf(code, { subject, subjects: [domain], evidence })];
  });
}

type Code = keyof typeof FINDINGS;

/** Codes whose message says what is wrong, and names the domain. */
const NAMES_DOMAIN: readonly Code[] = ["scout.no_spf", "scout.no_dmarc"];

function errorOf(part: EmailPart, isAbsent: boolean): Code {
  if (part === "spf") return isAbsent ? "scout.no_spf" : "scout.spf_invalid";
  return part === "dmarc" && isAbsent ? "scout.no_dmarc" : "scout.mail_invalid";
}
