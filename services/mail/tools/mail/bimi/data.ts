import { sectionSchema } from "@dnstools/core/mail/section";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";

const fetched = {
  url: Type.String({ description: "URL as written in the record, without invisible characters." }),
  status: enumeration(["valid", "invalid", "unknown"], "`valid`: the checks of this API found no fault."),
  reason: nullable(enumeration(REASON_CODES, "Why the file could not be fetched; null otherwise.")),
  httpStatus: nullable(Type.Integer()),
};

const Logo = Type.Object({
  ...fetched,
  bytes: nullable(Type.Integer({ description: "Size of the logo in bytes, uncompressed." })),
  title: nullable(Type.String({ description: "Title of the logo, cut at 200 characters." })),
  square: nullable(
    Type.Boolean({ description: "True if the logo is square; null if it does not state its size." }),
  ),
  problems: Type.Array(Type.String(), { description: "Violations of the profile SVG Tiny PS." }),
});

const MarkCertificate = Type.Object(
  {
    subject: Type.String(),
    issuer: Type.String(),
    notBefore: Type.String({ format: "date-time" }),
    notAfter: Type.String({ format: "date-time" }),
    names: Type.Array(Type.String(), { description: "Domain names in the certificate, at most 20." }),
    markType: nullable(
      Type.String({ description: "Type of mark as the certificate authority states it, in lower case." }),
    ),
    policies: Type.Array(Type.String(), { description: "OIDs of the certificate policies." }),
    fingerprintSha256: Type.String(),
    chain: Type.Array(Type.String(), {
      description: "Subjects of the issuing certificates in the file.",
    }),
  },
  { description: "Mark certificate. This API does not check whether its chain ends at a mark authority." },
);

/** Schema of the BIMI section. */
export const BimiData = sectionSchema(
  {
    name: nullable(
      Type.String({ description: "Owner name of the BIMI record; null if there is no record." }),
    ),
    declined: Type.Boolean({ description: "True if the record declares that there is no logo." }),
    prefixes: Type.Array(Type.String(), {
      description:
        "Prefixes of the local parts that the record applies to (tag lps), at most 20; empty if it applies to all.",
    }),
    preference: nullable(
      Type.String({ description: "Which logo is preferred, brand or personal (tag avp)." }),
    ),
    dmarcEnforced: nullable(
      Type.Boolean({ description: "True if the DMARC policy is strict enough for BIMI; null if unknown." }),
    ),
    logo: nullable(Logo),
    evidence: nullable(Type.Object({ ...fetched, certificate: nullable(MarkCertificate) })),
    logoMatches: nullable(
      Type.Boolean({
        description: "True if the certificate contains the same logo as the logo's URL; null if unknown.",
      }),
    ),
  },
  "BIMI (draft-brand-indicators-for-message-identification): the logo that receivers may show next to mail.",
);
/** The BIMI section of the answer. */
export type BimiData = Static<typeof BimiData>;
/** Data about the BIMI logo in the answer. */
export type LogoData = Static<typeof Logo>;
/** Data about the evidence document (the file with the mark certificate) in the answer. */
export type EvidenceData = NonNullable<BimiData["evidence"]>;
