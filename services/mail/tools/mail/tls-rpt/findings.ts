import type { FindingTable } from "@dnstools/core/tool/finding";

export const TLS_RPT_FINDINGS = {
  "mail.tls_rpt_missing": {
    severity: "info",
    message: "There is no TLS-RPT record: deliveries that fail because of TLS are not reported.",
    reference: "RFC 8460 3",
    fix: "Publish a TXT record at _smtp._tls of {subject} that says where reports go.",
  },
  "mail.tls_rpt_several": {
    severity: "error",
    message: "There is more than one TLS-RPT record: senders use none of them.",
    reference: "RFC 8460 3",
    fix: "Leave exactly one.",
  },
  "mail.tls_rpt_invalid": {
    severity: "error",
    message: "The TLS-RPT record breaks the syntax, so senders send no reports: {subject}.",
    reference: "RFC 8460 3",
    fix: "Publish `v=TLSRPTv1; rua=` and a mailto: or https: address.",
  },
  "mail.tls_rpt_near_miss": {
    severity: "warning",
    message: "A text looks like a TLS-RPT record, and all or some senders ignore it: {subject}",
    reference: "RFC 8460 3",
    fix: "Remove the text, or begin the only record with exactly `v=TLSRPTv1;`.",
  },
  "mail.tls_rpt_uri_invalid": {
    severity: "error",
    message: "No report can go to {subject}.",
    reference: "RFC 8460 3",
    fix: "Write `mailto:` and an address, or an https URL; commas and exclamation marks in it as %2C and %21.",
  },
  "mail.tls_rpt_no_mail": {
    severity: "warning",
    message: "Reports are lost, since a host that they go to takes no mail. {subject}.",
    reference: "RFC 8460 3",
    fix: "Name an address in rua whose host takes mail.",
  },
} as const satisfies FindingTable;
