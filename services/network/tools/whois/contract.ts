import { contract as define } from "@dnstools/core/tool/contract";
import { domain, ip, optional } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";

/** Contract of the whois tool: its parameters, limits, findings and examples. */
export const contract = define({
  tool: "whois",
  service: "network",
  summary: "Who registered a domain or an IPv4 address, and whether a domain is available",
  description:
    "Send `domain` or `ip`. The registry is asked over RDAP, or on port 43 if it has no RDAP or RDAP fails. For a name below a " +
    "registrable domain, the answer is about the registrable domain, which `registrable` names. A domain is `available` only if the registry itself " +
    "has no such domain and DNS agrees; a refusal, a rate limit or no answer is `unknown` with a reason. Answers are cached for a " +
    "while: `meta.cache` shows the age of this answer.",
  cost: 2,
  deadlineMs: 10_000,
  params: {
    domain: optional(
      domain({
        description:
          "A domain under any top-level domain, in Unicode or xn-- form; for a name below it, the registered domain is looked up.",
        registration: true,
        underscores: true,
      }),
    ),
    ip: optional(
      ip({
        description: "An IPv4 address.",
        example: "9.9.9.9",
        v4Only:
          "whois accepts only IPv4 addresses: for IPv6 use /api/v1/reverse?ip=, which also has the block and its holder.",
      }),
    ),
  },
  exactlyOne: ["domain", "ip"],
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "Registrar, dates, status and name servers of a domain." },
    { query: "ip=9.9.9.9", shows: "The block of an address and its holder." },
  ],
});
