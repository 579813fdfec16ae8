import { sectionSchema } from "@dnstools/core/mail/section";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";

const reason = nullable(enumeration(REASON_CODES, "Why the status is unknown; null otherwise."));

const Address = Type.Object({
  ip: Type.String(),
  isPublic: Type.Boolean(),
  names: nullable(
    Type.Array(Type.String(), {
      description: "Names in the PTR records of the address, at most 5; null if unknown.",
    }),
  ),
  fcrdns: nullable(
    Type.Object(
      { ...Verdict.properties },
      { description: "Whether a PTR name resolves back to the address; null if that was not checked." },
    ),
  ),
});

/** Schema of the MX section. */
export const MxData = sectionSchema(
  {
    kind: enumeration(
      ["unknown", "none", "implicit", "null", "null_and_others", "ordinary"],
      "`implicit`: there is no MX record, so mail goes to the domain's own addresses; `null`: a null MX states that the domain accepts no mail.",
    ),
    secure: Type.Boolean({
      description: "True if DNSSEC secures the MX records, according to this API's resolver.",
    }),
    hosts: nullable(
      Type.Array(
        Type.Object({
          preference: nullable(Type.Integer()),
          host: Type.String(),
          status: enumeration(
            ["ok", "missing", "unknown", "address", "not_a_host", "null_form"],
            "`address`: an IP address instead of a host name; `not_a_host`: not a host name; `null_form`: probably meant as a null MX.",
          ),
          reason,
          aliases: Type.Array(Type.String(), { description: "Targets of the host's CNAME chain, in order." }),
          provider: nullable(
            Type.String({ description: "Provider of the mail server, guessed from its name." }),
          ),
          addresses: Type.Array(Address),
        }),
        { description: "Mail servers by preference, at most ten; null if unknown, empty if there are none." },
      ),
    ),
    left: Type.Integer({ description: "Number of further mail servers that were not looked up." }),
    provider: nullable(
      Type.String({
        description: "Provider that receives the mail, guessed from the name of the first known mail server.",
      }),
    ),
  },
  "Mail servers of the domain. This tool does not connect to them; `ssl` does.",
);
/** The MX section of the answer. */
export type MxData = Static<typeof MxData>;
