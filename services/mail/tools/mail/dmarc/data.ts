import { POLICIES } from "@dnstools/core/protocol/dmarc/record";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { INSTEAD, sectionSchema } from "../section.ts";

const reason = nullable(enumeration(REASON_CODES, "Why it is unknown."));
const policy = (description: string) => nullable(enumeration(POLICIES, description));

export const DmarcData = sectionSchema(
  {
    ...INSTEAD,
    foundAt: nullable(Type.String({ description: "The name whose record applies; null where none does." })),
    policies: nullable(
      Type.Object(
        {
          p: policy("Null where it is missing or cannot be read."),
          sp: policy("Null where it is not said: p counts."),
          np: policy("Null where it is not said: sp or p counts."),
        },
        { description: "As published; null where no record applies." },
      ),
    ),
    effective: nullable(
      Type.Object(
        {
          domain: policy("For the domain itself; null where none applies."),
          subdomains: policy("For names below it that exist; null where unknown."),
          missingSubdomains: policy("For names below it that do not exist (np); null where unknown."),
        },
        { description: "What counts in the end: sp, np, t and wrong values thought of. Null where unknown." },
      ),
    ),
    testMode: nullable(Type.Boolean({ description: "t=y." })),
    alignment: nullable(
      Type.Object({
        dkim: enumeration(["relaxed", "strict"], "adkim"),
        spf: enumeration(["relaxed", "strict"], "aspf"),
      }),
    ),
    psd: nullable(enumeration(["y", "n", "u"], "Whether it says to be a public suffix.")),
    failureOptions: nullable(Type.Array(Type.String(), { description: "fo" })),
    organizationalDomain: nullable(
      Type.String({
        description: "By the tree walk; null where a question on its way could not be answered.",
      }),
    ),
    walk: Type.Array(
      Type.Object({
        name: Type.String({ description: "Asked for with `_dmarc.` before it." }),
        status: enumeration(
          ["record", "none", "dropped", "unknown"],
          "`dropped`: several records, none of which counts.",
        ),
        reason,
        records: Type.Array(Type.String()),
      }),
      { description: "The DNS tree walk, in the order of its questions (RFC 9989 4.10)." },
    ),
    tags: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: "Of the record that applies, as written.",
    }),
    reports: Type.Array(
      Type.Object({
        tag: enumeration(["rua", "ruf"], "Aggregate or failure reports."),
        uri: Type.String(),
        host: nullable(Type.String()),
        status: enumeration(
          ["inside", "authorised", "unauthorised", "diverted", "invalid", "unknown", "not_asked"],
          "`inside`: of the same organisation, which needs no authorisation; `diverted`: sent on to another host, which voids it; `not_asked`: no mailto address, or one of too many.",
        ),
        reason,
        authorisation: nullable(Type.String({ description: "The name where it is published (RFC 9990 4)." })),
        records: Type.Array(Type.String()),
        sentTo: nullable(Type.String({ description: "Where that record has them sent instead." })),
        takesMail: nullable(
          Type.Boolean({
            description:
              "Whether mail can be delivered to the host; null where that is unknown, or reports do not go by mail.",
          }),
        ),
      }),
    ),
    asSeenByRfc7489: nullable(
      Type.Object(
        {
          organizationalDomain: Type.String({ description: "By the public suffix list." }),
          foundAt: nullable(Type.String()),
          policy: policy("For the domain; null where none applies."),
          percent: Type.Integer({ description: "To how much of the mail (pct)." }),
          differs: Type.Boolean({
            description: "Whether the policy for mail of the domain is another than by RFC 9989.",
          }),
          why: Type.Array(Type.String(), {
            description: "What such receivers read differently, whether that changes the policy or not.",
          }),
        },
        { description: "What receivers do that still follow RFC 7489; null where that is unknown." },
      ),
    ),
  },
  "DMARC (RFC 9989).",
);
export type DmarcData = Static<typeof DmarcData>;
