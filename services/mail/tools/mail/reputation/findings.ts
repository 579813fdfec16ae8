import type { FindingTable } from "@dnstools/core/tool/finding";

/** Beginning of the sentence that explains how a finding about blocklists is detected. */
const ASKED =
  "The network service queries the blocklists for the addresses of the mail servers and of the domain itself:";

/** Findings about the answers of blocklists; the lists' own texts are in the data. Source: RFC 5782, RFC 6471. */
export const REPUTATION_FINDINGS = {
  "mail.reputation_listed": {
    severity: "error",
    message: "The mail server's address {subject} is on a blocklist that many receivers use.",
    reference: "RFC 6471 2.2",
    fix: "Find and fix the cause, then ask the list to remove the address on its own page (`delistUrl`).",
    meaning:
      "Receivers that use the list refuse mail from the address, or treat it as spam. The list's own text explains why.",
    found: `${ASKED} a list of high or medium weight contains the address.`,
  },
  "mail.reputation_listed_minor": {
    severity: "warning",
    message: "The mail server's address {subject} is on blocklists that few receivers use.",
    reference: "RFC 6471 2.2",
    fix: "Read the reasons that the lists give; some lists contain whole networks.",
    meaning:
      "A few receivers refuse mail from the address. Some of these lists contain whole networks, or charge for the removal of an address.",
    found: `${ASKED} only lists of low weight contain the address.`,
  },
  "mail.reputation_provider_listed": {
    severity: "notice",
    message:
      "The address {subject} of your provider's mail server is on a blocklist. The server receives mail for many domains; mail that you send usually leaves from other addresses.",
    reference: "RFC 6471 2.2",
    fix: "If your mail is sent from that address too, report the listing to the provider.",
    meaning:
      "The listing concerns mail sent from the address. For a server that only receives mail, it usually does not matter.",
    found: `${ASKED} an address of a known provider is listed.`,
  },
  "mail.reputation_policy": {
    severity: "info",
    message:
      "The mail server's address {subject} is on a policy list. Such a list contains networks that should not send mail directly, and does not accuse them of abuse. The listing matters only if the server sends mail from that address.",
    reference: "RFC 6471 2.2",
    fix: null,
    meaning:
      "Policy lists contain dial-up and home networks that their providers have reported. Receivers refuse mail that comes directly from these networks.",
    found: `${ASKED} a list of the kind policy contains the address.`,
  },
  "mail.reputation_domain_listed": {
    severity: "notice",
    message:
      "The domain's own address {subject}, which is not the address of a mail server, is on a blocklist. This matters only for mail sent from that address.",
    reference: "RFC 6471 2.2",
    fix: "Check whether the server at that address sends unwanted mail or is compromised.",
    meaning:
      "The address is usually that of a web server, which may be shared or compromised. Mail that a form on the web site sends is refused.",
    found: `${ASKED} an address of the domain itself is listed.`,
  },
  "mail.reputation_not_asked": {
    severity: "info",
    message:
      "Eight addresses were checked against blocklists. The following addresses were not checked: {subject}",
    reference: null,
    fix: null,
    meaning:
      "Each address needs one query to each list, so one report checks only eight addresses. Use `dnsbl` to check the others.",
    found: "The A and AAAA records of the mail servers and the domain have more than eight addresses.",
  },
  "mail.reputation_refused": {
    severity: "info",
    message:
      "These blocklists do not answer this API, which says nothing about the addresses of the domain: {subject}",
    reference: null,
    fix: "If you operate this API, use your own recursive resolver (DNS_RESOLVERS) on an address with a PTR record, register that address with the lists that require it, and set DNSBL_KEYS.",
    meaning:
      "The lists refuse the resolver that this API uses, as they refuse public resolvers. Whether they list the addresses is unknown.",
    found: `${ASKED} a list refuses to answer, or does not list its own test address.`,
  },
  "mail.reputation_unknown": {
    severity: "info",
    message: "The addresses of the domain could not be checked against all blocklists: {subject}",
    reference: null,
    fix: "Try again later. If you operate this API, check that the network service runs and that the resolver (DNS_RESOLVERS) returns the lists' answers unchanged.",
    meaning: "Some lists gave no usable answer, so the addresses may or may not be listed there.",
    found: `${ASKED} a list, or the network service itself, gives no answer.`,
  },
} as const satisfies FindingTable;

/** Codes of findings that only the operator of this API can act on, so that they cause no recommendation. */
export const FOR_OPERATORS: readonly string[] = [
  "mail.reputation_refused",
  "mail.reputation_unknown",
] satisfies readonly (keyof typeof REPUTATION_FINDINGS)[];
