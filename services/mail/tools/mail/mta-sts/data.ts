import { INSTEAD, sectionSchema } from "@dnstools/core/mail/section";
import { STS_MODES } from "@dnstools/core/protocol/mail/mta-sts";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";

const Policy = Type.Object({
  url: Type.String({ description: "URL from which senders fetch the policy." }),
  status: enumeration(
    ["valid", "invalid", "unknown"],
    "`invalid`: senders get no policy, or a policy that they cannot use.",
  ),
  reason: nullable(enumeration(REASON_CODES, "Why the policy could not be fetched; null otherwise.")),
  httpStatus: nullable(Type.Integer()),
  mediaType: nullable(Type.String({ description: "Content-Type header as sent." })),
  lines: Type.Array(Type.String(), {
    description:
      "Lines of the file without invisible characters: at most 100 lines, each cut at 300 characters.",
  }),
  mode: nullable(enumeration(STS_MODES, "What senders do if a mail server does not match the policy.")),
  maxAge: nullable(Type.Integer({ description: "Seconds for which senders keep the policy." })),
  mx: nullable(
    Type.Array(Type.String(), {
      description: "Patterns of mail server names, at most 100; null if there is no file.",
    }),
  ),
});

/** Schema of the MTA-STS section. */
export const MtaStsData = sectionSchema(
  {
    ...INSTEAD,
    id: nullable(Type.String({ description: "Value of id in the record, which changes with the policy." })),
    policy: nullable(Policy),
    mxUnlisted: nullable(
      Type.Array(Type.String(), {
        description: "Mail servers that match no pattern of the policy; null if they were not compared.",
      }),
    ),
    mxUnused: nullable(
      Type.Array(Type.String(), {
        description: "Patterns that match no mail server, at most 100; null if they were not compared.",
      }),
    ),
  },
  "MTA-STS (RFC 8461): whether senders that support it require TLS to the domain's mail servers.",
);
/** The MTA-STS section of the answer. */
export type MtaStsData = Static<typeof MtaStsData>;
/** The policy file in the answer. */
export type MtaStsPolicyData = Static<typeof Policy>;
