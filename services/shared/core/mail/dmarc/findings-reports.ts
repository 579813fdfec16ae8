import type { FindingTable } from "../../tool/finding.ts";
import { ASKED, RECORD } from "./finding-texts.ts";

const CONSENT = 'example.com._report._dmarc.reports.example.net. 3600 IN TXT "v=DMARC1;"';
const CONSENTED =
  "The resolver is asked for the TXT record with which the host of a report address accepts reports for the domain;";

/**
 * Findings about DMARC reports. Source: RFC 9990 (May 2026), as summarized in the project's rule sheet of 2026-11-20.
 */
export const DMARC_REPORT_FINDINGS = {
  "mail.dmarc_no_reports": {
    severity: "notice",
    message:
      "The record has no address for reports (rua), so you do not see which hosts send mail as your domain.",
    reference: "RFC 9989 4.7",
    fix: "Add rua=mailto: with an address whose mail someone reads.",
    meaning:
      "Reports show forged mail, and mail of your own that a stricter policy would block. Without reports, you change the policy blindly.",
    found: `${ASKED} the record that applies has no rua.`,
    record: RECORD,
  },
  "mail.dmarc_uri_invalid": {
    severity: "warning",
    message: "An address for reports cannot be parsed, so it receives no reports: {subject}",
    reference: "RFC 9989 4.7",
    fix: "Write mailto: followed by the mail address.",
    meaning: "Receivers skip an address that is not a valid URI. Reports meant for it are lost.",
    found: `${ASKED} each address in rua and ruf is parsed as a URI.`,
    record: RECORD,
  },
  "mail.dmarc_report_unauthorised": {
    severity: "error",
    message: "Receivers send no reports to {subject}, because that domain does not authorise them.",
    reference: "RFC 9990 4",
    fix: "Ask the owner of that domain to publish the authorisation record, or use an address of your own.",
    meaning:
      "A domain of another organisation has to agree to receive reports, so that nobody can flood it with reports. Without its authorisation record, receivers send none.",
    found: `${CONSENTED} there is no such record.`,
    record: CONSENT,
  },
  "mail.dmarc_report_diverted": {
    severity: "error",
    message: "{subject} redirects reports to an address at another host, so neither host receives any.",
    reference: "RFC 9990 4",
    fix: "Ask the owner of that domain to name an address at the same host, or none.",
    meaning:
      "The record with which a host accepts reports may name a different address, but only at the same host. Receivers ignore an address at another host.",
    found: `${CONSENTED} the record names an address at another host.`,
    record: CONSENT,
  },
  "mail.dmarc_report_inherited": {
    severity: "notice",
    message:
      "The record of a name above the domain asks for reports to {subject}, but they do not arrive there.",
    reference: "RFC 9990 4",
    fix: "Ask the owner of that record to correct its addresses, or publish a record of your own with rua.",
    meaning:
      "The domain has no record of its own, so the addresses of the other record apply. Their host does not authorise the reports, or accepts no mail. The policy itself is not affected.",
    found: `${CONSENTED} the host has no valid authorisation record, or accepts no mail.`,
    record: RECORD,
  },
  "mail.dmarc_report_no_mail": {
    severity: "warning",
    message: "Reports are lost, because the host of a report address accepts no mail. {subject}.",
    reference: "RFC 9990 3.5",
    fix: "Use addresses in rua and ruf whose hosts accept mail.",
    meaning: "Receivers send reports by mail, and this mail bounces. You do not see the reports.",
    found:
      "The resolver is asked for the MX, A and AAAA records of the host in rua or ruf: there are none, or there is a null MX.",
    record: RECORD,
  },
  "mail.dmarc_uri_scheme": {
    severity: "warning",
    message:
      "An address for reports is not a mailto: address, the only kind that receivers have to support: {subject}",
    reference: "RFC 9989 4.7",
    fix: "Add a mailto: address, or use one instead.",
    meaning: "Few receivers send reports other than by mail, so most reports are lost.",
    found: `${ASKED} an address in rua or ruf has a scheme other than mailto.`,
    record: RECORD,
  },
} as const satisfies FindingTable;
