import { nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { sectionSchema } from "../section.ts";

export const TlsRptData = sectionSchema(
  {
    rua: nullable(
      Type.Array(
        Type.Object({
          uri: Type.String({ description: "As it is written, printable." }),
          scheme: Type.String({ description: "Lower case; reports go by `mailto` and `https`." }),
          host: nullable(Type.String({ description: "Domain or host that gets the reports." })),
          problem: nullable(
            Type.String({
              description:
                "`empty`, `scheme`, `characters`, `host`, `too_long` or `too_many`; null where it is right.",
            }),
          ),
        }),
        { description: "Where reports go; null where there is no record that senders go by." },
      ),
    ),
  },
  "TLS-RPT (RFC 8460): who is told of deliveries that failed for TLS.",
);
export type TlsRptData = Static<typeof TlsRptData>;
