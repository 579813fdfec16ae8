import { contract as define } from "@dnstools/core/tool/contract";
import { domain, ip, optional } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";

export const contract = define({
  tool: "dnsbl",
  service: "network",
  summary: "Whether 79 blacklists have an address or a domain",
  description:
    "Send `ip`, or `domain`: the domain itself is then looked for in the lists of domains, and the address of its first " +
    "mail server in those of addresses. What the domain belongs to is looked for as well, as example.com of www.example.com. Every list is proved by its own test points (RFC 5782) through the same resolver: " +
    "one that fails them, refuses, or does not answer is `unknown` with a reason, never clean. White and informational " +
    "lists stand apart and count for nothing.",
  cost: 3,
  deadlineMs: 6000,
  params: {
    ip: optional(ip({ description: "An IPv4 or IPv6 address.", example: "9.9.9.9", v4Only: null })),
    domain: optional(domain({ description: "A domain, in Unicode or xn-- form." })),
  },
  exactlyOne: ["ip", "domain"],
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "ip=9.9.9.9", shows: "An address in all lists of addresses." },
    { query: "domain=example.com", shows: "A domain, and the address of its first mail server." },
  ],
});
