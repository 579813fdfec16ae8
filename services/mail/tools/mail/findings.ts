import type { FindingTable } from "@dnstools/core/tool/finding";
import { BIMI_FINDINGS } from "./bimi/findings.ts";
import { DANE_FINDINGS } from "./dane/findings.ts";
import { DKIM_FINDINGS } from "./dkim/findings.ts";
import { DMARC_FINDINGS } from "./dmarc/findings.ts";
import { MTA_STS_FINDINGS } from "./mta-sts/findings.ts";
import { MX_FINDINGS } from "./mx/findings.ts";
import { REPUTATION_FINDINGS } from "./reputation/findings.ts";
import { SPF_FINDINGS } from "./spf/findings.ts";
import { TLS_RPT_FINDINGS } from "./tls-rpt/findings.ts";

/** The findings on the domain as a whole. */
export const ROLE_FINDINGS = {
  "mail.parked_well": {
    severity: "info",
    message:
      "{subject} has nothing to do with mail and says so perfectly: nobody sends for it, what claims to is rejected, it takes none.",
    reference: "RFC 7505 4",
    fix: null,
  },
} as const satisfies FindingTable;

/** The findings on lookups that fail. */
export const LOOKUP_FINDINGS = {
  "mail.lookup_failed": {
    severity: "warning",
    message:
      "The resolver answers SERVFAIL for {subject} TXT. Whoever gets that answer too does not find the record there.",
    reference: "RFC 2308 7.1",
    fix: "Check the name servers of {subject}, and its DNSSEC signatures.",
  },
} as const satisfies FindingTable;

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
