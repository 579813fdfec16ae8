import type { FindingTable } from "@dnstools/core/tool/finding";

const RECORD = '_smtp._tls.example.com. 3600 IN TXT "v=TLSRPTv1; rua=mailto:tls-reports@example.com"';
const ASKED = "The resolver is asked for the TXT records at _smtp._tls below the domain:";

/** The findings on TLS-RPT (RFC 8460). */
export const TLS_RPT_FINDINGS = {
  "mail.tls_rpt_missing": {
    severity: "info",
    message: "There is no TLS-RPT record: deliveries that fail because of TLS are not reported.",
    reference: "RFC 8460 3",
    fix: "Publish a TXT record at _smtp._tls of {subject} that says where reports go.",
    meaning:
      "Large senders report each day whether TLS to your mail servers worked. Without the record you learn of a failure by mail that does not come.",
    found: `${ASKED} there is none that is a record of TLS-RPT.`,
    record: RECORD,
  },
  "mail.tls_rpt_several": {
    severity: "error",
    message: "There is more than one TLS-RPT record: senders use none of them.",
    reference: "RFC 8460 3",
    fix: "Leave exactly one.",
    meaning: "Senders treat several records as none, so no reports come.",
    found: `${ASKED} more than one begins with v=TLSRPTv1.`,
    record: RECORD,
  },
  "mail.tls_rpt_invalid": {
    severity: "error",
    message: "The TLS-RPT record breaks the syntax, so senders send no reports: {subject}.",
    reference: "RFC 8460 3",
    fix: "Publish `v=TLSRPTv1; rua=` and a mailto: or https: address.",
    meaning:
      "Senders drop a record that they cannot read. You get no reports, although it looks as if you would.",
    found: `${ASKED} the record is read by the grammar of RFC 8460 3.`,
    record: RECORD,
  },
  "mail.tls_rpt_near_miss": {
    severity: "warning",
    message: "A text looks like a TLS-RPT record, and all or some senders ignore it: {subject}",
    reference: "RFC 8460 3",
    fix: "Remove the text, or begin the only record with exactly `v=TLSRPTv1;`.",
    meaning: "The text was meant as a record and does not begin as one has to. Its addresses get no reports.",
    found: `${ASKED} a text resembles a record without its exact beginning.`,
    record: RECORD,
  },
  "mail.tls_rpt_uri_invalid": {
    severity: "error",
    message: "No report can go to {subject}.",
    reference: "RFC 8460 3",
    fix: "Write `mailto:` and an address, or an https URL; commas and exclamation marks in it as %2C and %21.",
    meaning: "Reports go to mailto and https addresses alone. This one gets none.",
    found: `${ASKED} each address in rua is read as a URI.`,
    record: RECORD,
  },
  "mail.tls_rpt_no_mail": {
    severity: "warning",
    message: "Reports are lost, since a host that they go to takes no mail. {subject}.",
    reference: "RFC 8460 3",
    fix: "Name an address in rua whose host takes mail.",
    meaning:
      "Senders send the reports by mail, and that mail comes back to them. You do not see the reports.",
    found: "The resolver is asked for MX, A and AAAA records of the host in rua: it has none, or a null MX.",
    record: RECORD,
  },
} as const satisfies FindingTable;
