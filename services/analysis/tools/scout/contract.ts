import { contract as define } from "@dnstools/core/tool/contract";
import { domain, several } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { SECTIONS } from "./observations.ts";

export const contract = define({
  tool: "scout",
  service: "analysis",
  summary: "What the world sees of a domain",
  description:
    "Its records at every one of its servers, what is published for mail, services (SRV), 300 common names below it, whether its " +
    "servers give the whole zone away (AXFR), and the names of all addresses found. Names that cannot be told from a wildcard are " +
    "kept apart. Each section says how far it came: `complete`, and in `coverage` what it asked and what stopped it.",
  cost: 10,
  deadlineMs: 15_000,
  params: {
    domain: domain({ description: "The domain, in Unicode or xn-- form.", underscores: true }),
    sections: several(SECTIONS, {
      description:
        "Some of records, email, srv, subdomains, axfr, ptr, with commas between. All when left out.",
      example: "records,axfr",
    }),
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "Everything." },
    { query: "domain=example.com&sections=axfr", shows: "Whether its servers give the zone away." },
  ],
});
