import { STS_ASKED, STS_RECORD, STS_RECORD_FINDINGS } from "@dnstools/core/mail/mta-sts-record";
import type { FindingTable } from "@dnstools/core/tool/finding";

const SERVE = "Serve the policy directly at its URL, with status 200 and a valid certificate for the host.";
const HOST = "mta-sts.example.com. 3600 IN A 192.0.2.80";
const FETCHED =
  "The policy is fetched over HTTPS from https://mta-sts.DOMAIN/.well-known/mta-sts.txt, as senders do:";

/** Findings about MTA-STS (RFC 8461). */
export const MTA_STS_FINDINGS = {
  "mail.mta_sts_missing": {
    severity: "notice",
    message: "There is no MTA-STS record, so an attacker on the network path can force delivery without TLS.",
    reference: "RFC 8461 3.1",
    fix: "Serve a policy in mode testing that lists your mail servers, then publish the record.",
    meaning:
      "Without MTA-STS, senders use TLS only if no attacker on the path prevents it. With MTA-STS, they require TLS with a valid certificate; DANE does the same for zones signed with DNSSEC.",
    found: `${STS_ASKED} none of them is an MTA-STS record.`,
    record: STS_RECORD,
  },
  ...STS_RECORD_FINDINGS,
  "mail.mta_sts_host_missing": {
    severity: "error",
    message: "{subject}, the host that has to serve the policy, has no address, so senders get no policy.",
    reference: "RFC 8461 3.3",
    fix: "Publish an address for {subject} and serve the policy there over HTTPS, or remove the MTA-STS record.",
    meaning:
      "The record announces a policy that senders cannot fetch. They deliver mail as if there were no policy.",
    found:
      "The resolver is asked for the A and AAAA records of the name mta-sts below the domain: there are none.",
    record: HOST,
  },
  "mail.mta_sts_redirect": {
    severity: "error",
    message: "The policy's URL redirects (status {subject}), which senders do not follow.",
    reference: "RFC 8461 3.3",
    fix: SERVE,
    meaning: "Senders must not follow redirects to a policy. They deliver mail as if there were no policy.",
    found: `${FETCHED} the status is 301 to 399.`,
  },
  "mail.mta_sts_status": {
    severity: "error",
    message: "The policy's URL answers with status {subject}, but senders accept only 200.",
    reference: "RFC 8461 3.3",
    fix: SERVE,
    meaning:
      "The record announces a policy that does not exist. Senders deliver mail as if there were no policy.",
    found: `${FETCHED} the status is not 200.`,
  },
  "mail.mta_sts_refused": {
    severity: "warning",
    message:
      "The policy's URL answered this API with status {subject}. Senders that get the same status have no policy.",
    reference: "RFC 8461 3.3",
    fix: "Make sure that the policy's host answers all clients with status 200.",
    meaning:
      "The host may refuse only this API, or all programs, or may fail temporarily. Senders that cannot fetch the policy deliver mail without it, unless an earlier policy is in their cache.",
    found: `${FETCHED} the status is 401, 403, 429, or 500 and above.`,
  },
  "mail.mta_sts_unreachable": {
    severity: "warning",
    message:
      "This API could not fetch the policy. A sender that cannot fetch it either delivers mail without a policy, unless an earlier policy is in its cache: {subject}",
    reference: "RFC 8461 3.3",
    fix: "Check that every client can reach the policy's host over HTTPS on port 443.",
    meaning:
      "The host may be down, or unreachable only for this API. Senders that cannot fetch the policy use the policy in their cache, and if there is none, they do not require TLS.",
    found: `${FETCHED} there is no HTTP response.`,
  },
  "mail.mta_sts_certificate": {
    severity: "error",
    message: "The certificate of {subject} is not trusted, or TLS fails, so senders get no policy.",
    reference: "RFC 8461 3.3",
    fix: "Install a certificate for {subject} from an authority that clients trust.",
    meaning:
      "Senders have to verify the certificate of the policy's host. They deliver mail as if there were no policy.",
    found: `${FETCHED} TLS fails, or the certificate is for another name or was not issued by a trusted authority.`,
  },
  "mail.mta_sts_media_type": {
    severity: "notice",
    message: "The policy's media type is {subject}, but senders may require text/plain.",
    reference: "RFC 8461 3.2",
    fix: "Serve the policy with `Content-Type: text/plain`.",
    meaning:
      "The standard specifies text/plain. A sender that checks the media type does not use the policy.",
    found: `${FETCHED} the Content-Type header has another value, or is missing.`,
  },
  "mail.mta_sts_too_large": {
    severity: "error",
    message: "The policy file is larger than 64 KB, the size that senders have to accept.",
    reference: "RFC 8461 3.3",
    fix: "Serve a short file with only the version, the mode, max_age and the patterns of your mail servers.",
    meaning: "Senders may stop reading a file of this size and use no policy.",
    found: `${FETCHED} the file has more than 65,536 bytes.`,
  },
  "mail.mta_sts_policy_invalid": {
    severity: "error",
    message: "The policy has a syntax error, so senders do not use it: {subject}.",
    reference: "RFC 8461 3.2",
    fix: "Write one `name: value` per line: version, mode, max_age, and an mx for each mail server.",
    meaning: "Senders ignore a policy that they cannot parse. TLS is not enforced.",
    found: `${FETCHED} its lines are read by the grammar of RFC 8461 3.2.`,
  },
  "mail.mta_sts_policy_loose": {
    severity: "notice",
    message: "The policy has a syntax error that many senders tolerate, but not all: {subject}.",
    reference: "RFC 8461 3.2",
    fix: "Write one `name: value` per line, use each name except mx only once, and leave no empty lines.",
    meaning:
      "Strict senders ignore the policy, others use it. Whether TLS is enforced depends on the sender.",
    found: `${FETCHED} its lines are read by the grammar of RFC 8461 3.2.`,
  },
  "mail.mta_sts_mx_unlisted": {
    severity: "error",
    message:
      "The mail server {subject} matches no mx pattern of the policy, so senders do not deliver mail there.",
    reference: "RFC 8461 5",
    fix: "Add `mx: {subject}` to the policy, then change the record's id.",
    meaning:
      "In mode enforce, senders skip mail servers that the policy does not list. If no other server accepts the mail, it is returned after some days.",
    found: `${FETCHED} its mx patterns are compared with the names in the MX records.`,
  },
  "mail.mta_sts_mx_unlisted_testing": {
    severity: "warning",
    message:
      "The mail server {subject} matches no mx pattern of the policy. Once the policy is enforced, senders will not deliver mail there.",
    reference: "RFC 8461 5",
    fix: "Add `mx: {subject}` to the policy, then change the record's id.",
    meaning:
      "In mode testing, senders deliver the mail and report the mismatch. In mode enforce, they would not deliver it.",
    found: `${FETCHED} its mx patterns are compared with the names in the MX records.`,
  },
  "mail.mta_sts_mx_unused": {
    severity: "notice",
    message: "The mx pattern {subject} of the policy matches none of the mail servers.",
    reference: "RFC 8461 4.1",
    fix: "Remove the pattern unless it is for a planned server, then change the record's id.",
    meaning:
      "Such a pattern usually comes from a former mail server. It allows delivery to a host that no MX record names.",
    found: `${FETCHED} its mx patterns are compared with the names in the MX records.`,
  },
  "mail.mta_sts_max_age": {
    severity: "warning",
    message:
      "Senders keep the policy for only {subject} seconds, so an attacker can disable it by blocking its renewal for that time.",
    reference: "RFC 8461 10.2",
    fix: "Set max_age to at least one week (604800 seconds).",
    meaning:
      "MTA-STS relies on the policy that senders keep in their cache. If the policy expires within a day, an attacker can prevent its renewal.",
    found: `${FETCHED} its max_age is below 86,400.`,
  },
  "mail.mta_sts_testing": {
    severity: "notice",
    message: "The policy is in mode testing: senders report failures, but still deliver the mail.",
    reference: "RFC 8461 5",
    fix: "Once reports show no failures, set mode to enforce and change the record's id.",
    meaning: "Mode testing is the right first step, but no mail is protected until the mode is enforce.",
    found: `${FETCHED} its mode is testing.`,
  },
  "mail.mta_sts_none": {
    severity: "info",
    message: "The policy is in mode none: MTA-STS is switched off or is being removed.",
    reference: "RFC 8461 8.3",
    fix: null,
    meaning:
      "Mode none is the orderly way to end MTA-STS: senders discard the policy in their cache. No mail is protected.",
    found: `${FETCHED} its mode is none.`,
  },
  "mail.mta_sts_without_reports": {
    severity: "notice",
    message:
      "Deliveries that fail because of MTA-STS are not reported, because there is no valid TLS-RPT record.",
    reference: "RFC 8460 3",
    fix: "Publish a TLS-RPT record at _smtp._tls of {subject}.",
    meaning:
      "A policy that no longer matches the mail servers stops mail. Senders' reports show this within a day.",
    found:
      "The resolver is asked for the TXT records at _smtp._tls below a domain that has an MTA-STS policy.",
    record: '_smtp._tls.example.com. 3600 IN TXT "v=TLSRPTv1; rua=mailto:tls-reports@example.com"',
  },
} as const satisfies FindingTable;
