import { sectionSchema } from "@dnstools/core/mail/section";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";

const Tlsa = Type.Object({
  usage: Type.Integer(),
  selector: Type.Integer(),
  matchingType: Type.Integer(),
  data: Type.String({ description: "Certificate association data in hexadecimal, cut at 200 digits." }),
  unusable: nullable(
    enumeration(
      ["usage", "selector", "matching_type", "length"],
      "The part of the record that makes it unusable for senders; null if the record is usable.",
    ),
  ),
});

const Host = Type.Object({
  host: Type.String({ description: "The mail server." }),
  name: Type.String({ description: "Owner name of the TLSA records, whether they exist or not." }),
  status: enumeration(
    ["usable", "unusable", "bogus", "absent", "insecure", "unknown", "not_asked"],
    "`bogus`: the answer about TLSA records does not validate; `insecure`: DNSSEC does not secure the host's addresses or its TLSA records, so senders ignore the records; `not_asked`: the host is beyond the number of hosts that are looked up.",
  ),
  reason: nullable(enumeration(REASON_CODES, "Why the status is unknown; null otherwise.")),
  records: Type.Array(Tlsa, { description: "The host's TLSA records, at most 20." }),
});

/** Schema of the DANE section. */
export const DaneData = sectionSchema(
  {
    hosts: nullable(
      Type.Array(Host, {
        description:
          "The mail servers; empty if DNSSEC does not secure the MX records. Null if the MX records are unknown.",
      }),
    ),
  },
  "DANE (RFC 7672): TLSA records of the mail servers. This tool does not connect to the servers; use `ssl` to check whether their certificates match.",
);
/** The DANE section of the answer. */
export type DaneData = Static<typeof DaneData>;
/** One mail server in the DANE section. */
export type DaneHostData = Static<typeof Host>;
