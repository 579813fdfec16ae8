import { DKIM_FINDINGS } from "@dnstools/core/mail/dkim/findings";
import { DMARC_FINDINGS } from "@dnstools/core/mail/dmarc/findings";
import { SPF_FINDINGS } from "@dnstools/core/mail/spf/findings";
import { TLS_RPT_FINDINGS } from "@dnstools/core/mail/tls-rpt/findings";
import type { FindingTable } from "@dnstools/core/tool/finding";
import { BIMI_FINDINGS } from "./bimi/findings.ts";
import { DANE_FINDINGS } from "./dane/findings.ts";
import { MTA_STS_FINDINGS } from "./mta-sts/findings.ts";
import { MX_FINDINGS } from "./mx/findings.ts";
import { REPUTATION_FINDINGS } from "./reputation/findings.ts";

/** Findings about the domain as a whole. */
export const ROLE_FINDINGS = {
  "mail.parked_well": {
    severity: "info",
    message:
      "{subject} neither sends nor receives mail, and all its records say so: no server may send for it, receivers reject mail in its name, and a null MX refuses mail to it.",
    reference: "RFC 7505 4",
    fix: null,
    meaning: "There is nothing to do. This is how a domain without mail should look.",
    found:
      "The resolver is asked for the MX, SPF and DMARC records, and returns a null MX, v=spf1 -all and the policy reject.",
    record:
      'example.com. 3600 IN MX 0 .\nexample.com. 3600 IN TXT "v=spf1 -all"\n_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=reject;"',
  },
} as const satisfies FindingTable;

/** Findings about lookups that fail. */
export const LOOKUP_FINDINGS = {
  "mail.lookup_failed": {
    severity: "warning",
    message:
      "The resolver answers SERVFAIL for the TXT records of {subject}. A receiver that gets the same answer cannot read the record.",
    reference: "RFC 2308 7.1",
    fix: "Check the name servers and the DNSSEC signatures of {subject}.",
    meaning:
      "SERVFAIL means that the name servers give no usable answer, or that DNSSEC signatures cannot be verified. Other queries for the domain are answered, so the fault is at this name.",
    found:
      "The resolver is asked for the TXT records of the name and answers SERVFAIL, although it answers the query for the domain's MX records.",
  },
  "mail.alias_dangling": {
    severity: "warning",
    message: "A name of a mail policy leads nowhere, so receivers and senders find nothing there: {subject}.",
    reference: "RFC 1034 3.6.2",
    fix: "Publish the record at the alias's target, or replace the alias with the record itself.",
    meaning:
      "Usually the policy was hosted by a provider and was deleted there. If the target does not exist, whoever can register its name, or order it from the same provider, controls the policy.",
    found:
      "The resolver is asked for the records of the name. It answers with a CNAME record, and with no record of the queried type at the end of the aliases.",
  },
} as const satisfies FindingTable;

/** All findings of the `mail` tool, by code. */
export const FINDINGS = {
  ...ROLE_FINDINGS,
  ...LOOKUP_FINDINGS,
  ...MX_FINDINGS,
  ...SPF_FINDINGS,
  ...DKIM_FINDINGS,
  ...DMARC_FINDINGS,
  ...MTA_STS_FINDINGS,
  ...TLS_RPT_FINDINGS,
  ...BIMI_FINDINGS,
  ...DANE_FINDINGS,
  ...REPUTATION_FINDINGS,
} as const satisfies FindingTable;
