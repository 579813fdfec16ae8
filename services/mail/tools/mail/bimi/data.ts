import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { sectionSchema } from "../section.ts";

const fetched = {
  url: Type.String({ description: "As the record has it, printable." }),
  status: enumeration(
    ["valid", "invalid", "unknown"],
    "`valid`: nothing is wrong in what can be checked here.",
  ),
  reason: nullable(enumeration(REASON_CODES, "Why it could not be fetched.")),
  httpStatus: nullable(Type.Integer()),
};

const Logo = Type.Object({
  ...fetched,
  bytes: nullable(Type.Integer({ description: "Size, unpacked." })),
  title: nullable(Type.String({ description: "What it says it shows, cut at 200 characters." })),
  square: nullable(Type.Boolean({ description: "Null where it does not say." })),
  problems: Type.Array(Type.String(), { description: "What breaks its profile, SVG Tiny PS." }),
});

const MarkCertificate = Type.Object(
  {
    subject: Type.String(),
    issuer: Type.String(),
    notBefore: Type.String({ format: "date-time" }),
    notAfter: Type.String({ format: "date-time" }),
    names: Type.Array(Type.String(), { description: "Names it is for, at most 20." }),
    markType: nullable(
      Type.String({ description: "What kind of mark, as the authority has it, in lower case." }),
    ),
    policies: Type.Array(Type.String(), { description: "OIDs." }),
    fingerprintSha256: Type.String(),
    chain: Type.Array(Type.String(), {
      description: "Subjects of the certificates above it that the file has.",
    }),
  },
  { description: "It is not checked whether its chain leads to an authority for marks." },
);

export const BimiData = sectionSchema(
  {
    name: nullable(Type.String({ description: "Owner of the record; null where there is none." })),
    declined: Type.Boolean({ description: "The record says that there is no logo." }),
    prefixes: Type.Array(Type.String(), {
      description: "`lps`: beginnings of local parts that it is for; empty for all. At most 20.",
    }),
    preference: nullable(Type.String({ description: "`avp`: whose logo goes first, brand or personal." })),
    dmarcEnforced: nullable(Type.Boolean({ description: "Whether DMARC is as BIMI needs it." })),
    logo: nullable(Logo),
    evidence: nullable(Type.Object({ ...fetched, certificate: nullable(MarkCertificate) })),
    logoMatches: nullable(
      Type.Boolean({
        description: "Whether the certificate holds the same logo; null where that is not known.",
      }),
    ),
  },
  "BIMI (draft-brand-indicators-for-message-identification): the logo that receivers may show beside mail.",
);
export type BimiData = Static<typeof BimiData>;
export type LogoData = Static<typeof Logo>;
export type EvidenceData = NonNullable<BimiData["evidence"]>;
