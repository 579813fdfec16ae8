import { contract as define } from "@dnstools/core/tool/contract";
import { domain, ip, optional } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";

/** Contract of the dnsbl tool: its parameters, limits, findings and examples. */
export const contract = define({
  tool: "dnsbl",
  service: "network",
  summary: "Looks up an address or a domain in 79 blacklists",
  description:
    "Send `ip` or `domain`. A domain is looked up in the lists of domains, and the address of its first " +
    "mail server in the lists of addresses. Its registrable domain is looked up as well, such as example.com for www.example.com. Every list is checked with its own test points (RFC 5782) through the same resolver: " +
    "a list that fails them, refuses, or does not answer is `unknown` with a reason, never clean. White and informational " +
    "lists are shown separately and do not affect the verdict.",
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
