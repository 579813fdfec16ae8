import { STS_MODES } from "@dnstools/core/protocol/mail/mta-sts";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { INSTEAD, sectionSchema } from "../section.ts";

const Policy = Type.Object({
  url: Type.String({ description: "Where senders fetch it." }),
  status: enumeration(
    ["valid", "invalid", "unknown"],
    "`invalid`: senders get none, or none that they can go by.",
  ),
  reason: nullable(enumeration(REASON_CODES, "Why it could not be fetched.")),
  httpStatus: nullable(Type.Integer()),
  mediaType: nullable(Type.String({ description: "Content-Type as it was sent." })),
  lines: Type.Array(Type.String(), {
    description: "The file's lines, printable: at most 100, each cut at 300.",
  }),
  mode: nullable(enumeration(STS_MODES, "What senders do where a mail server does not fit.")),
  maxAge: nullable(Type.Integer({ description: "Seconds that senders keep it." })),
  mx: nullable(
    Type.Array(Type.String(), {
      description: "Patterns of mail servers, at most 100; null where there is no file to read.",
    }),
  ),
});

export const MtaStsData = sectionSchema(
  {
    ...INSTEAD,
    id: nullable(Type.String({ description: "The record's id, which changes with the policy." })),
    policy: nullable(Policy),
    mxUnlisted: nullable(
      Type.Array(Type.String(), {
        description: "Mail servers that no pattern fits; null where that was not compared.",
      }),
    ),
    mxUnused: nullable(
      Type.Array(Type.String(), {
        description: "Patterns that fit no mail server, at most 100; null where that was not compared.",
      }),
    ),
  },
  "MTA-STS (RFC 8461): whether senders that know it insist on TLS to the domain's mail servers.",
);
export type MtaStsData = Static<typeof MtaStsData>;
export type MtaStsPolicyData = Static<typeof Policy>;
