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
  "whois.expired": {
    severity: "error",
    message:
      "The registration is in the time after its end ({subject}): the domain may be off, and can be lost.",
    reference: "RFC 3915 3",
    fix: "Have the registrar renew or restore it at once.",
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
} as const satisfies FindingTable;
