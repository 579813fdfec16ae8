import { CRL_FAULTS } from "@dnstools/core/protocol/x509/crl";
import { PATH_PROBLEMS } from "@dnstools/core/protocol/x509/path";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { count, fingerprint, list, orNull, sameAs, text, time } from "./fields.ts";

/** Why it is not known whether a certificate is revoked. */
const REVOCATION_REASONS = [
  ...new Set([...(["no_crl", "no_issuer", "no_such_file"] as const), ...CRL_FAULTS, ...REASON_CODES]),
];

const Key = Type.Object({
  algorithm: text("rsa, ec, ed25519 and so on; an OID where it is not known here."),
  bits: nullable(count("Of RSA the modulus, of EC the field; null where the kind has no size, as Ed25519.")),
  curve: orNull("Of EC."),
  weak: Type.Boolean({ description: "RSA below 2048 bits, EC below 224." }),
});

const Signature = Type.Object({
  algorithm: text("As openssl names it."),
  weak: Type.Boolean({ description: "MD5 or SHA-1. Of a trust anchor it means nothing." }),
});

/** What certificates of a chain were sent for. */
export const ROLES = [
  "leaf",
  "intermediate",
  "root",
  "duplicate",
  "alternative",
  "unrelated",
  "unreadable",
] as const;

export const Sent = Type.Object(
  {
    role: enumeration(
      ROLES,
      "`alternative`: of the same name and key as one on the path, as cross-signed ones; `unrelated`: leads nowhere.",
    ),
    sha256: sameAs("Null where it cannot be read."),
  },
  { title: "SentCertificate" },
);

export const Link = Type.Object(
  {
    sha256: fingerprint("As in `certificates`."),
    from: enumeration(["sent", "aia", "store"], "Where it was had from."),
    problems: Type.Array(
      Type.Object({
        code: enumeration(Object.keys(PATH_PROBLEMS) as (keyof typeof PATH_PROBLEMS)[], "What is wrong."),
        message: text("The same in a sentence."),
      }),
      { description: "All that is wrong with it at its place." },
    ),
  },
  { title: "CertificateLink" },
);

const Revocation = Type.Object({
  status: enumeration(
    ["good", "revoked", "unknown"],
    "`good` and `revoked`: by a revocation list (CRL) that the issuer signed, that holds now and that is about this certificate.",
  ),
  reason: nullable(
    enumeration(
      REVOCATION_REASONS,
      "Why it is unknown; `no_crl`: it names no list, as certificates of a few days.",
    ),
  ),
  list: nullable(
    Type.Object({
      url: text("Where it was had from, or looked for."),
      thisUpdate: nullable(time("When it was made.")),
      nextUpdate: nullable(time("Until when it holds.")),
      revokedAt: nullable(time("When the certificate was revoked.")),
      why: orNull("The issuer's reason (RFC 5280 5.3.1)."),
    }),
  ),
});

const Details = Type.Object({
  names: list("DNS names it is for (subjectAltName), the first 100."),
  addresses: list("Addresses it is for, the first 100."),
  namesTotal: count("All names in it, of every kind."),
  secondsLeft: count("Below 0 when it has expired."),
  lifeLeft: Type.Number({ description: "Share of its life that is left, 0 to 1." }),
  lifetimeDays: Type.Number({ description: "From the first moment to the last." }),
  lifetimeLimitDays: nullable(
    count("What the CA/Browser Forum allows public authorities that issue at that day; null before 2012."),
  ),
  sha1: text("Of the certificate, hexadecimal."),
  spkiSha256: text("Of its public key (SubjectPublicKeyInfo), hexadecimal."),
  keyUsage: nullable(list("What its key may be used for.")),
  extendedKeyUsage: nullable(list("What it is for, by name (RFC 5280 4.2.1.12); an OID where it has none.")),
  scts: nullable(count("Signed certificate timestamps in it; null where it has no such list.")),
  caIssuers: list("URLs of its issuer's certificate (AIA)."),
  ocsp: list("URLs of OCSP responders. None is ordinary today."),
  crls: list("URLs of revocation lists."),
  mustStaple: Type.Boolean({ description: "It asks for a stapled OCSP answer (RFC 7633)." }),
  policies: list("OIDs of its policies."),
  validation: nullable(
    enumeration(
      ["domain", "organization", "individual", "extended"],
      "What its issuer says it checked (CA/B policies).",
    ),
  ),
  revocation: Revocation,
});

/** A certificate, told once in an answer. */
export const CertificateData = Type.Object(
  {
    sha256: fingerprint("Of the certificate. All else refers to it by this."),
    subject: text("Empty where it has none."),
    issuer: text("Who says that it signed it."),
    serial: text("Hexadecimal."),
    notBefore: time("First moment it is valid."),
    notAfter: time("Last moment it is valid."),
    key: Key,
    signature: Signature,
    details: nullable(Details),
  },
  { title: "Certificate" },
);
export type Certificate = Static<typeof CertificateData>;
export type Sent = Static<typeof Sent>;
export type Link = Static<typeof Link>;
