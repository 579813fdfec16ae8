import type { FindingTable } from "@dnstools/core/tool/finding";

const SERVE = "Serve the policy itself at that URL, with status 200 and a certificate for that name.";
const RECORD = '_mta-sts.example.com. 3600 IN TXT "v=STSv1; id=20261123T120000"';
const HOST = "mta-sts.example.com. 3600 IN A 192.0.2.80";
/** How most of them are found. */
const ASKED = "The resolver is asked for the TXT records at _mta-sts below the domain:";
const FETCHED =
  "The policy is fetched over HTTPS from https://mta-sts.DOMAIN/.well-known/mta-sts.txt, as senders do:";

/** The findings on MTA-STS (RFC 8461). */
export const MTA_STS_FINDINGS = {
  "mail.mta_sts_missing": {
    severity: "notice",
    message: "There is no MTA-STS record: an attacker on the way can have mail delivered without TLS.",
    reference: "RFC 8461 3.1",
    fix: "Serve a policy in mode testing that names your mail servers, then publish the record.",
    meaning:
      "Senders use TLS only as long as no attacker in between prevents it. With MTA-STS they insist on TLS with a right certificate; DANE does the same where zones are signed.",
    found: `${ASKED} there is none that is a record of MTA-STS.`,
    record: RECORD,
  },
  "mail.mta_sts_several": {
    severity: "error",
    message: "There is more than one MTA-STS record: senders use none of them.",
    reference: "RFC 8461 3.1",
    fix: "Leave exactly one.",
    meaning: "Senders treat several records as none: the policy has no effect.",
    found: `${ASKED} more than one begins with v=STSv1.`,
    record: RECORD,
  },
  "mail.mta_sts_record_invalid": {
    severity: "error",
    message: "The MTA-STS record breaks the syntax, so senders use no policy: {subject}.",
    reference: "RFC 8461 3.1",
    fix: "Publish `v=STSv1; id=` and 1 to 32 letters and digits.",
    meaning: "Senders drop a record that they cannot read, and do not fetch the policy. TLS is not enforced.",
    found: `${ASKED} the record is read by the grammar of RFC 8461 3.1.`,
    record: RECORD,
  },
  "mail.mta_sts_near_miss": {
    severity: "warning",
    message: "A text looks like an MTA-STS record, and all or some senders ignore it: {subject}",
    reference: "RFC 8461 3.1",
    fix: "Remove the text, or begin the only record with exactly `v=STSv1;`.",
    meaning: "The text was meant as a record and does not begin as one has to.",
    found: `${ASKED} a text resembles a record without its exact beginning.`,
    record: RECORD,
  },
  "mail.mta_sts_host_missing": {
    severity: "error",
    message: "{subject}, which must serve the policy, has no address: senders get no policy.",
    reference: "RFC 8461 3.3",
    fix: "Give {subject} an address and serve the policy there over HTTPS; or remove the record.",
    meaning: "The record announces a policy that senders cannot fetch. They deliver as if there were none.",
    found:
      "The resolver is asked for A and AAAA records of the name mta-sts below the domain: there are none.",
    record: HOST,
  },
  "mail.mta_sts_redirect": {
    severity: "error",
    message: "The policy's URL redirects (status {subject}), which senders do not follow.",
    reference: "RFC 8461 3.3",
    fix: SERVE,
    meaning: "Senders must not follow redirects for a policy. They deliver as if there were none.",
    found: `${FETCHED} the status is 301 to 399.`,
  },
  "mail.mta_sts_status": {
    severity: "error",
    message: "The policy's URL answers with status {subject}: senders take only 200.",
    reference: "RFC 8461 3.3",
    fix: SERVE,
    meaning: "The record announces a policy that is not there. Senders deliver as if there were none.",
    found: `${FETCHED} the status is another than 200.`,
  },
  "mail.mta_sts_refused": {
    severity: "warning",
    message:
      "The policy's URL answered this API with status {subject}. Other clients may get the same, or not: a sender that gets it has no policy.",
    reference: "RFC 8461 3.3",
    fix: "Check whether the policy's host answers other clients with 200, and let it.",
    meaning:
      "The host may refuse this API alone, or all programs, or fail for a while. Senders that are refused go without the policy, unless they have kept an earlier one.",
    found: `${FETCHED} the status is 401, 403, 429 or 500 and above.`,
  },
  "mail.mta_sts_unreachable": {
    severity: "warning",
    message:
      "The policy could not be fetched by this API; a sender that fails as well goes without one, unless it has kept an earlier one: {subject}",
    reference: "RFC 8461 3.3",
    fix: "Check that the policy's host answers HTTPS on port 443 from everywhere.",
    meaning:
      "The host may be down, or unreachable from here alone. Senders that cannot fetch the policy use the one that they kept, and without one they insist on nothing.",
    found: `${FETCHED} there is no answer of HTTP.`,
  },
  "mail.mta_sts_certificate": {
    severity: "error",
    message: "The certificate of {subject} is not to be trusted, or TLS fails: senders get no policy.",
    reference: "RFC 8461 3.3",
    fix: "Install a certificate for {subject} of an authority that clients trust.",
    meaning:
      "Senders must check the certificate of the policy's host. They deliver as if there were no policy.",
    found: `${FETCHED} TLS fails, or the certificate does not lead to a trusted authority or is for another name.`,
  },
  "mail.mta_sts_media_type": {
    severity: "notice",
    message: "The policy's media type is {subject}; senders may insist on text/plain.",
    reference: "RFC 8461 3.2",
    fix: "Serve it with `Content-Type: text/plain`.",
    meaning: "The standard asks for text/plain. A sender that checks it uses no policy.",
    found: `${FETCHED} the header Content-Type has another value, or is missing.`,
  },
  "mail.mta_sts_too_large": {
    severity: "error",
    message: "The policy file is larger than 64 KB, which senders need not read.",
    reference: "RFC 8461 3.3",
    fix: "Serve a short file: a version, a mode, an age and the patterns of your mail servers.",
    meaning: "Senders stop reading a file of this size and use no policy.",
    found: `${FETCHED} it goes on after 65,536 bytes.`,
  },
  "mail.mta_sts_policy_invalid": {
    severity: "error",
    message: "The policy breaks the syntax, so senders do not use it: {subject}.",
    reference: "RFC 8461 3.2",
    fix: "Write one `name: value` a line: version, mode, max_age, and an mx for each mail server.",
    meaning: "Senders drop a policy that they cannot read. TLS is not enforced.",
    found: `${FETCHED} its lines are read by the grammar of RFC 8461 3.2.`,
  },
  "mail.mta_sts_policy_loose": {
    severity: "notice",
    message: "The policy breaks the grammar in a way that many senders overlook, but not all: {subject}.",
    reference: "RFC 8461 3.2",
    fix: "Write one `name: value` a line, each name but mx once, and no empty lines.",
    meaning: "Strict senders drop the policy, others use it. Whether TLS is enforced depends on the sender.",
    found: `${FETCHED} its lines are read by the grammar of RFC 8461 3.2.`,
  },
  "mail.mta_sts_mx_unlisted": {
    severity: "error",
    message: "No mx of the policy fits the mail server {subject}: senders do not deliver there.",
    reference: "RFC 8461 5",
    fix: "Add `mx: {subject}` to the policy, then change the record's id.",
    meaning:
      "With mode enforce senders skip mail servers that the policy does not name. If no other server takes the mail, it is given back after some days.",
    found: `${FETCHED} its mx patterns are compared with the names in the MX records.`,
  },
  "mail.mta_sts_mx_unlisted_testing": {
    severity: "warning",
    message:
      "No mx of the policy fits the mail server {subject}: once enforced, mail to it is not delivered.",
    reference: "RFC 8461 5",
    fix: "Add `mx: {subject}` to the policy, then change the record's id.",
    meaning:
      "In mode testing senders deliver and report the mismatch. With mode enforce the mail would be lost.",
    found: `${FETCHED} its mx patterns are compared with the names in the MX records.`,
  },
  "mail.mta_sts_mx_unused": {
    severity: "notice",
    message: "The policy's mx {subject} fits none of the mail servers.",
    reference: "RFC 8461 4.1",
    fix: "Remove it if it is not for a server to come, then change the record's id.",
    meaning:
      "The pattern is mostly of a former mail server. It allows delivery to a host that no MX record names.",
    found: `${FETCHED} its mx patterns are compared with the names in the MX records.`,
  },
  "mail.mta_sts_max_age": {
    severity: "warning",
    message:
      "Senders keep the policy for {subject} seconds only: an attacker who blocks it that long removes it.",
    reference: "RFC 8461 10.2",
    fix: "Set max_age to some weeks, such as 604800 or more.",
    meaning:
      "MTA-STS protects by the policy that senders have kept. One that ends within a day gives an attacker the chance to prevent its renewal.",
    found: `${FETCHED} its max_age is below 86,400.`,
  },
  "mail.mta_sts_testing": {
    severity: "notice",
    message: "The policy is in mode testing: senders report failures, and deliver all the same.",
    reference: "RFC 8461 5",
    fix: "Once reports show no failures, set mode to enforce and change the record's id.",
    meaning: "Testing is the right first step. It protects no mail until the mode is enforce.",
    found: `${FETCHED} its mode is testing.`,
  },
  "mail.mta_sts_none": {
    severity: "info",
    message: "The policy is in mode none: MTA-STS is switched off or being retired.",
    reference: "RFC 8461 8.3",
    fix: null,
    meaning:
      "Mode none is the orderly way to end MTA-STS: senders drop the policy that they kept. It protects no mail.",
    found: `${FETCHED} its mode is none.`,
  },
  "mail.mta_sts_without_reports": {
    severity: "notice",
    message: "Deliveries that fail because of MTA-STS are not reported: there is no valid TLS-RPT record.",
    reference: "RFC 8460 3",
    fix: "Publish a TLS-RPT record at _smtp._tls of {subject}.",
    meaning:
      "A policy that no longer fits the mail servers stops mail. Reports of senders show that within a day.",
    found:
      "The resolver is asked for the TXT records at _smtp._tls below a domain that has an MTA-STS policy.",
    record: '_smtp._tls.example.com. 3600 IN TXT "v=TLSRPTv1; rua=mailto:tls-reports@example.com"',
  },
} as const satisfies FindingTable;
