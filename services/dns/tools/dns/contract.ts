import { RECORD_TYPES } from "@dnstools/core/protocol/dns/record";
import { contract as define } from "@dnstools/core/tool/contract";
import { domain, oneOf, optional } from "@dnstools/core/tool/params";
import { dsRecords, nameServers } from "@dnstools/core/tool/params/delegation";
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
    ns: optional(
      nameServers({
        description:
          "The zone's name servers as its parent is to name them, instead of those that it names now: names with commas between, each with its address behind a slash where that is not published yet. `domain` is then the zone, and is judged as after that delegation. Not with `type`.",
      }),
    ),
    ds: optional(
      dsRecords({
        description:
          "The zone's DS records as its parent is to have them, instead of those that it has now: key tag, algorithm, digest type and digest, several with commas between. Not with `type`.",
      }),
    ),
  },
  conflict: ({ type, ns, ds }) => {
    if (type === null || (ns === null && ds === null)) return null;
    const given = ns === null ? "ds" : "ns";
    const message = `Leave ${given} or type out: with type this API's resolver is asked, which knows what is published.`;
    return { parameter: "type", message, instead: { value: null } };
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "All main records, from the zone's own server." },
    { query: "domain=example.com&type=MX", shows: "What a resolver answers for one type." },
    {
      query: "domain=example.com&ns=a.iana-servers.net/199.43.135.53,b.iana-servers.net",
      shows: "The zone as after a move to these name servers, before its delegation changes.",
    },
  ],
});
