import { CRL_FAULTS } from "@dnstools/core/protocol/x509/crl";
import { PATH_PROBLEMS } from "@dnstools/core/protocol/x509/path";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { count, fingerprint, list, orNull, sameAs, text, time } from "./fields.ts";

/** Reasons why the revocation status of a certificate is unknown. */
const REVOCATION_REASONS = [
  ...new Set([...(["no_crl", "no_issuer", "no_such_file"] as const), ...CRL_FAULTS, ...REASON_CODES]),
];

const Key = Type.Object({
  algorithm: text("Key type such as rsa, ec or ed25519; an OID if this API does not know the type."),
  bits: nullable(
    count(
      "Key size in bits: the modulus of RSA, the field of EC; null for types with a fixed size, such as Ed25519.",
    ),
  ),
  curve: orNull("Curve of an EC key."),
  weak: Type.Boolean({ description: "True for RSA below 2048 bits and EC below 224 bits." }),
});

const Signature = Type.Object({
  algorithm: text("Signature algorithm by its OpenSSL name."),
  weak: Type.Boolean({ description: "True for MD5 and SHA-1. Not relevant for a trust anchor." }),
});

/** Role of each certificate in the sent chain. */
export const ROLES = [
  "leaf",
  "intermediate",
  "root",
  "duplicate",
  "alternative",
  "unrelated",
  "unreadable",
] as const;

/** Schema of one certificate in the chain that a server sent. */
export const Sent = Type.Object(
  {
    role: enumeration(
      ROLES,
      "Role of the certificate. `alternative`: same name and key as a certificate on the path, for example cross-signed; `unrelated`: not part of any path.",
    ),
    sha256: sameAs("SHA-256 of the certificate; null if it cannot be read."),
  },
  { title: "SentCertificate" },
);

/** Schema of one certificate on the path to a trust anchor. */
export const Link = Type.Object(
  {
    sha256: fingerprint("SHA-256 of the certificate, as in `certificates`."),
    from: enumeration(["sent", "aia", "store"], "Source of the certificate."),
    problems: Type.Array(
      Type.Object({
        code: enumeration(
          Object.keys(PATH_PROBLEMS) as (keyof typeof PATH_PROBLEMS)[],
          "Problem of the certificate.",
        ),
        message: text("Problem in a sentence."),
      }),
      { description: "All problems of the certificate at its place in the path." },
    ),
  },
  { title: "CertificateLink" },
);

const Revocation = Type.Object({
  status: enumeration(
    ["good", "revoked", "unknown"],
    "`good` and `revoked`: according to a valid revocation list (CRL) that the issuer signed and that covers this certificate.",
  ),
  reason: nullable(
    enumeration(
      REVOCATION_REASONS,
      "Reason why the status is unknown; `no_crl`: the certificate names no list, which is usual for a lifetime of a few days.",
    ),
  ),
  list: nullable(
    Type.Object({
      url: text("URL of the revocation list."),
      thisUpdate: nullable(time("Time at which the list was issued.")),
      nextUpdate: nullable(time("Time until which the list is valid.")),
      revokedAt: nullable(time("Time at which the certificate was revoked.")),
      why: orNull("Reason for the revocation by the issuer (RFC 5280 5.3.1)."),
    }),
  ),
});

const Details = Type.Object({
  names: list("DNS names in the certificate (subjectAltName), at most 100."),
  addresses: list("IP addresses in the certificate, at most 100."),
  namesTotal: count("Number of all names in the certificate, of every kind."),
  secondsLeft: count("Seconds until expiry; below 0 if the certificate has expired."),
  lifeLeft: Type.Number({ description: "Remaining share of the validity period, 0 to 1." }),
  lifetimeDays: Type.Number({ description: "Length of the validity period in days." }),
  lifetimeLimitDays: nullable(
    count(
      "Longest validity period in days that the CA/Browser Forum allows for the start date; null before 2012.",
    ),
  ),
  sha1: text("SHA-1 of the certificate, in hexadecimal."),
  spkiSha256: text("SHA-256 of the public key (SubjectPublicKeyInfo), in hexadecimal."),
  keyUsage: nullable(list("Permitted uses of the key (keyUsage).")),
  extendedKeyUsage: nullable(
    list(
      "Purposes of the certificate (extendedKeyUsage) by name (RFC 5280 4.2.1.12), or an OID if there is no name.",
    ),
  ),
  scts: nullable(
    count("Number of signed certificate timestamps in the certificate; null if it has no such list."),
  ),
  caIssuers: list("URLs of the issuer's certificate (AIA)."),
  ocsp: list("URLs of OCSP responders; today many certificates have none."),
  crls: list("URLs of revocation lists."),
  mustStaple: Type.Boolean({
    description: "True if the certificate requires a stapled OCSP response (RFC 7633).",
  }),
  policies: list("OIDs of the certificate policies."),
  validation: nullable(
    enumeration(
      ["domain", "organization", "individual", "extended"],
      "Kind of validation that the issuer declares (CA/B policies).",
    ),
  ),
  revocation: Revocation,
});

/** Schema of a certificate; the answer contains each certificate only once. */
export const CertificateData = Type.Object(
  {
    sha256: fingerprint("SHA-256 of the certificate, by which all other fields refer to it."),
    subject: text("Subject of the certificate; empty if it has none."),
    issuer: text("Issuer that the certificate names."),
    serial: text("Serial number in hexadecimal."),
    notBefore: time("Start of the validity period."),
    notAfter: time("End of the validity period."),
    key: Key,
    signature: Signature,
    details: nullable(Details),
  },
  { title: "Certificate" },
);
/** A certificate in an answer. */
export type Certificate = Static<typeof CertificateData>;
/** One certificate in the chain that a server sent. */
export type Sent = Static<typeof Sent>;
/** One certificate on the path to a trust anchor. */
export type Link = Static<typeof Link>;
