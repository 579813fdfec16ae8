import { contract as define } from "@dnstools/core/tool/contract";
import { ip } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";

/** Contract of the reverse tool: its parameters, limits, findings and examples. */
export const contract = define({
  tool: "reverse",
  service: "network",
  summary: "Who is behind an address",
  description:
    "The names of an address (PTR), whether each name resolves back to it (FCrDNS) and why not, the ASes that announce it, and the " +
    "registered block with its holder and abuse contact. `country` is where the block is registered, " +
    "not where the host is. All sources are asked at the same time: a source that fails makes only its own part unknown.",
  cost: 1,
  deadlineMs: 5000,
  params: { ip: ip({ description: "An IPv4 or IPv6 address.", example: "9.9.9.9", v4Only: null }) },
  notFound: false,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "ip=9.9.9.9", shows: "Names, AS, block and abuse contact of an IPv4 address." },
    { query: "ip=2620:fe::fe", shows: "Names, AS, block and abuse contact of an IPv6 address." },
  ],
});
