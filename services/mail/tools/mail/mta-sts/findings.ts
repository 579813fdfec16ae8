import type { FindingTable } from "@dnstools/core/tool/finding";

const SERVE = "Serve the policy itself at that URL, with status 200 and a certificate for that name.";

export const MTA_STS_FINDINGS = {
  "mail.mta_sts_missing": {
    severity: "notice",
    message: "There is no MTA-STS record: an attacker on the way can have mail delivered without TLS.",
    reference: "RFC 8461 3.1",
    fix: "Serve a policy in mode testing that names your mail servers, then publish the record.",
  },
  "mail.mta_sts_several": {
    severity: "error",
    message: "There is more than one MTA-STS record: senders use none of them.",
    reference: "RFC 8461 3.1",
    fix: "Leave exactly one.",
  },
  "mail.mta_sts_record_invalid": {
    severity: "error",
    message: "The MTA-STS record breaks the syntax, so senders use no policy: {subject}.",
    reference: "RFC 8461 3.1",
    fix: "Publish `v=STSv1; id=` and 1 to 32 letters and digits.",
  },
  "mail.mta_sts_near_miss": {
    severity: "warning",
    message: "A text looks like an MTA-STS record, and all or some senders ignore it: {subject}",
    reference: "RFC 8461 3.1",
    fix: "Remove the text, or begin the only record with exactly `v=STSv1;`.",
  },
  "mail.mta_sts_host_missing": {
    severity: "error",
    message: "{subject}, which must serve the policy, has no address: senders get no policy.",
    reference: "RFC 8461 3.3",
    fix: "Give {subject} an address and serve the policy there over HTTPS; or remove the record.",
  },
  "mail.mta_sts_redirect": {
    severity: "error",
    message: "The policy's URL redirects (status {subject}), which senders do not follow.",
    reference: "RFC 8461 3.3",
    fix: SERVE,
  },
  "mail.mta_sts_status": {
    severity: "error",
    message: "The policy's URL answers with status {subject}: senders take only 200.",
    reference: "RFC 8461 3.3",
    fix: SERVE,
  },
  "mail.mta_sts_refused": {
    severity: "warning",
    message:
      "The policy's URL answered us with status {subject}. That may be for us alone, or for now: whoever else gets it has no policy.",
    reference: "RFC 8461 3.3",
    fix: "See whether the policy's host answers others with 200, and let it.",
  },
  "mail.mta_sts_unreachable": {
    severity: "warning",
    message:
      "The policy could not be fetched here; a sender that fails as well goes without one, unless it has one cached: {subject}",
    reference: "RFC 8461 3.3",
    fix: "Check that the policy's host answers HTTPS on port 443 from everywhere.",
  },
  "mail.mta_sts_certificate": {
    severity: "error",
    message: "The certificate of {subject} is not to be trusted, or TLS fails: senders get no policy.",
    reference: "RFC 8461 3.3",
    fix: "Install a certificate for {subject} of an authority that clients trust.",
  },
  "mail.mta_sts_media_type": {
    severity: "notice",
    message: "The policy's media type is {subject}; senders may insist on text/plain.",
    reference: "RFC 8461 3.2",
    fix: "Serve it with `Content-Type: text/plain`.",
  },
  "mail.mta_sts_too_large": {
    severity: "error",
    message: "The policy file is larger than 64 KB, which senders need not read.",
    reference: "RFC 8461 3.3",
    fix: "Serve a short file: a version, a mode, an age and the patterns of your mail servers.",
  },
  "mail.mta_sts_policy_invalid": {
    severity: "error",
    message: "The policy breaks the syntax, so senders do not use it: {subject}.",
    reference: "RFC 8461 3.2",
    fix: "Write one `name: value` a line: version, mode, max_age, and an mx for each mail server.",
  },
  "mail.mta_sts_policy_loose": {
    severity: "notice",
    message: "The policy breaks the grammar in a way that many senders overlook, but not all: {subject}.",
    reference: "RFC 8461 3.2",
    fix: "Write one `name: value` a line, each name but mx once, and no empty lines.",
  },
  "mail.mta_sts_mx_unlisted": {
    severity: "error",
    message: "No mx of the policy fits the mail server {subject}: senders do not deliver there.",
    reference: "RFC 8461 5",
    fix: "Add `mx: {subject}` to the policy, then change the record's id.",
  },
  "mail.mta_sts_mx_unlisted_testing": {
    severity: "warning",
    message:
      "No mx of the policy fits the mail server {subject}: once enforced, mail to it is not delivered.",
    reference: "RFC 8461 5",
    fix: "Add `mx: {subject}` to the policy, then change the record's id.",
  },
  "mail.mta_sts_mx_unused": {
    severity: "notice",
    message: "The policy's mx {subject} fits none of the mail servers.",
    reference: "RFC 8461 4.1",
    fix: "Remove it if it is not for a server to come, then change the record's id.",
  },
  "mail.mta_sts_max_age": {
    severity: "warning",
    message: "Senders keep the policy for {subject} seconds only: who can block it that long, undoes it.",
    reference: "RFC 8461 10.2",
    fix: "Set max_age to some weeks, such as 604800 or more.",
  },
  "mail.mta_sts_testing": {
    severity: "notice",
    message: "The policy is in mode testing: senders report, and deliver all the same.",
    reference: "RFC 8461 5",
    fix: "Once reports show no failures, set mode to enforce and change the record's id.",
  },
  "mail.mta_sts_none": {
    severity: "info",
    message: "The policy is in mode none: MTA-STS is switched off or being retired.",
    reference: "RFC 8461 8.3",
    fix: null,
  },
  "mail.mta_sts_without_reports": {
    severity: "notice",
    message: "Deliveries that fail because of MTA-STS are not reported: there is no valid TLS-RPT record.",
    reference: "RFC 8460 3",
    fix: "Publish a TLS-RPT record at _smtp._tls of {subject}.",
  },
} as const satisfies FindingTable;
