import { RECORD_TYPES } from "@dnstools/core/protocol/dns/record";
import { contract as define } from "@dnstools/core/tool/contract";
import { domain, oneOf, optional } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { typeHint } from "./read-type.ts";

export const contract = define({
  tool: "dns",
  service: "dns",
  summary: "DNS records of a domain",
  description:
    "Without `type`: all main records of a name, read from the zone's own servers, with the server that said it. " +
    "With `type`: what our resolver answers for that type, aliases included. " +
    "A type that could not be found out is `unknown` with a reason, never an empty list.",
  cost: 1,
  deadlineMs: 5000,
  params: {
    domain: domain({
      description:
        "The name, in Unicode or xn-- form. Underscore labels, a leading `*` label and names as `0/25.2.0.192.in-addr.arpa` (RFC 2317) are accepted.",
      underscores: true,
      wildcard: true,
    }),
    type: optional(
      oneOf(RECORD_TYPES, {
        description: "One record type, in any case, asked of our resolver.",
        example: "MX",
        hint: typeHint,
      }),
    ),
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "All main records, from the zone's own server." },
    { query: "domain=example.com&type=MX", shows: "What a resolver answers for one type." },
  ],
});
