import type { FindingTable } from "@dnstools/core/tool/finding";

export const FINDINGS = {
  "whois.subdomain": {
    severity: "info",
    message: "This is the answer for {subject}: names below it are not registered by themselves.",
    reference: null,
    fix: null,
    meaning:
      "The name that was asked for lies below a registered domain. Registrar, dates and status are those of the registered domain.",
    found:
      "The name is compared with the public suffix list, which says at which level domains are registered.",
  },
  "whois.contradictory": {
    severity: "warning",
    message: "Sources contradict each other about {subject}: whether it is registered is unknown.",
    reference: null,
    fix: "Ask the registry or a registrar; `sources` shows which source says what.",
    meaning:
      "One source has the domain and another does not. The domain may have been registered or deleted in the last minutes, or one of the servers is wrong; do not rely on the name being available.",
    found:
      "The registry's answer (RDAP or port 43) is compared with the NS records that the resolver finds for the domain.",
  },
  "whois.registry_unreachable": {
    severity: "notice",
    message: "The registry could not be asked over RDAP ({subject}); port 43 was asked instead.",
    reference: "RFC 7480 5",
    fix: null,
    meaning:
      "The answer rests on the registry's text at port 43, which has fewer facts and no fixed form. Nothing is wrong with the domain.",
    found:
      "The RDAP server that IANA names for the top-level domain gave no usable answer to the domain query.",
  },
  "whois.registrar_disagrees": {
    severity: "notice",
    message:
      "The registrar's own server ({subject}) does not know the domain; the registry's word goes first.",
    reference: null,
    fix: "If the domain is yours, ask the registrar to correct its whois data.",
    meaning:
      "The registry names a registrar whose server denies the domain, as happens after a transfer or with a server that is out of date. The registration itself is not affected.",
    found: "The server at port 43 that the registry names for the registrar is asked for the domain.",
  },
  "whois.not_recognised": {
    severity: "notice",
    message: "The text that {subject} sent has no form that is known here, so it proves nothing.",
    reference: null,
    fix: "Read the text in `raw`; a report to the operator of this API, with the name that was asked for, helps to have it read.",
    meaning:
      "The server answered, and this API cannot tell from its text whether the domain is registered. The answer is in `raw` for people to read.",
    found: "The server at port 43 is asked for the domain, and its text fits none of the known forms.",
  },
  "whois.rate_limited": {
    severity: "notice",
    message: "The registry said that this API asks too often.",
    reference: null,
    fix: "Try again in {subject} s.",
    meaning:
      "Registries limit how often one address may ask. This API leaves the registry alone for as long as it says; until then its domains are unknown or come from port 43 alone.",
    found: "The registry answers with HTTP 429, or with a text about a limit at port 43.",
  },
  "whois.expired": {
    severity: "error",
    message: "The registration of {subject} has expired: the domain may stop working and can be lost.",
    reference: "RFC 3915 3",
    fix: "Have the registrar renew it at once.",
    meaning:
      "The time for which the domain was registered is over. Registrars mostly stop its web site and mail first; after some weeks the domain is deleted, and others can register it.",
    found: "The registry's answer has an expiry date that lies in the past, or a status that says so.",
  },
  "whois.expires_within_7_days": {
    severity: "error",
    message: "The registration of {subject} ends within a week.",
    reference: null,
    fix: "Renew it today, and check with the registrar whether it renews by itself.",
    meaning:
      "If the registrar does not renew the domain in time, its web site and mail stop, and later others can register it. Where the registrar renews by itself, the date moves on its own.",
    found: "The expiry date in the registry's answer is compared with the time of the call.",
  },
  "whois.expires_within_30_days": {
    severity: "warning",
    message: "The registration of {subject} ends within 30 days.",
    reference: null,
    fix: "Check with the registrar that it renews by itself, and that the bill is paid.",
    meaning:
      "The domain has to be renewed in the next weeks. Many domains are lost because the registrar's reminders go to an address that is no longer read.",
    found: "The expiry date in the registry's answer is compared with the time of the call.",
  },
  "whois.redemption": {
    severity: "error",
    message: "{subject} was deleted: only its last holder can have it restored.",
    reference: "RFC 3915 3",
    fix: "Have the registrar restore it at once.",
    meaning:
      "The domain is out of DNS and in its redemption period, mostly 30 days. After that it is deleted for good, and others can register it; restoring it costs more than a renewal.",
    found: "The registry's answer has the status redemptionPeriod, or the registry's own word for it.",
  },
  "whois.pending_delete": {
    severity: "error",
    message: "{subject} is about to be deleted; after that others can register it.",
    reference: "RFC 3915 3",
    fix: "Ask the registrar at once whether it can still be restored.",
    meaning:
      "The domain is out of DNS and leaves the registry within days. Companies that register lapsed domains try to get it at that moment.",
    found: "The registry's answer has the status pendingDelete, or the registry's own word for it.",
  },
  "whois.on_hold": {
    severity: "error",
    message: "{subject} is taken out of DNS.",
    reference: "RFC 5731 2.3",
    fix: "Ask the registrar for the reason: an unpaid bill, unverified contact data, or a complaint.",
    meaning:
      "The registrar (clientHold) or the registry (serverHold) has taken the domain's name servers out of the zone above it. Its web site and mail do not work until the hold is lifted.",
    found:
      "The registry's answer has the status clientHold or serverHold, or the registry's own word for it.",
  },
  "whois.not_delegated": {
    severity: "notice",
    message: "{subject} is registered, but DNS has no name servers for it.",
    reference: "RFC 1034 4.2.2",
    fix: "Set name servers at the registrar, if the domain is to be used.",
    meaning:
      "The domain exists at the registry only: no web site and no mail can use it. This is usual for domains that are registered to keep them.",
    found:
      "The resolver is asked for the NS records of the domain, and the zone above it proves that there are none.",
    record: "example.com. 86400 IN NS ns1.example.net.",
  },
  "whois.unlocked": {
    severity: "notice",
    message: "{subject} is not locked against transfers to another registrar.",
    reference: "RFC 5731 2.3",
    fix: "Have the registrar set clientTransferProhibited.",
    meaning:
      "A transfer needs only the transfer code of the domain. A person who gets hold of it, by fraud or by reading the holder's mail, can take the domain away.",
    found:
      "The registry's answer has status values of EPP, and neither clientTransferProhibited nor serverTransferProhibited is among them.",
  },
  "whois.locked": {
    severity: "info",
    message: "{subject} is locked against transfers to another registrar.",
    reference: "RFC 5731 2.3",
    fix: null,
    meaning:
      "The registrar has to lift the lock before the domain can move to another registrar. This is the usual and safer state.",
    found: "The registry's answer has the status clientTransferProhibited or serverTransferProhibited.",
  },
  "whois.ds_not_in_dns": {
    severity: "warning",
    message:
      "The registry has DS data for {subject} that is not in DNS: resolvers do not validate the domain with it.",
    reference: "RFC 4035 2.4",
    fix: "Ask the registrar whether the DS data is published, or is an old one.",
    meaning:
      "The domain is not protected by the keys that were handed to the registry. Right after a change the zone above may not be published yet; after a day it is a fault.",
    found:
      "The key tags of the DS data in the registry's answer are compared with the DS records that the resolver finds in the zone above.",
    types: ["DS"],
  },
  "whois.ds_not_at_registry": {
    severity: "warning",
    message: "DNS has DS records for {subject} that are missing in the registry's answer.",
    reference: "RFC 4035 2.4",
    fix: "Compare the DS records with those at the registrar.",
    meaning:
      "Resolvers validate the domain with a key that the registry does not show. After a removal DNS keeps the old record for a while; when it stays, the domain fails to validate as soon as its keys change.",
    found:
      "The key tags of the DS records that the resolver finds in the zone above are compared with the DS data in the registry's answer.",
    types: ["DS"],
  },
} as const satisfies FindingTable;
