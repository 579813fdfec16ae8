import type { FindingTable } from "@dnstools/core/tool/finding";

const DRAFT = "draft-brand-indicators-for-message-identification";
const PROFILE = "draft-svg-tiny-ps-abrotman";
const REISSUE =
  "Have the mark authority issue a new certificate, and serve it with its intermediates as PEM.";
const RECORD =
  'default._bimi.example.com. 3600 IN TXT "v=BIMI1; l=https://www.example.com/logo.svg; a=https://www.example.com/mark.pem"';
/** How most of them are found. */
const ASKED =
  "The resolver is asked for the TXT records at default._bimi below the domain, then below its organisation:";
const LOGO = "The logo that the record names is fetched over HTTPS:";
const CERTIFICATE = "The mark certificate that the record names is fetched over HTTPS:";

/** The findings on BIMI. */
export const BIMI_FINDINGS = {
  "mail.bimi_several": {
    severity: "error",
    message: "There is more than one BIMI record: receivers use none of them.",
    reference: DRAFT,
    fix: "Leave exactly one.",
    meaning: "Receivers do not choose between two records. No logo is shown.",
    found: `${ASKED} a name has more than one record that begins with v=BIMI1.`,
    record: RECORD,
  },
  "mail.bimi_invalid": {
    severity: "error",
    message: "The BIMI record is not one that receivers can use: {subject}.",
    reference: DRAFT,
    fix: "Publish `v=BIMI1; l=` and the https URL of the logo, `; a=` and that of its certificate.",
    meaning: "Receivers drop a record that they cannot read. No logo is shown.",
    found: `${ASKED} the record's tags and URLs are read.`,
    record: RECORD,
  },
  "mail.bimi_declined": {
    severity: "info",
    message: "The BIMI record says that no logo is to be shown.",
    reference: DRAFT,
    fix: null,
    meaning: "An empty l= declines BIMI on purpose, for a domain whose organisation has a logo.",
    found: `${ASKED} l= is empty.`,
    record: 'default._bimi.example.com. 3600 IN TXT "v=BIMI1; l=; a=;"',
  },
  "mail.bimi_dmarc": {
    severity: "error",
    message: "No receiver shows the logo, since DMARC is not enforced: {subject}.",
    reference: DRAFT,
    fix: "Set the DMARC policy to quarantine or reject, for subdomains too, and not in test mode.",
    meaning:
      "A logo is shown only for a domain that asks receivers to refuse forged mail. Until then the record has no effect.",
    found:
      "The resolver is asked for the DMARC records of the domain and of its organisation; a policy of theirs is none.",
    record: '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@example.com;"',
  },
  "mail.bimi_logo_missing": {
    severity: "error",
    message: "The logo is not at its URL: {subject}.",
    reference: DRAFT,
    fix: "Serve it there with status 200, or correct the record's l.",
    meaning: "Receivers cannot fetch the logo and show none.",
    found: `${LOGO} its host has no address, or the status is not 200.`,
    record: RECORD,
  },
  "mail.bimi_logo_unreachable": {
    severity: "warning",
    message:
      "The logo could not be fetched by this API; a receiver that fails as well shows no logo: {subject}",
    reference: DRAFT,
    fix: "Check that the logo's host answers HTTPS on port 443 from everywhere.",
    meaning:
      "The host may be down, or refuse this API alone. Receivers that cannot fetch the logo show none.",
    found: `${LOGO} there is no answer, or one that may be for this API alone.`,
  },
  "mail.bimi_logo_redirect": {
    severity: "warning",
    message: "The logo's URL redirects ({subject}); not every receiver follows, and this API does not.",
    reference: DRAFT,
    fix: "Name the logo's own URL in the record's l.",
    meaning: "Receivers that do not follow redirects show no logo.",
    found: `${LOGO} the status is 300 to 399.`,
    record: RECORD,
  },
  "mail.bimi_logo_certificate": {
    severity: "error",
    message: "The certificate of the logo's host, {subject}, is not to be trusted, or TLS fails.",
    reference: DRAFT,
    fix: "Install a certificate for {subject} of an authority that clients trust.",
    meaning: "Receivers fetch the logo over HTTPS alone and check the certificate. They show no logo.",
    found: `${LOGO} TLS fails, or the certificate is not trusted.`,
  },
  "mail.bimi_logo_invalid": {
    severity: "error",
    message: "The logo is no SVG Tiny PS: {subject}.",
    reference: PROFILE,
    fix: "Export it as SVG Tiny 1.2, set baseProfile to tiny-ps, add a title, and remove what the profile lacks.",
    meaning: "Receivers take a small, safe part of SVG alone. They refuse this file and show no logo.",
    found: `${LOGO} its elements and attributes are compared with the profile.`,
  },
  "mail.bimi_logo_large": {
    severity: "warning",
    message: "The logo has {subject}; receivers may take no more than 32 KB.",
    reference: PROFILE,
    fix: "Simplify its paths.",
    meaning: "Receivers that keep this limit show no logo.",
    found: `${LOGO} its bytes are counted, uncompressed.`,
  },
  "mail.bimi_logo_not_square": {
    severity: "notice",
    message: "The logo is not square, or does not say so in viewBox: receivers cut it.",
    reference: PROFILE,
    fix: "Set a viewBox of equal width and height, with the mark in its middle.",
    meaning: "Logos are shown in a circle or a rounded square. Parts of this one may be cut off.",
    found: `${LOGO} the width and height of its viewBox are compared.`,
  },
  "mail.bimi_no_certificate": {
    severity: "notice",
    message: "The record names no mark certificate: most receivers show a logo only with one.",
    reference: DRAFT,
    fix: "Have a mark authority issue a certificate (VMC or CMC), and name its URL in the record's a.",
    meaning: "The certificate proves that the logo is the owner's. Without it few receivers show the logo.",
    found: `${ASKED} a= is empty or missing.`,
    record: RECORD,
  },
  "mail.bimi_certificate_missing": {
    severity: "error",
    message: "The mark certificate is not at its URL: {subject}.",
    reference: DRAFT,
    fix: "Serve it there over HTTPS with status 200, or correct the record's a.",
    meaning: "Receivers cannot fetch the certificate. Most of them show no logo.",
    found: `${CERTIFICATE} its host has no address, TLS fails, or the status is not 200.`,
    record: RECORD,
  },
  "mail.bimi_certificate_unreachable": {
    severity: "warning",
    message:
      "The mark certificate could not be fetched by this API; most receivers that fail as well show no logo: {subject}",
    reference: DRAFT,
    fix: "Check that the certificate's host answers HTTPS on port 443 from everywhere.",
    meaning:
      "The host may be down, or refuse this API alone. Receivers that cannot fetch the certificate mostly show no logo.",
    found: `${CERTIFICATE} there is no answer, or one that may be for this API alone.`,
  },
  "mail.bimi_certificate_invalid": {
    severity: "error",
    message: "The file with the mark certificate is not as it must be: {subject}.",
    reference: "RFC 5280 6.1",
    fix: "Serve the mark certificate as PEM, itself first and then its intermediates, as the authority gave them.",
    meaning: "Receivers cannot check the certificate. Most of them show no logo.",
    found: `${CERTIFICATE} its chain, signatures, dates and logo are read.`,
  },
  "mail.bimi_certificate_expired": {
    severity: "error",
    message: "The mark certificate, or one above it, has expired: {subject}.",
    reference: "RFC 5280 4.1.2.5",
    fix: REISSUE,
    meaning: "Receivers refuse a certificate that has expired. Most of them show no logo.",
    found: `${CERTIFICATE} the dates of the chain are compared with the clock.`,
  },
  "mail.bimi_certificate_other_domain": {
    severity: "error",
    message: "The mark certificate is for other domains than {subject}.",
    reference: "RFC 5280 4.2.1.6",
    fix: REISSUE,
    meaning: "The certificate proves the logo for other domains. Receivers show none for this one.",
    found: `${CERTIFICATE} its names are compared with the domain and its organisation.`,
  },
  "mail.bimi_certificate_usage": {
    severity: "error",
    message: "The certificate is none for marks: its extended key usage lacks {subject}.",
    reference: "RFC 5280 4.2.1.12",
    fix: "Have a mark authority issue a certificate (VMC or CMC); one for a web server is none.",
    meaning: "Receivers take certificates for marks alone. Most of them show no logo.",
    found: `${CERTIFICATE} its extended key usage is read.`,
  },
  "mail.bimi_logo_differs": {
    severity: "error",
    message: "The logo at its URL is another than the one in the mark certificate.",
    reference: DRAFT,
    fix: "Serve exactly the file that the mark authority put into the certificate.",
    meaning: "The certificate proves another picture. Receivers that compare the two show no logo.",
    found:
      "The logo and the mark certificate are fetched over HTTPS, and the certificate's own logo is compared by SHA-256.",
  },
  "mail.bimi_certificate_unchecked": {
    severity: "notice",
    message:
      "The certificate was issued by {subject}: whether an authority for marks stands above that is not checked by this API.",
    reference: "RFC 5280 6.1",
    fix: "Check that its issuer is a mark authority that the receivers you care for accept.",
    meaning:
      "Each receiver has its own list of mark authorities. This API has none, so it checks everything but that.",
    found: `${CERTIFICATE} its issuer is shown as it is written.`,
  },
} as const satisfies FindingTable;
