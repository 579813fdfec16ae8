import { type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";

export const FINDINGS = {
  "reverse.no_ptr": {
    severity: "warning",
    message: "{subject} has no PTR record: many mail servers refuse mail from such addresses.",
    reference: "RFC 1912 2.1",
    fix: "If mail leaves from the address, have its provider set a PTR record.",
  },
  "reverse.no_forward": {
    severity: "warning",
    message:
      "Named by the PTR record, but without an address of the same family (A for IPv4, AAAA for IPv6): {subject}.",
    reference: "RFC 1912 2.1",
    fix: "Publish an A or AAAA record with this address for {subject}, or have the PTR record name another host.",
  },
  "reverse.other_address": {
    severity: "warning",
    message: "Named by the PTR record, but with other addresses only: {subject}.",
    reference: "RFC 1912 2.1",
    fix: "Add the address to {subject}, or have the PTR record name the host that has it.",
  },
  "reverse.not_a_host_name": {
    severity: "warning",
    message: "Named by the PTR record, but not a host name, and so not looked up: {subject}.",
    reference: "RFC 1912 2.1",
    fix: "Have the PTR record name a host of the public DNS.",
  },
  "reverse.not_in_public_dns": {
    severity: "warning",
    message: "Named by the PTR record, but not in the public DNS, and so not looked up: {subject}.",
    reference: "RFC 1912 2.1",
    fix: "Have the PTR record name a host of the public DNS.",
  },
  "reverse.dangling_alias": {
    severity: "error",
    message: "The reverse name is an alias for {subject}, which has no PTR record.",
    reference: "RFC 2317 4",
    fix: "Create the PTR record where the alias leads, or have the provider correct the alias.",
  },
  "reverse.many_ptr": {
    severity: "notice",
    message:
      "The address has {subject} PTR records: software may look at some of them only. Here the first 20 by name were looked at.",
    reference: "RFC 2181 10.2",
    fix: "Keep one PTR record: the name that the host calls itself.",
  },
  "reverse.generic_name": {
    severity: "notice",
    message:
      "The name {subject} is made of the address, as providers name their customers' lines: mail servers distrust such names.",
    reference: null,
    fix: "If the host sends mail, have its own name set as PTR record.",
  },
  "reverse.several_origins": {
    severity: "notice",
    message: "Several ASes announce the address: {subject}. That can be intended, or a hijack.",
    reference: "RFC 1930 7",
    fix: null,
  },
  "reverse.not_announced": {
    severity: "notice",
    message: "Team Cymru knows no AS that announces {subject} to the Internet.",
    reference: null,
    fix: null,
  },
  "reverse.registries_disagree": {
    severity: "info",
    message: "The announced prefix and the address's registry name different countries: {subject}.",
    reference: null,
    fix: null,
  },
} as const satisfies FindingTable;

/** A finding of this tool. @param subject what it is about. */
export function findingOf(code: keyof typeof FINDINGS, subject: string | null = null): Finding {
  return finding(FINDINGS, code, subject);
}
