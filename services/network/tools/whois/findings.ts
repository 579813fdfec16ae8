import type { FindingTable } from "@dnstools/core/tool/finding";

/** All findings of the whois tool, by code. */
export const FINDINGS = {
  "whois.subdomain": {
    severity: "info",
    message: "This answer is about {subject}: names below it are not registered separately.",
    reference: null,
    fix: null,
    meaning:
      "The queried name is below a registered domain. Registrar, dates and status belong to the registered domain.",
    found:
      "The name is compared with the public suffix list, which shows at which level domains are registered.",
  },
  "whois.contradictory": {
    severity: "warning",
    message: "Sources contradict each other about {subject}: whether it is registered is unknown.",
    reference: null,
    fix: "Ask the registry or a registrar; `sources` shows what each source says.",
    meaning:
      "One source has the domain and another does not. The domain may have been registered or deleted within the last few minutes, or one of the servers is wrong; do not rely on the name being available.",
    found:
      "The registry's answer (RDAP or port 43) is compared with the NS records that the resolver finds for the domain.",
  },
  "whois.registry_unreachable": {
    severity: "notice",
    message: "The registry could not be asked over RDAP ({subject}); port 43 was asked instead.",
    reference: "RFC 7480 5",
    fix: null,
    meaning:
      "The answer rests on the registry's text on port 43, which has fewer facts and no fixed form. Nothing is wrong with the domain.",
    found:
      "The RDAP server that IANA names for the top-level domain gave no usable answer to the domain query.",
  },
  "whois.registrar_disagrees": {
    severity: "notice",
    message:
      "The registrar's own server ({subject}) does not know the domain; the registry's answer takes precedence.",
    reference: null,
    fix: "If the domain is yours, ask the registrar to correct its whois data.",
    meaning:
      "The registry names a registrar whose server does not know the domain. This happens after a transfer, or if the server is out of date. The registration itself is not affected.",
    found: "The server on port 43 that the registry names for the registrar is asked for the domain.",
  },
  "whois.not_recognised": {
    severity: "notice",
    message: "The text that {subject} sent is in a form that this API does not know, so it proves nothing.",
    reference: null,
    fix: "Read the text in `raw`, and report the queried name to the operator of this API so that the form can be supported.",
    meaning:
      "The server answered, but this API cannot tell from its text whether the domain is registered. The text is in `raw`.",
    found: "The server on port 43 is asked for the domain, and its text fits none of the known forms.",
  },
  "whois.rate_limited": {
    severity: "notice",
    message: "The registry answered that this API sends too many queries.",
    reference: null,
    fix: "Try again in {subject} s.",
    meaning:
      "Registries limit how often one address may send queries. This API pauses for as long as the registry demands; until then its domains are unknown, or are answered only from port 43.",
    found: "The registry answers with HTTP 429, or with a text about a rate limit on port 43.",
  },
  "whois.expired": {
    severity: "error",
    message: "The registration of {subject} has expired: the domain may stop working and can be lost.",
    reference: "RFC 3915 3",
    fix: "Ask the registrar to renew the registration at once.",
    meaning:
      "The registration period of the domain is over. Registrars usually stop its web site and mail first; after some weeks the domain is deleted, and others can register it.",
    found:
      "The registry's answer has an expiry date in the past, or a status that says that the domain has expired.",
  },
  "whois.expires_within_7_days": {
    severity: "error",
    message: "The registration of {subject} expires within a week.",
    reference: null,
    fix: "Renew the registration today, and check with the registrar whether it renews automatically.",
    meaning:
      "If the registrar does not renew the domain in time, its web site and mail stop, and later others can register it. If the registrar renews automatically, the date moves without any action.",
    found: "The expiry date in the registry's answer is compared with the time of the call.",
  },
  "whois.expires_within_30_days": {
    severity: "warning",
    message: "The registration of {subject} expires within 30 days.",
    reference: null,
    fix: "Check with the registrar that the domain renews automatically, and that the bill is paid.",
    meaning:
      "The domain has to be renewed within the next weeks. Many domains are lost because the registrar's reminders go to a mail address that nobody reads.",
    found: "The expiry date in the registry's answer is compared with the time of the call.",
  },
  "whois.redemption": {
    severity: "error",
    message: "{subject} was deleted: only its last holder can still restore it.",
    reference: "RFC 3915 3",
    fix: "Ask the registrar to restore the domain at once.",
    meaning:
      "The domain is out of DNS and in its redemption period, usually 30 days. After that it is deleted for good, and others can register it; restoring it costs more than a renewal.",
    found: "The registry's answer has the status redemptionPeriod, or the registry's own term for it.",
  },
  "whois.pending_delete": {
    severity: "error",
    message: "{subject} is about to be deleted; after that others can register it.",
    reference: "RFC 3915 3",
    fix: "Ask the registrar at once whether the domain can still be restored.",
    meaning:
      "The domain is out of DNS and leaves the registry within days. Companies that register lapsed domains try to get it at that moment.",
    found: "The registry's answer has the status pendingDelete, or the registry's own term for it.",
  },
  "whois.on_hold": {
    severity: "error",
    message: "{subject} has been taken out of DNS (hold).",
    reference: "RFC 5731 2.3",
    fix: "Ask the registrar for the reason: an unpaid bill, unverified contact data, or a complaint.",
    meaning:
      "The registrar (clientHold) or the registry (serverHold) has taken the domain's name servers out of the zone above it. Its web site and mail do not work until the hold is lifted.",
    found:
      "The registry's answer has the status clientHold or serverHold, or the registry's own term for it.",
  },
  "whois.not_delegated": {
    severity: "notice",
    message: "{subject} is registered, but DNS has no name servers for it.",
    reference: "RFC 1034 4.2.2",
    fix: "Set name servers at the registrar if you want to use the domain.",
    meaning:
      "The domain exists only at the registry: no web site and no mail can use it. This is usual for domains that are registered only to reserve the name.",
    found:
      "The resolver is asked for the NS records of the domain, and the zone above it proves that there are none.",
    record: "example.com. 86400 IN NS ns1.example.net.",
  },
  "whois.unlocked": {
    severity: "notice",
    message: "{subject} is not locked against transfers to another registrar.",
    reference: "RFC 5731 2.3",
    fix: "Ask the registrar to set clientTransferProhibited.",
    meaning:
      "A transfer needs only the transfer code of the domain. A person who obtains the code, by fraud or by reading the holder's mail, can steal the domain.",
    found:
      "The registry's answer has EPP status values, but neither clientTransferProhibited nor serverTransferProhibited is among them.",
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
      "The registry has DS data for {subject} that is not in DNS, so resolvers do not use it to validate the domain.",
    reference: "RFC 4035 2.4",
    fix: "Ask the registrar whether the DS data is outdated or still has to be published.",
    meaning:
      "The keys that were submitted to the registry do not protect the domain. Right after a change the parent zone may not be published yet; after a day it is a fault.",
    found:
      "The key tags of the DS data in the registry's answer are compared with the DS records that the resolver finds in the zone above.",
    types: ["DS"],
  },
  "whois.ds_not_at_registry": {
    severity: "warning",
    message: "DNS has DS records for {subject} that are missing from the registry's answer.",
    reference: "RFC 4035 2.4",
    fix: "Compare the DS records in DNS with the DS records at the registrar.",
    meaning:
      "Resolvers validate the domain with a key that the registry does not show. After a removal, DNS keeps the old record for a while; if it stays, the domain fails to validate as soon as its keys change.",
    found:
      "The key tags of the DS records that the resolver finds in the zone above are compared with the DS data in the registry's answer.",
    types: ["DS"],
  },
} as const satisfies FindingTable;
