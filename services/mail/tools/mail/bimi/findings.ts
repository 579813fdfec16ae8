import type { FindingTable } from "@dnstools/core/tool/finding";

const DRAFT = "draft-brand-indicators-for-message-identification";
const PROFILE = "draft-svg-tiny-ps-abrotman";
const REISSUE =
  "Have the mark authority issue a new certificate, and serve it with its intermediates as PEM.";

export const BIMI_FINDINGS = {
  "mail.bimi_several": {
    severity: "error",
    message: "There is more than one BIMI record: receivers go by none.",
    reference: DRAFT,
    fix: "Leave exactly one.",
  },
  "mail.bimi_invalid": {
    severity: "error",
    message: "The BIMI record is not one that receivers go by: {subject}.",
    reference: DRAFT,
    fix: "Publish `v=BIMI1; l=` and the https URL of the logo, `; a=` and that of its certificate.",
  },
  "mail.bimi_declined": {
    severity: "info",
    message: "The BIMI record says that no logo is to be shown.",
    reference: DRAFT,
    fix: null,
  },
  "mail.bimi_dmarc": {
    severity: "error",
    message: "No receiver shows the logo, since DMARC is not enforced: {subject}.",
    reference: DRAFT,
    fix: "Set the DMARC policy to quarantine or reject, for subdomains too, and not in test mode.",
  },
  "mail.bimi_logo_missing": {
    severity: "error",
    message: "The logo is not at its URL: {subject}.",
    reference: DRAFT,
    fix: "Serve it there with status 200, or correct the record's l.",
  },
  "mail.bimi_logo_unreachable": {
    severity: "warning",
    message: "The logo could not be fetched here; a receiver that fails as well shows no logo: {subject}",
    reference: DRAFT,
    fix: "Check that the logo's host answers HTTPS on port 443 from everywhere.",
  },
  "mail.bimi_logo_redirect": {
    severity: "warning",
    message:
      "The logo's URL redirects ({subject}); not every receiver follows, and it was not looked at here.",
    reference: DRAFT,
    fix: "Name the logo's own URL in the record's l.",
  },
  "mail.bimi_logo_certificate": {
    severity: "error",
    message: "The certificate of the logo's host, {subject}, is not to be trusted, or TLS fails.",
    reference: DRAFT,
    fix: "Install a certificate for {subject} of an authority that clients trust.",
  },
  "mail.bimi_logo_invalid": {
    severity: "error",
    message: "The logo is no SVG Tiny PS: {subject}.",
    reference: PROFILE,
    fix: "Export it as SVG Tiny 1.2, set baseProfile to tiny-ps, add a title, and remove what the profile lacks.",
  },
  "mail.bimi_logo_large": {
    severity: "warning",
    message: "The logo has {subject}; receivers may take no more than 32 KB.",
    reference: PROFILE,
    fix: "Simplify its paths.",
  },
  "mail.bimi_logo_not_square": {
    severity: "notice",
    message: "The logo is not square, or does not say so in viewBox: receivers cut it.",
    reference: PROFILE,
    fix: "Set a viewBox of equal width and height, with the mark in its middle.",
  },
  "mail.bimi_no_certificate": {
    severity: "notice",
    message: "There is no mark certificate: most receivers show a logo only with one.",
    reference: DRAFT,
    fix: "Have a mark authority issue a certificate (VMC or CMC), and name its URL in the record's a.",
  },
  "mail.bimi_certificate_missing": {
    severity: "error",
    message: "The mark certificate is not at its URL: {subject}.",
    reference: DRAFT,
    fix: "Serve it there over HTTPS with status 200, or correct the record's a.",
  },
  "mail.bimi_certificate_unreachable": {
    severity: "warning",
    message:
      "The mark certificate could not be fetched here; most receivers that fail as well show no logo: {subject}",
    reference: DRAFT,
    fix: "Check that the certificate's host answers HTTPS on port 443 from everywhere.",
  },
  "mail.bimi_certificate_invalid": {
    severity: "error",
    message: "The evidence document is not as it must be: {subject}.",
    reference: "RFC 5280 6.1",
    fix: "Serve the mark certificate as PEM, itself first and then its intermediates, as the authority gave them.",
  },
  "mail.bimi_certificate_expired": {
    severity: "error",
    message: "The mark certificate, or one above it, has expired: {subject}.",
    reference: "RFC 5280 4.1.2.5",
    fix: REISSUE,
  },
  "mail.bimi_certificate_other_domain": {
    severity: "error",
    message: "The mark certificate is for other domains than {subject}.",
    reference: "RFC 5280 4.2.1.6",
    fix: REISSUE,
  },
  "mail.bimi_certificate_usage": {
    severity: "error",
    message: "The certificate is none for marks: its extended key usage lacks {subject}.",
    reference: "RFC 5280 4.2.1.12",
    fix: "Have a mark authority issue a certificate (VMC or CMC); one for a web server is none.",
  },
  "mail.bimi_logo_differs": {
    severity: "error",
    message: "The logo at its URL is another than the one in the mark certificate.",
    reference: DRAFT,
    fix: "Serve exactly the file that the mark authority put into the certificate.",
  },
  "mail.bimi_certificate_unchecked": {
    severity: "notice",
    message:
      "The certificate was issued by {subject}: whether an authority for marks stands above that is not checked here.",
    reference: "RFC 5280 6.1",
    fix: "See that its issuer is a mark authority that the receivers you care for accept.",
  },
} as const satisfies FindingTable;
