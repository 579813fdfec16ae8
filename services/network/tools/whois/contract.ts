import { contract as define } from "@dnstools/core/tool/contract";
import { domain, ip, optional } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";

export const contract = define({
  tool: "whois",
  service: "network",
  summary: "Who registered a domain or an IPv4 address, and whether a domain is available",
  description:
    "Send `domain` or `ip`. The registry is asked over RDAP, and at port 43 where it has none or RDAP fails. A name below a " +
    "registrable domain is answered for that, and `registrable` says so. `available` is said only where the registry itself " +
    "has no such domain and DNS agrees; a refusal, a limit or a silence is `unknown` with a reason. Answers are kept for a " +
    "while: `meta.cache` tells how old this one is.",
  cost: 2,
  deadlineMs: 10_000,
  params: {
    domain: optional(
      domain({
        description:
          "A domain of any extension, in Unicode or xn-- form; of names below it the registered one.",
        registration: true,
        underscores: true,
      }),
    ),
    ip: optional(
      ip({
        description: "An IPv4 address.",
        example: "9.9.9.9",
        v4Only:
          "whois takes IPv4 addresses: for IPv6 ask /api/v1/reverse?ip=, which has the block and its holder too.",
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
