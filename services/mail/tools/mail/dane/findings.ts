import type { FindingTable } from "@dnstools/core/tool/finding";

const TLSA =
  "_25._tcp.mail.example.com. 3600 IN TLSA 3 1 1 0c72ac70b745ac19998811b131d662c9ac69dbdbe7cb23e5b514b56664c5d3d6";
const ASKED =
  "The resolver is asked for the TLSA records of each mail server whose addresses DNSSEC secures:";

/** Findings about DANE (RFC 7672). */
export const DANE_FINDINGS = {
  "mail.dane_unusable": {
    severity: "error",
    message:
      "{subject} has TLSA records, but none that senders can use, so senders do not verify its certificate.",
    reference: "RFC 7672 3.1",
    fix: "Publish a TLSA record `3 1 1` with the SHA-256 hash of the server's public key, then remove the unusable records.",
    meaning:
      "Senders that use DANE then require encryption but verify no certificate, so an attacker on the path can present a certificate of their own. The protection that the records promise is missing.",
    found: `${ASKED} no record has usage 2 or 3, a known selector, a known hash and data of the right length.`,
    record: TLSA,
  },
  "mail.dane_partial": {
    severity: "warning",
    message:
      "Other mail servers have usable TLSA records, but {subject} does not: an attacker who blocks the other servers can divert mail to this unprotected server.",
    reference: "RFC 7672 2.2",
    fix: "Publish TLSA records for {subject} too, in a zone signed with DNSSEC.",
    meaning:
      "DANE protects a domain only where all of its mail servers have TLSA records. Senders use an unprotected server when the others do not answer.",
    found: `${ASKED} some servers have usable records, but this one has none or is in a zone without DNSSEC.`,
    record: TLSA,
  },
  "mail.dane_bogus": {
    severity: "error",
    message:
      "The answer about TLSA records of {subject} does not validate (DNSSEC), so senders that use DANE deliver no mail to the server.",
    reference: "RFC 7672 2.1.1",
    fix: "Repair DNSSEC in the zone of {subject}.",
    meaning:
      "These senders must not use the server until the answer validates, also if there are no TLSA records. Their mail waits, and is returned after some days.",
    found: `${ASKED} the answer is SERVFAIL, with an extended error that names DNSSEC.`,
  },
  "mail.dane_lookup_failed": {
    severity: "warning",
    message:
      "This API's lookup of TLSA records failed. A sender that uses DANE delivers no mail to the server while its own lookup fails: {subject}",
    reference: "RFC 7672 2.1.2",
    fix: "Check the name servers of that name: they must answer TLSA queries even if there is no TLSA record.",
    meaning:
      "Senders that use DANE must not deliver mail if they cannot determine whether there are TLSA records. Their mail waits, and is returned after some days.",
    found: `${ASKED} the answer is SERVFAIL.`,
  },
  "mail.dane_without_reports": {
    severity: "notice",
    message:
      "Deliveries that fail because of DANE are not reported, because there is no TLS-RPT record that senders can use.",
    reference: "RFC 8460 3",
    fix: "Publish a TLS-RPT record at _smtp._tls of {subject}.",
    meaning:
      "If a certificate changes but its TLSA record does not, mail from all senders that use DANE stops. Reports show this within a day.",
    found:
      "The resolver is asked for the TXT records at _smtp._tls below a domain whose mail servers have usable TLSA records.",
    record: '_smtp._tls.example.com. 3600 IN TXT "v=TLSRPTv1; rua=mailto:tls-reports@example.com"',
  },
} as const satisfies FindingTable;
