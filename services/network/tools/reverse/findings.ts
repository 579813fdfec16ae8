import type { FindingTable } from "@dnstools/core/finding";

export const FINDINGS = {
  "reverse.no_ptr": {
    severity: "warning",
    message: "{subject} has no name (PTR): mail servers refuse mail from such addresses.",
    reference: "RFC 1912 2.1",
    fix: "Have who provides the address set a PTR record, if mail leaves from it.",
  },
  "reverse.no_forward": {
    severity: "warning",
    message: "The address's name {subject} has no address itself.",
    reference: "RFC 1912 2.1",
    fix: "Give {subject} an address record that leads back, or have the PTR name another host.",
  },
  "reverse.other_address": {
    severity: "warning",
    message: "The address's name {subject} leads to other addresses only.",
    reference: "RFC 1912 2.1",
    fix: "Add the address to {subject}, or have the PTR name the host that it belongs to.",
  },
  "reverse.not_a_host_name": {
    severity: "warning",
    message: "The address's name {subject} is no name that a host can have, so it was not looked for.",
    reference: "RFC 1912 2.1",
    fix: "Have the PTR record hold a host name that the public DNS knows.",
  },
  "reverse.dangling_alias": {
    severity: "error",
    message: "The reverse name is an alias for {subject}, which has no PTR record.",
    reference: "RFC 2317 4",
    fix: "Create the PTR record where the alias leads, or have the provider correct the alias.",
  },
  "reverse.many_ptr": {
    severity: "notice",
    message: "The address has {subject} names: who checks them may look at some of them only, as here at 20.",
    reference: "RFC 2181 10.2",
    fix: "Keep one PTR record: the name that the host calls itself.",
  },
  "reverse.generic_name": {
    severity: "notice",
    message:
      "The name {subject} is made of the address, as providers name lines of their customers: mail servers distrust such names.",
    reference: null,
    fix: "For a mail server have its own name set as PTR record.",
  },
  "reverse.several_origins": {
    severity: "notice",
    message:
      "Several ASes announce the address: {subject}. That is at times meant so, and at times a hijack.",
    reference: "RFC 1930 7",
    fix: null,
  },
  "reverse.not_announced": {
    severity: "notice",
    message: "Team Cymru knows nobody who announces {subject} to the Internet.",
    reference: null,
    fix: null,
  },
  "reverse.registries_disagree": {
    severity: "info",
    message: "Who announces the address and its registry name different countries: {subject}.",
    reference: null,
    fix: null,
  },
} as const satisfies FindingTable;
