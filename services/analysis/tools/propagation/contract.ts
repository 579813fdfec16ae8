import { contract as define } from "@dnstools/core/tool/contract";
import { domain, integer, oneOf } from "@dnstools/core/tool/params";
import { COUNTRIES } from "./candidates.ts";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { countryHint } from "./read-country.ts";

const country = oneOf(COUNTRIES, {
  description:
    "Country whose resolvers are queried, as a two-letter code (ISO 3166-1). A resolver's country is the country of its operator.",
  example: "us",
  codes: true,
  hint: countryHint,
});

/** Contract of the tool `propagation`. */
export const contract = define({
  tool: "propagation",
  service: "analysis",
  summary: "Whether a change to a domain has reached public resolvers",
  description:
    "Compares the A, MX and TXT records of a domain at public resolvers of one country with the records at every name server " +
    "of its zone. For each answer that differs, the tool says why: the answer is old (and until when the resolver keeps it), " +
    "load-balanced, filtered or forged. Resolvers are checked during the call. Only answers of healthy resolvers count; the other " +
    "resolvers are listed with their fault. A resolver's country is the country of its operator. All queries come from the place " +
    "where this API runs, so for an anycast address the nearest site answers.",
  cost: 5,
  deadlineMs: 8000,
  params: {
    domain: domain({
      description: "A domain, in Unicode or xn-- form. Labels may begin with an underscore.",
      underscores: true,
    }),
    country: {
      ...country,
      schema: { ...country.schema, default: "us" },
      fallback: { value: "us" },
    },
    limit: integer({
      description: "Number of resolvers to query, the best first.",
      min: 1,
      max: 50,
      fallback: 20,
    }),
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "Queries 20 resolvers of the United States." },
    {
      query: "domain=example.com&country=de&limit=50",
      shows: "Queries all known resolvers of Germany, up to 50.",
    },
  ],
});
