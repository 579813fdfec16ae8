import type { FindingTable } from "@dnstools/core/tool/finding";

/** The findings on what blocklists answered; their own texts are in the data. Source: RFC 5782, RFC 6471. */
export const REPUTATION_FINDINGS = {
  "mail.reputation_listed": {
    severity: "error",
    message: "The mail server's address {subject} is on a blocklist that many receivers use.",
    reference: "RFC 6471 2.2",
    fix: "Find and end the cause, then ask the list to remove it; `delistUrl` says where.",
  },
  "mail.reputation_listed_minor": {
    severity: "warning",
    message: "The mail server's address {subject} is on blocklists that few receivers use.",
    reference: "RFC 6471 2.2",
    fix: "Look at the lists' reasons; some list whole networks.",
  },
  "mail.reputation_provider_listed": {
    severity: "notice",
    message:
      "The address {subject} of your provider's mail server is on a blocklist. It takes mail for many; mail that you send mostly leaves by others.",
    reference: "RFC 6471 2.2",
    fix: "Tell the provider, should your mail be sent from that address too.",
  },
  "mail.reputation_policy": {
    severity: "info",
    message:
      "The mail server's address {subject} is on a policy list. Such a list names networks that should not send mail directly, and accuses no one. It matters only if the server sends from that address.",
    reference: "RFC 6471 2.2",
    fix: null,
  },
  "mail.reputation_domain_listed": {
    severity: "notice",
    message:
      "The domain's own address {subject}, which is not that of a mail server, is on a blocklist. That matters only for mail sent from there.",
    reference: "RFC 6471 2.2",
    fix: "See what is wrong with the server at that address.",
  },
  "mail.reputation_not_asked": {
    severity: "info",
    message: "Blocklists were asked about eight addresses. They were not asked about the others: {subject}",
    reference: null,
    fix: null,
  },
  "mail.reputation_refused": {
    severity: "info",
    message:
      "These blocklists do not answer this API; that says nothing about the addresses of the domain: {subject}",
    reference: null,
    fix: "For the operator of this API: ask through a recursive resolver of your own (DNS_RESOLVERS) whose address has a PTR record, register that address with lists that demand it, and set DNSBL_KEYS.",
  },
  "mail.reputation_unknown": {
    severity: "info",
    message: "Whether blocklists list the addresses of the domain could not be found out in full: {subject}",
    reference: null,
    fix: "Ask again later. For the operator of this API: check that the network service runs and that the resolver (DNS_RESOLVERS) returns the lists' answers unchanged.",
  },
} as const satisfies FindingTable;

/** Codes that the operator of this API can act on, and the owner of the domain cannot: they get no recommendation. */
export const FOR_OPERATORS: readonly string[] = [
  "mail.reputation_refused",
  "mail.reputation_unknown",
] satisfies readonly (keyof typeof REPUTATION_FINDINGS)[];
