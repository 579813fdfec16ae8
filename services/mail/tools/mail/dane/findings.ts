import type { FindingTable } from "@dnstools/core/tool/finding";

export const DANE_FINDINGS = {
  "mail.dane_unusable": {
    severity: "error",
    message: "{subject} has TLSA records, but none that senders can go by: they check nobody's certificate.",
    reference: "RFC 7672 3.1",
    fix: "Publish `3 1 1` and the SHA-256 of the server's public key, then remove the others.",
  },
  "mail.dane_partial": {
    severity: "warning",
    message:
      "Other mail servers have TLSA records, {subject} has none: who blocks the others gets mail sent there.",
    reference: "RFC 7672 2.2",
    fix: "Publish TLSA records for {subject} too, in a zone that is signed.",
  },
  "mail.dane_lookup_failed": {
    severity: "warning",
    message:
      "The lookup of TLSA records failed here. A sender that uses DANE does not deliver there as long as its own lookup fails: {subject}",
    reference: "RFC 7672 2.1.2",
    fix: "Check the name servers of that name: they must answer questions for TLSA, also where there is no record.",
  },
  "mail.dane_without_reports": {
    severity: "notice",
    message: "Nobody is told when DANE makes deliveries fail: there is no TLS-RPT record that senders go by.",
    reference: "RFC 8460 3",
    fix: "Publish a TLS-RPT record at _smtp._tls of {subject}.",
  },
} as const satisfies FindingTable;
