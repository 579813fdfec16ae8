import { sectionSchema } from "@dnstools/core/mail/section";
import { nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";

/** Schema of the TLS-RPT section. */
export const TlsRptData = sectionSchema(
  {
    rua: nullable(
      Type.Array(
        Type.Object({
          uri: Type.String({ description: "Address as written, without invisible characters." }),
          scheme: Type.String({
            description: "URI scheme in lower case; reports can be sent by `mailto` and `https`.",
          }),
          host: nullable(Type.String({ description: "Domain or host that receives the reports." })),
          problem: nullable(
            Type.String({
              description:
                "What is wrong with the address: `empty`, `scheme`, `characters`, `host`, `too_long` or `too_many`; null if it is valid.",
            }),
          ),
        }),
        {
          description: "Addresses that reports are sent to; null if there is no record that senders can use.",
        },
      ),
    ),
  },
  "TLS-RPT (RFC 8460): where senders report deliveries that failed because of TLS.",
);
/** The TLS-RPT section of the answer. */
export type TlsRptData = Static<typeof TlsRptData>;
