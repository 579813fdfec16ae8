import type { FindingTable } from "@dnstools/core/tool/finding";
import { ASKED, RECORD } from "./finding-texts.ts";

const CONSENT = 'example.com._report._dmarc.reports.example.net. 3600 IN TXT "v=DMARC1;"';
const CONSENTED =
  "The resolver is asked for the TXT record by which the host of a report address takes reports for the domain;";

/** The findings on DMARC reports. Source: RFC 9990 (May 2026), by the project's rule sheet of 2026-11-20. */
export const DMARC_REPORT_FINDINGS = {
  "mail.dmarc_no_reports": {
    severity: "notice",
    message: "The record has no address for reports (rua): you do not see which hosts send as your domain.",
    reference: "RFC 9989 4.7",
    fix: "Add rua=mailto: with an address whose mail is read.",
    meaning:
      "Reports show forged mail, and mail of your own that would be lost by a stricter policy. Without them you change the policy blindly.",
    found: `${ASKED} the record that applies has no rua.`,
    record: RECORD,
  },
  "mail.dmarc_uri_invalid": {
    severity: "warning",
    message: "An address for reports cannot be read, and gets none: {subject}",
    reference: "RFC 9989 4.7",
    fix: "Write it as mailto: and an address.",
    meaning: "Receivers skip an address that is no URI. Reports meant for it are lost.",
    found: `${ASKED} each address in rua and ruf is read as a URI.`,
    record: RECORD,
  },
  "mail.dmarc_report_unauthorised": {
    severity: "error",
    message: "Reports to {subject} are not sent: that domain does not say that it takes them.",
    reference: "RFC 9990 4",
    fix: "Have its owner publish the record, or name an address of your own.",
    meaning:
      "A domain of another organisation has to agree to get reports, so that no one floods it. Without that record receivers send none.",
    found: `${CONSENTED} there is none.`,
    record: CONSENT,
  },
  "mail.dmarc_report_diverted": {
    severity: "error",
    message: "{subject} sends reports on to an address at another host, so neither gets any.",
    reference: "RFC 9990 4",
    fix: "Have its owner name an address at the same host, or none.",
    meaning:
      "The record by which a host takes reports may give another address, but only at that same host. Receivers drop this one.",
    found: `${CONSENTED} it names an address at another host.`,
    record: CONSENT,
  },
  "mail.dmarc_report_no_mail": {
    severity: "warning",
    message: "Reports are lost, since a host that they go to takes no mail. {subject}.",
    reference: "RFC 9990 3.5",
    fix: "Name an address in rua and ruf whose host takes mail.",
    meaning:
      "Receivers send the reports by mail, and that mail comes back to them. You do not see the reports.",
    found:
      "The resolver is asked for MX, A and AAAA records of the host in rua or ruf: it has none, or a null MX.",
    record: RECORD,
  },
  "mail.dmarc_uri_scheme": {
    severity: "warning",
    message:
      "An address for reports is not a mailto: address, and receivers need to support no other: {subject}",
    reference: "RFC 9989 4.7",
    fix: "Name a mailto: address too, or in its place.",
    meaning: "Few receivers send reports by other ways than mail. Most reports are lost.",
    found: `${ASKED} an address in rua or ruf has another scheme.`,
    record: RECORD,
  },
} as const satisfies FindingTable;
