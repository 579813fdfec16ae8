import { BIMI_ASKED, BIMI_DRAFT, BIMI_RECORD, BIMI_RECORD_FINDINGS } from "@dnstools/core/mail/bimi-record";
import type { FindingTable } from "@dnstools/core/tool/finding";

const PROFILE = "draft-svg-tiny-ps-abrotman";
const REISSUE =
  "Have the mark authority issue a new certificate, and serve it as PEM together with its intermediate certificates.";
const LOGO = "The logo that the record names is fetched over HTTPS:";
const CERTIFICATE = "The mark certificate that the record names is fetched over HTTPS:";

/** Findings about BIMI. */
export const BIMI_FINDINGS = {
  ...BIMI_RECORD_FINDINGS,
  "mail.bimi_declined": {
    severity: "info",
    message: "The BIMI record declares that no logo is to be shown.",
    reference: BIMI_DRAFT,
    fix: null,
    meaning: "An empty l= declines BIMI on purpose, for example for a subdomain of a domain that has a logo.",
    found: `${BIMI_ASKED} l= is empty.`,
    record: 'default._bimi.example.com. 3600 IN TXT "v=BIMI1; l=; a=;"',
  },
  "mail.bimi_dmarc": {
    severity: "error",
    message: "No receiver shows the logo, because DMARC is not enforced: {subject}.",
    reference: BIMI_DRAFT,
    fix: "Set the DMARC policy to quarantine or reject, also for subdomains, and without test mode.",
    meaning:
      "A logo is shown only for a domain that asks receivers to refuse forged mail. Until then the record has no effect.",
    found:
      "The resolver is asked for the DMARC records of the domain and of its organizational domain, and one of their policies is none.",
    record: '_dmarc.example.com. 3600 IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@example.com;"',
  },
  "mail.bimi_logo_missing": {
    severity: "error",
    message: "The logo cannot be fetched from its URL: {subject}.",
    reference: BIMI_DRAFT,
    fix: "Serve the logo there with status 200, or correct the URL in l=.",
    meaning: "Receivers cannot fetch the logo and show none.",
    found: `${LOGO} its host has no address, or the status is not 200.`,
    record: BIMI_RECORD,
  },
  "mail.bimi_logo_unreachable": {
    severity: "warning",
    message:
      "This API could not fetch the logo. A receiver that cannot fetch it either shows no logo: {subject}",
    reference: BIMI_DRAFT,
    fix: "Check that every client can reach the logo's host over HTTPS on port 443.",
    meaning:
      "The host may be down, or it may refuse only this API. Receivers that cannot fetch the logo show none.",
    found: `${LOGO} there is no answer, or the host may refuse only this API.`,
  },
  "mail.bimi_logo_redirect": {
    severity: "warning",
    message:
      "The logo's URL redirects ({subject}). Not every receiver follows redirects, and this API does not.",
    reference: BIMI_DRAFT,
    fix: "Put the final URL of the logo into l=.",
    meaning: "Receivers that do not follow redirects show no logo.",
    found: `${LOGO} the status is 300 to 399.`,
    record: BIMI_RECORD,
  },
  "mail.bimi_logo_certificate": {
    severity: "error",
    message: "The certificate of the logo's host, {subject}, is not trusted, or TLS fails.",
    reference: BIMI_DRAFT,
    fix: "Install a certificate for {subject} from an authority that clients trust.",
    meaning:
      "Receivers fetch the logo only over HTTPS and verify the certificate of its host. If this fails, they show no logo.",
    found: `${LOGO} TLS fails, or the certificate is not trusted.`,
  },
  "mail.bimi_logo_invalid": {
    severity: "error",
    message: "The logo does not conform to SVG Tiny PS: {subject}.",
    reference: PROFILE,
    fix: "Export the logo as SVG Tiny 1.2, set baseProfile to tiny-ps, add a title, and remove everything that the profile does not allow.",
    meaning: "Receivers accept only a small, safe subset of SVG. They refuse this file and show no logo.",
    found: `${LOGO} its elements and attributes are compared with the profile.`,
  },
  "mail.bimi_logo_large": {
    severity: "warning",
    message: "The logo is too large ({subject}); receivers may accept no more than 32 KB.",
    reference: PROFILE,
    fix: "Make the file smaller, for example by simplifying its paths.",
    meaning: "Receivers that apply this limit show no logo.",
    found: `${LOGO} its uncompressed size is measured.`,
  },
  "mail.bimi_logo_not_square": {
    severity: "notice",
    message: "The logo is not square, or its viewBox does not show that it is: receivers crop it.",
    reference: PROFILE,
    fix: "Set a viewBox of equal width and height, with the mark in its centre.",
    meaning: "Logos are shown in a circle or a rounded square. Parts of this one may be cut off.",
    found: `${LOGO} the width and height of its viewBox are compared.`,
  },
  "mail.bimi_no_certificate": {
    severity: "notice",
    message: "The record names no mark certificate, and most receivers show a logo only with one.",
    reference: BIMI_DRAFT,
    fix: "Have a mark authority issue a certificate (VMC or CMC), and put its URL into a=.",
    meaning:
      "The certificate proves that the domain's owner may use the logo. Without it, few receivers show the logo.",
    found: `${BIMI_ASKED} a= is empty or missing.`,
    record: BIMI_RECORD,
  },
  "mail.bimi_certificate_missing": {
    severity: "error",
    message: "The mark certificate cannot be fetched from its URL: {subject}.",
    reference: BIMI_DRAFT,
    fix: "Serve the certificate there over HTTPS with status 200, or correct the URL in a=.",
    meaning: "Receivers cannot fetch the certificate. Most of them show no logo.",
    found: `${CERTIFICATE} its host has no address, TLS fails, or the status is not 200.`,
    record: BIMI_RECORD,
  },
  "mail.bimi_certificate_unreachable": {
    severity: "warning",
    message:
      "This API could not fetch the mark certificate. Most receivers that cannot fetch it either show no logo: {subject}",
    reference: BIMI_DRAFT,
    fix: "Check that every client can reach the certificate's host over HTTPS on port 443.",
    meaning:
      "The host may be down, or it may refuse only this API. Most receivers that cannot fetch the certificate show no logo.",
    found: `${CERTIFICATE} there is no answer, or the host may refuse only this API.`,
  },
  "mail.bimi_certificate_invalid": {
    severity: "error",
    message: "The file with the mark certificate is not valid: {subject}.",
    reference: "RFC 5280 6.1",
    fix: "Serve a PEM file with the mark certificate first, followed by its intermediate certificates as the authority issued them.",
    meaning: "Receivers cannot check the certificate. Most of them show no logo.",
    found: `${CERTIFICATE} its chain, signatures, dates and logo are checked.`,
  },
  "mail.bimi_certificate_expired": {
    severity: "error",
    message: "The mark certificate, or a certificate above it in the chain, has expired: {subject}.",
    reference: "RFC 5280 4.1.2.5",
    fix: REISSUE,
    meaning: "Receivers refuse a certificate that has expired. Most of them show no logo.",
    found: `${CERTIFICATE} the expiry dates in the chain are compared with the current time.`,
  },
  "mail.bimi_certificate_other_domain": {
    severity: "error",
    message: "The mark certificate was not issued for {subject}, but for other domains.",
    reference: "RFC 5280 4.2.1.6",
    fix: REISSUE,
    meaning:
      "The certificate covers the logo only for other domains. Receivers show no logo for this domain.",
    found: `${CERTIFICATE} its names are compared with the domain and its organizational domain.`,
  },
  "mail.bimi_certificate_usage": {
    severity: "error",
    message: "The certificate is not a mark certificate: its extended key usage lacks {subject}.",
    reference: "RFC 5280 4.2.1.12",
    fix: "Have a mark authority issue a mark certificate (VMC or CMC); a web server certificate cannot be used.",
    meaning: "Receivers accept only mark certificates. Most of them show no logo.",
    found: `${CERTIFICATE} its extended key usage is checked.`,
  },
  "mail.bimi_logo_differs": {
    severity: "error",
    message: "The logo at its URL differs from the logo in the mark certificate.",
    reference: BIMI_DRAFT,
    fix: "Serve exactly the file that the mark authority put into the certificate.",
    meaning: "The certificate covers a different image. Receivers that compare the two show no logo.",
    found:
      "The logo and the mark certificate are fetched over HTTPS, and the two logos are compared by SHA-256.",
  },
  "mail.bimi_certificate_unchecked": {
    severity: "notice",
    message:
      "The certificate was issued by {subject}. This API does not check whether that issuer is an accepted mark authority.",
    reference: "RFC 5280 6.1",
    fix: "Check that the certificate's issuer is a mark authority accepted by the receivers that matter to you.",
    meaning:
      "Each receiver has its own list of mark authorities. This API has no such list, so it checks everything except the issuer.",
    found: `${CERTIFICATE} its issuer is read.`,
  },
} as const satisfies FindingTable;
