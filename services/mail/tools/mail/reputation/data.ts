import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";
import { sectionSchema } from "../section.ts";

const Listing = Type.Object({
  id: Type.String({ description: "Stable name of the list." }),
  zone: Type.String(),
  operator: Type.String(),
  kind: Type.String({ description: "`policy`: from where no mail should come, not who does wrong." }),
  weight: Type.String({ description: "How many receivers act on it: high, medium, low." }),
  codes: Type.Array(Type.String({ description: "What the list answered, and what it means." })),
  text: nullable(Type.String({ description: "The list's own words." })),
  delistUrl: nullable(Type.String()),
});

export const ReputationData = sectionSchema(
  {
    addresses: Type.Array(
      Type.Object({
        ip: Type.String(),
        subject: enumeration(
          ["mx", "domain"],
          "`mx`: of a mail server; `domain`: of the domain's own name alone, as of its web server.",
        ),
        hosts: Type.Array(Type.String(), { description: "Whose address it is." }),
        status: enumeration(["asked", "unknown", "not_asked"], "`not_asked`: beyond eight addresses."),
        reason: nullable(enumeration(REASON_CODES, "Why it is unknown.")),
        summary: nullable(
          Type.Object({
            listed: Type.Integer(),
            notListed: Type.Integer(),
            unknown: Type.Integer(),
            notApplicable: Type.Integer(),
            verdict: Verdict,
          }),
        ),
        listings: Type.Array(Listing, { description: "Lists that have it, policy lists too." }),
      }),
      { description: "Mail servers' first. `dnsbl` with the same address shows every list." },
    ),
    complete: Type.Boolean({ description: "False where some addresses could not be found out." }),
  },
  "Blocklists' answers about the addresses, from the network service.",
);
export type ReputationData = Static<typeof ReputationData>;
