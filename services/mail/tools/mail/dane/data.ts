import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { sectionSchema } from "../section.ts";

const Tlsa = Type.Object({
  usage: Type.Integer(),
  selector: Type.Integer(),
  matchingType: Type.Integer(),
  data: Type.String({ description: "Hexadecimal, cut at 200 digits." }),
  unusable: nullable(
    enumeration(
      ["usage", "selector", "matching_type", "length"],
      "What keeps senders from going by it; null where they do.",
    ),
  ),
});

const Host = Type.Object({
  host: Type.String({ description: "The mail server." }),
  name: Type.String({ description: "Owner of the records, or where they would be." }),
  status: enumeration(
    ["usable", "unusable", "absent", "insecure", "unknown", "not_asked"],
    "`insecure`: DNSSEC does not prove the host's addresses or the records, so senders do not go by any; `not_asked`: more hosts than are asked about.",
  ),
  reason: nullable(enumeration(REASON_CODES, "Why it is unknown.")),
  records: Type.Array(Tlsa, { description: "At most 20." }),
});

export const DaneData = sectionSchema(
  {
    hosts: nullable(
      Type.Array(Host, {
        description:
          "Each mail server's; empty where DNSSEC does not prove the MX records. Null where these are unknown.",
      }),
    ),
  },
  "DANE (RFC 7672): TLSA records of the mail servers. No connection is made: whether they fit is for `ssl` to say.",
);
export type DaneData = Static<typeof DaneData>;
export type DaneHostData = Static<typeof Host>;
