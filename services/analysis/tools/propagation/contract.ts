import { contract as define } from "@dnstools/core/tool/contract";
import { domain, integer, oneOf } from "@dnstools/core/tool/params";
import { COUNTRIES } from "./candidates.ts";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { countryHint } from "./read-country.ts";

const country = oneOf(COUNTRIES, {
  description: "Whose resolvers are asked: the home of their operators, in two letters (ISO 3166-1).",
  example: "us",
  codes: true,
  hint: countryHint,
});

export const contract = define({
  tool: "propagation",
  service: "analysis",
  summary: "Whether a change of a domain has reached public resolvers",
  description:
    "A, MX and TXT of a domain at public resolvers of one country, beside what every name server of its zone has. Of each " +
    "answer that differs it says why: an old one and until when it is kept, a balanced or filtered one, or one that was " +
    "made up. Resolvers are checked while they are asked, and only answers of healthy ones count; the others are listed with what is wrong. A resolver's " +
    "country is that of its operator: this API asks from where it runs, and of an anycast address it meets the place near to it.",
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
      description: "Resolvers that are asked, the best first.",
      min: 1,
      max: 50,
      fallback: 20,
    }),
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "20 resolvers of the United States." },
    { query: "domain=example.com&country=de&limit=50", shows: "All that are known of Germany." },
  ],
});
