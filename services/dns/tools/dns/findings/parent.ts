import type { FindingTable } from "@dnstools/core/tool/finding";

/** Findings about what the servers of a zone's parent say, by code. */
export const PARENT_FINDINGS = {
  "dns.delegation_inconsistent": {
    severity: "error",
    message: "The servers of the zone above contradict each other about a delegation: {subject}.",
    reference: "RFC 1034 4.3.5",
    fix: "Bring all servers of the zone above to the same version; tell its operator if it is not yours.",
    meaning:
      "Which answer a resolver gets depends on the server that it asks. Some users reach the zone, others get the answer that it does not exist, or other records.",
    found:
      "This API asks servers of the zone above for the delegation and for the DS of the zone, and compares what they answer.",
    record: "sub.example.com. 86400 IN NS ns1.example.net.",
  },
  "dns.ds_from_child": {
    severity: "critical",
    message:
      "The servers of the zone above answer the query for the DS of {subject} from {subject} itself, so validating resolvers answer SERVFAIL.",
    reference: "RFC 4035 3.1.4.1",
    fix: "Update the software of these servers, or move one of the two zones to other servers.",
    meaning:
      "The zone above is signed, so a resolver needs its DS or its proof that there is none. These servers hold both zones and answer from the wrong one. The zone is down for users of resolvers that check DNSSEC.",
    found:
      "The answers to the query for the DS carry the SOA record of the zone itself and not that of the signed zone above it.",
  },
} as const satisfies FindingTable;
