import type { FindingTable } from "../../tool/finding.ts";

const RECORD = '_smtp._tls.example.com. 3600 IN TXT "v=TLSRPTv1; rua=mailto:tls-reports@example.com"';
const ASKED = "The resolver is asked for the TXT records at _smtp._tls below the domain:";

/** Findings about TLS-RPT (RFC 8460). */
export const TLS_RPT_FINDINGS = {
  "mail.tls_rpt_missing": {
    severity: "info",
    message: "There is no TLS-RPT record, so deliveries that fail because of TLS are not reported.",
    reference: "RFC 8460 3",
    fix: "Publish a TXT record at _smtp._tls of {subject} that names an address for reports.",
    meaning:
      "Large senders report each day whether TLS to your mail servers worked. Without the record, you notice a failure only when mail does not arrive.",
    found: `${ASKED} none of them is a TLS-RPT record.`,
    record: RECORD,
  },
  "mail.tls_rpt_several": {
    severity: "error",
    message: "There is more than one TLS-RPT record, so senders use none of them.",
    reference: "RFC 8460 3",
    fix: "Keep exactly one record.",
    meaning: "Senders treat several records as if there were none, so you get no reports.",
    found: `${ASKED} more than one begins with v=TLSRPTv1.`,
    record: RECORD,
  },
  "mail.tls_rpt_invalid": {
    severity: "error",
    message: "The TLS-RPT record has a syntax error, so senders send no reports: {subject}.",
    reference: "RFC 8460 3",
    fix: "Publish `v=TLSRPTv1; rua=` followed by a mailto: or https: address.",
    meaning:
      "Senders ignore a record that they cannot parse. You get no reports, although the record seems to ask for them.",
    found: `${ASKED} the record is parsed according to the grammar of RFC 8460 3.`,
    record: RECORD,
  },
  "mail.tls_rpt_near_miss": {
    severity: "warning",
    message: "A text looks like a TLS-RPT record, but some or all senders ignore it: {subject}",
    reference: "RFC 8460 3",
    fix: "Remove the text, or begin the only record with exactly `v=TLSRPTv1;`.",
    meaning:
      "The text was probably meant as a TLS-RPT record, but does not begin exactly like one. Its addresses get no reports.",
    found: `${ASKED} a text resembles a record but lacks its exact beginning.`,
    record: RECORD,
  },
  "mail.tls_rpt_uri_invalid": {
    severity: "error",
    message: "An address for reports is not valid, so it receives no reports: {subject}.",
    reference: "RFC 8460 3",
    fix: "Write `mailto:` followed by a mail address, or an https URL. Encode commas and exclamation marks in it as %2C and %21.",
    meaning: "Reports are sent only to mailto and https addresses. This address gets none.",
    found: `${ASKED} each address in rua is parsed as a URI.`,
    record: RECORD,
  },
  "mail.tls_rpt_no_mail": {
    severity: "warning",
    message: "Reports are lost, because the host of a report address accepts no mail. {subject}.",
    reference: "RFC 8460 3",
    fix: "Use an address in rua whose host accepts mail.",
    meaning: "Reports are sent by mail, and this mail bounces. You do not see the reports.",
    found:
      "The resolver is asked for the MX, A and AAAA records of the host in rua: there are none, or there is a null MX.",
    record: RECORD,
  },
} as const satisfies FindingTable;
