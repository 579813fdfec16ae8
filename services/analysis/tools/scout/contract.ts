import { contract as define } from "@dnstools/core/tool/contract";
import { domain, several } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { SECTIONS } from "./observations.ts";

/** Contract of the tool `scout`. */
export const contract = define({
  tool: "scout",
  service: "analysis",
  summary: "What is publicly visible of a domain",
  description:
    "Returns the records of a domain at each of its name servers, what the domain publishes for mail, its services (SRV), 300 " +
    "common names below it, whether its name servers let every client transfer the whole zone (AXFR), and the host names of all addresses found. " +
    "Names that cannot be distinguished from a wildcard are listed separately. In each section, `complete` states whether the section is " +
    "complete, and `coverage` states how much was queried and what ended the section early.",
  cost: 10,
  deadlineMs: 15_000,
  params: {
    domain: domain({ description: "The domain, in Unicode or xn-- form.", underscores: true }),
    sections: several(SECTIONS, {
      description:
        "Sections to return, separated by commas: records, email, srv, subdomains, axfr, ptr. All sections if omitted.",
      example: "records,axfr",
    }),
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "Returns all sections." },
    {
      query: "domain=example.com&sections=axfr",
      shows: "Tests whether the name servers let every client transfer the zone.",
    },
  ],
});
