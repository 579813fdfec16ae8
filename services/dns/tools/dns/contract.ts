import { RECORD_TYPES } from "@dnstools/core/protocol/dns/record";
import { contract as define } from "@dnstools/core/tool/contract";
import { domain, oneOf, optional } from "@dnstools/core/tool/params";
import { dsRecords, nameServers } from "@dnstools/core/tool/params/delegation";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { typeHint } from "./read-type.ts";

/** Contract of the dns tool: its parameters, limits, findings and examples. */
export const contract = define({
  tool: "dns",
  service: "dns",
  summary: "DNS records of a domain",
  description:
    "Without `type`: all main records of a name, read from the zone's own servers, and the server that answered. " +
    "With `type`: our resolver's answer for that type, including aliases. " +
    "A type whose records could not be determined is `unknown` with a reason, never an empty list.",
  cost: 1,
  deadlineMs: 5000,
  params: {
    domain: domain({
      description:
        "The name, in Unicode or xn-- form. Underscore labels, a leading `*` label and names such as `0/25.2.0.192.in-addr.arpa` (RFC 2317) are accepted.",
      underscores: true,
      wildcard: true,
    }),
    type: optional(
      oneOf(RECORD_TYPES, {
        description: "One record type, in upper or lower case, which this API asks its resolver for.",
        example: "MX",
        hint: typeHint,
      }),
    ),
    ns: optional(
      nameServers({
        description:
          "The zone's planned name servers, used in place of the name servers that its parent has now: names separated by commas, each followed by a slash and its address if the address is not published yet. `domain` is then the zone, which is judged as if this delegation were published. Cannot be combined with `type`.",
      }),
    ),
    ds: optional(
      dsRecords({
        description:
          "The zone's planned DS records, used in place of the DS records that its parent has now: key tag, algorithm, digest type and digest, with commas between several records. Cannot be combined with `type`.",
      }),
    ),
  },
  conflict: ({ type, ns, ds }) => {
    if (type === null || (ns === null && ds === null)) return null;
    const given = ns === null ? "ds" : "ns";
    const message = `Leave ${given} or type out: with type, this API asks its resolver, which knows only what is published.`;
    return { parameter: "type", message, instead: { value: null } };
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "All main records, from the zone's own servers." },
    { query: "domain=example.com&type=MX", shows: "A resolver's answer for one type." },
    {
      query: "domain=example.com&ns=a.iana-servers.net/199.43.135.53,b.iana-servers.net",
      shows: "The zone as it would be after a move to these name servers, before its delegation changes.",
    },
  ],
});
