import type { FindingTable } from "@dnstools/core/tool/finding";

const TLSA =
  "_25._tcp.mail.example.com. 3600 IN TLSA 3 1 1 0c72ac70b745ac19998811b131d662c9ac69dbdbe7cb23e5b514b56664c5d3d6";
const ASKED =
  "The resolver is asked for the TLSA records of each mail server whose addresses DNSSEC secures:";

/** The findings on DANE (RFC 7672). */
export const DANE_FINDINGS = {
  "mail.dane_unusable": {
    severity: "error",
    message: "{subject} has TLSA records, but none that senders can use: they check no certificate there.",
    reference: "RFC 7672 3.1",
    fix: "Publish `3 1 1` and the SHA-256 of the server's public key, then remove the others.",
    meaning:
      "Senders with DANE then insist on encryption and check no certificate, so an attacker on the way can put in a certificate of his own. The protection that the records promise is missing.",
    found: `${ASKED} no record has a usage of 2 or 3 with a known selector, a known hash and data of the right length.`,
    record: TLSA,
  },
  "mail.dane_partial": {
    severity: "warning",
    message:
      "Other mail servers have TLSA records, {subject} has none: an attacker who blocks the others has mail sent there without that check.",
    reference: "RFC 7672 2.2",
    fix: "Publish TLSA records for {subject} too, in a zone that is signed.",
    meaning:
      "DANE protects a domain only where all of its mail servers have TLSA records. Senders use the unprotected one when the others do not answer.",
    found: `${ASKED} some servers have usable records, this one has none or is in a zone without DNSSEC.`,
    record: TLSA,
  },
  "mail.dane_lookup_failed": {
    severity: "warning",
    message:
      "The lookup of TLSA records failed at this API. A sender that uses DANE does not deliver there as long as its own lookup fails: {subject}",
    reference: "RFC 7672 2.1.2",
    fix: "Check the name servers of that name: they must answer questions for TLSA, also where there is no record.",
    meaning:
      "Senders with DANE must not deliver when they cannot find out whether there are TLSA records. Their mail waits, and is given back after some days.",
    found: `${ASKED} the answer is SERVFAIL.`,
  },
  "mail.dane_without_reports": {
    severity: "notice",
    message:
      "Deliveries that fail because of DANE are not reported: there is no TLS-RPT record that senders can use.",
    reference: "RFC 8460 3",
    fix: "Publish a TLS-RPT record at _smtp._tls of {subject}.",
    meaning:
      "A certificate that changes without its TLSA record stops mail of all senders with DANE. Reports show that within a day.",
    found:
      "The resolver is asked for the TXT records at _smtp._tls below a domain whose mail servers have usable TLSA records.",
    record: '_smtp._tls.example.com. 3600 IN TXT "v=TLSRPTv1; rua=mailto:tls-reports@example.com"',
  },
} as const satisfies FindingTable;
