import { sectionSchema } from "@dnstools/core/mail/section";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";

const Listing = Type.Object({
  id: Type.String({ description: "Stable identifier of the blocklist." }),
  zone: Type.String(),
  operator: Type.String(),
  kind: Type.String({
    description:
      "Kind of the list; `policy`: networks that should not send mail directly, without an accusation of abuse.",
  }),
  weight: Type.String({ description: "How many receivers use the list: high, medium or low." }),
  codes: Type.Array(Type.String({ description: "A code that the list returned, and its meaning." })),
  text: nullable(Type.String({ description: "The list's own explanation; null if it gave none." })),
  delistUrl: nullable(Type.String()),
});

/** Schema of the reputation section. */
export const ReputationData = sectionSchema(
  {
    addresses: Type.Array(
      Type.Object({
        ip: Type.String(),
        subject: enumeration(
          ["mx", "domain"],
          "`mx`: address of a mail server; `domain`: address only of the domain itself, for example of its web server.",
        ),
        hosts: Type.Array(Type.String(), { description: "Names that have this address." }),
        status: enumeration(
          ["asked", "unknown", "not_asked"],
          "`not_asked`: not checked, because a report checks at most eight addresses.",
        ),
        reason: nullable(enumeration(REASON_CODES, "Why the status is unknown; null otherwise.")),
        summary: nullable(
          Type.Object({
            listed: Type.Integer(),
            notListed: Type.Integer(),
            unknown: Type.Integer(),
            notApplicable: Type.Integer(),
            verdict: Verdict,
          }),
        ),
        listings: Type.Array(Listing, {
          description: "Blocklists that list the address, including policy lists.",
        }),
      }),
      {
        description:
          "Addresses, those of mail servers first. `dnsbl` with the same address shows every list.",
      },
    ),
    complete: Type.Boolean({ description: "False if some addresses could not be determined." }),
  },
  "Answers of blocklists about the addresses of the domain and its mail servers.",
);
/** The reputation section of the answer. */
export type ReputationData = Static<typeof ReputationData>;
