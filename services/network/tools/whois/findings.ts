import type { FindingTable } from "@dnstools/core/tool/finding";

export const FINDINGS = {
  "whois.subdomain": {
    severity: "info",
    message: "This is the answer for {subject}: names below it are not registered by themselves.",
    reference: null,
    fix: null,
  },
  "whois.contradictory": {
    severity: "warning",
    message: "Whether it is registered cannot be told: {subject}.",
    reference: null,
    fix: "Ask the registry or a registrar; `sources` shows who says what.",
  },
  "whois.registry_unreachable": {
    severity: "notice",
    message: "The registry could not be asked over RDAP ({subject}); port 43 was asked instead.",
    reference: "RFC 7480 5",
    fix: null,
  },
  "whois.registrar_disagrees": {
    severity: "notice",
    message:
      "The registrar's own server ({subject}) does not know the domain; the registry's word goes first.",
    reference: null,
    fix: "If the domain is yours, ask the registrar to correct its whois data.",
  },
  "whois.not_recognised": {
    severity: "notice",
    message: "The text that {subject} sent has no form that is known here, so it proves nothing.",
    reference: null,
    fix: "Read it in `raw`; to have it read here, send it to us with the name that was asked for.",
  },
  "whois.rate_limited": {
    severity: "notice",
    message: "The registry said that we ask too often.",
    reference: null,
    fix: "Try again in {subject} s.",
  },
  "whois.expired": {
    severity: "error",
    message: "The registration has expired ({subject}): the domain may stop working and can be lost.",
    reference: "RFC 3915 3",
    fix: "Have the registrar renew it at once.",
  },
  "whois.expires_within_7_days": {
    severity: "error",
    message: "The registration runs out within a week, at {subject}.",
    reference: null,
    fix: "Renew it today, and see whether it renews by itself.",
  },
  "whois.expires_within_30_days": {
    severity: "warning",
    message: "The registration runs out within 30 days, at {subject}.",
    reference: null,
    fix: "See whether it renews by itself, and that its bill is paid.",
  },
  "whois.redemption": {
    severity: "error",
    message: "The domain was deleted ({subject}): only its last holder can have it restored.",
    reference: "RFC 3915 3",
    fix: "Have the registrar restore it at once.",
  },
  "whois.pending_delete": {
    severity: "error",
    message: "The domain is about to be deleted ({subject}); after that anyone can register it.",
    reference: "RFC 3915 3",
    fix: "Ask the registrar at once whether it can still be restored.",
  },
  "whois.on_hold": {
    severity: "error",
    message: "The domain is taken out of DNS ({subject}).",
    reference: "RFC 5731 2.3",
    fix: "Ask the registrar why: an unpaid bill, unverified contact data, or a complaint.",
  },
  "whois.not_delegated": {
    severity: "notice",
    message: "{subject} is registered, but DNS knows no name servers for it.",
    reference: "RFC 1034 4.2.2",
    fix: "Set name servers at the registrar, if the domain is to be used.",
  },
  "whois.unlocked": {
    severity: "notice",
    message: "{subject} is not locked against transfers to another registrar.",
    reference: "RFC 5731 2.3",
    fix: "Have the registrar set clientTransferProhibited.",
  },
  "whois.locked": {
    severity: "info",
    message: "{subject} is locked against transfers to another registrar.",
    reference: "RFC 5731 2.3",
    fix: null,
  },
  "whois.ds_not_in_dns": {
    severity: "warning",
    message:
      "The registry has DS data that is not in DNS ({subject}): resolvers do not validate the domain with it.",
    reference: "RFC 4035 2.4",
    fix: "Ask the registrar whether the DS data is published, or is an old one.",
  },
  "whois.ds_not_at_registry": {
    severity: "warning",
    message: "DNS has DS records that are missing in the registry's answer ({subject}).",
    reference: "RFC 4035 2.4",
    fix: "Compare the DS records with those at the registrar.",
  },
} as const satisfies FindingTable;
