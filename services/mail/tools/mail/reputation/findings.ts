import type { FindingTable } from "@dnstools/core/tool/finding";

/** How all of them are found. */
const ASKED =
  "The network service asks the blocklists about the addresses of the mail servers, and about the domain's own:";

/** The findings on what blocklists answered; their own texts are in the data. Source: RFC 5782, RFC 6471. */
export const REPUTATION_FINDINGS = {
  "mail.reputation_listed": {
    severity: "error",
    message: "The mail server's address {subject} is on a blocklist that many receivers use.",
    reference: "RFC 6471 2.2",
    fix: "Find and end the cause, then ask the list on its own page (`delistUrl`) to remove the address.",
    meaning:
      "Receivers that use the list refuse mail from the address, or put it into spam. The list's own text says why.",
    found: `${ASKED} a list of high or medium weight has the address.`,
  },
  "mail.reputation_listed_minor": {
    severity: "warning",
    message: "The mail server's address {subject} is on blocklists that few receivers use.",
    reference: "RFC 6471 2.2",
    fix: "Read the lists' reasons; some list whole networks.",
    meaning:
      "A few receivers refuse mail from the address. Some of these lists have whole networks, or ask for money to remove an address.",
    found: `${ASKED} lists of low weight alone have the address.`,
  },
  "mail.reputation_provider_listed": {
    severity: "notice",
    message:
      "The address {subject} of your provider's mail server is on a blocklist. It takes mail for many domains; mail that you send mostly leaves by other addresses.",
    reference: "RFC 6471 2.2",
    fix: "Report it to the provider if your mail is sent from that address too.",
    meaning:
      "The listing concerns mail that is sent from the address. For a server that takes mail it mostly does not matter.",
    found: `${ASKED} an address of a known provider is listed.`,
  },
  "mail.reputation_policy": {
    severity: "info",
    message:
      "The mail server's address {subject} is on a policy list. Such a list names networks that should not send mail directly, and accuses no sender. It matters only if the server sends from that address.",
    reference: "RFC 6471 2.2",
    fix: null,
    meaning:
      "Policy lists have dial-up and home networks, as their providers say. Receivers refuse mail that comes from there directly.",
    found: `${ASKED} a list of the kind policy has the address.`,
  },
  "mail.reputation_domain_listed": {
    severity: "notice",
    message:
      "The domain's own address {subject}, which is not that of a mail server, is on a blocklist. That matters only for mail sent from there.",
    reference: "RFC 6471 2.2",
    fix: "Find out what is wrong with the server at that address.",
    meaning:
      "It is mostly a web server, perhaps shared or broken into. Mail that a form on the web site sends is refused.",
    found: `${ASKED} an address of the domain itself is listed.`,
  },
  "mail.reputation_not_asked": {
    severity: "info",
    message: "Blocklists were asked about eight addresses. They were not asked about the others: {subject}",
    reference: null,
    fix: null,
    meaning:
      "Each address takes one question to each list, so one report asks about eight. The others may be asked about by `dnsbl`.",
    found: "The A and AAAA records of the mail servers and the domain have more than eight addresses.",
  },
  "mail.reputation_refused": {
    severity: "info",
    message:
      "These blocklists do not answer this API; that says nothing about the addresses of the domain: {subject}",
    reference: null,
    fix: "If you operate this API: ask through a recursive resolver of your own (DNS_RESOLVERS) whose address has a PTR record, register that address with lists that demand it, and set DNSBL_KEYS.",
    meaning:
      "The lists refuse the resolver that this API uses, as they do with public ones. What they say of the domain is unknown here.",
    found: `${ASKED} a list refuses, or its own test point does not answer as it must.`,
  },
  "mail.reputation_unknown": {
    severity: "info",
    message: "Whether blocklists list the addresses of the domain could not be found out in full: {subject}",
    reference: null,
    fix: "Ask again later. If you operate this API: check that the network service runs and that the resolver (DNS_RESOLVERS) returns the lists' answers unchanged.",
    meaning: "Some lists gave no usable answer. The addresses may be listed there or not.",
    found: `${ASKED} a list, or the network service itself, gives no answer.`,
  },
} as const satisfies FindingTable;

/** Codes that the operator of this API can act on, and the owner of the domain cannot: they get no recommendation. */
export const FOR_OPERATORS: readonly string[] = [
  "mail.reputation_refused",
  "mail.reputation_unknown",
] satisfies readonly (keyof typeof REPUTATION_FINDINGS)[];
