import type { FindingTable } from "@dnstools/core/finding";

export const TLS_RPT_FINDINGS = {
  "mail.tls_rpt_missing": {
    severity: "info",
    message: "There is no TLS-RPT record: nobody is told of deliveries that fail for TLS.",
    reference: "RFC 8460 3",
    fix: "Publish a TXT record at _smtp._tls of {subject} that says where reports go.",
  },
  "mail.tls_rpt_several": {
    severity: "error",
    message: "There is more than one TLS-RPT record: senders go by none.",
    reference: "RFC 8460 3",
    fix: "Leave exactly one.",
  },
  "mail.tls_rpt_invalid": {
    severity: "error",
    message: "The TLS-RPT record breaks the syntax, so senders go by none: {subject}.",
    reference: "RFC 8460 3",
    fix: "Publish `v=TLSRPTv1; rua=` and a mailto: or https: address.",
  },
  "mail.tls_rpt_near_miss": {
    severity: "warning",
    message: "A text was meant to be the TLS-RPT record, but senders pass it over, or some do: {subject}",
    reference: "RFC 8460 3",
    fix: "Have it begin with exactly `v=TLSRPTv1;`.",
  },
  "mail.tls_rpt_uri_invalid": {
    severity: "error",
    message: "No report can go to {subject}.",
    reference: "RFC 8460 3",
    fix: "Write `mailto:` and an address, or an https URL; commas and exclamation marks in it as %2C and %21.",
  },
} as const satisfies FindingTable;
