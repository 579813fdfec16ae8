import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";
import { sectionSchema } from "../section.ts";

const reason = nullable(enumeration(REASON_CODES, "Why it is unknown."));

const Address = Type.Object({
  ip: Type.String(),
  isPublic: Type.Boolean(),
  names: nullable(
    Type.Array(Type.String(), { description: "Of its PTR records, at most 5; null where unknown." }),
  ),
  fcrdns: nullable(
    Type.Object(
      { ...Verdict.properties },
      { description: "Whether a name leads back; null where not asked." },
    ),
  ),
});

export const MxData = sectionSchema(
  {
    kind: enumeration(
      ["unknown", "none", "implicit", "null", "null_and_others", "ordinary"],
      "`implicit`: no MX, so mail goes to the domain's own addresses; `null`: it takes no mail.",
    ),
    secure: Type.Boolean({ description: "Whether DNSSEC proves it, as far as our resolver tells." }),
    hosts: nullable(
      Type.Array(
        Type.Object({
          preference: nullable(Type.Integer()),
          host: Type.String(),
          status: enumeration(
            ["ok", "missing", "unknown", "address", "not_a_host", "null_form"],
            "`address`: a literal, which is none; `not_a_host`: no name of a host; `null_form`: meant as null MX, it seems.",
          ),
          reason,
          aliases: Type.Array(Type.String(), { description: "Where its CNAMEs lead." }),
          provider: nullable(Type.String({ description: "A guess from its name." })),
          addresses: Type.Array(Address),
        }),
        { description: "By preference, at most ten. Null where unknown, empty where there is none." },
      ),
    ),
    left: Type.Integer({ description: "Mail servers beyond those." }),
    provider: nullable(
      Type.String({ description: "Whose servers take the mail: a guess from the first names." }),
    ),
  },
  "Mail servers. Nobody connects to them here: `ssl` does.",
);
export type MxData = Static<typeof MxData>;
