import { AsnConvert } from "@peculiar/asn1-schema";
import { Certificate as Structure } from "@peculiar/asn1-x509";
import { printable } from "../../harmless.ts";
import { createHash, type NativeCertificate, type NativeKey, X509Certificate } from "../platform.ts";
import { oneLine, rdnsOf } from "./distinguished-name.ts";
import { type Extensions, READ_OPTIONS, readExtensions } from "./extensions.ts";
import { parseAltNames, type SubjectNames } from "./subject-names.ts";

/** A certificate (RFC 5280), read. Times in seconds since 1970. */
export type Certificate = {
  readonly der: Uint8Array;
  /** As openssl prints names: `CN=a, O=b`; empty where there is none. */
  readonly subject: string;
  readonly issuer: string;
  /** Subject and issuer as they are compared (RFC 5280 7.1): without regard to case and to runs of white space. */
  readonly subjectKey: string;
  readonly issuerKey: string;
  /** The subject's relative distinguished names from the root, each as text that is the same where they are equal. */
  readonly subjectRdns: readonly string[];
  /** Upper-case hexadecimal. */
  readonly serial: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly key: PublicKey;
  readonly signatureAlgorithm: string;
  readonly fingerprintSha256: string;
  readonly fingerprintSha1: string;
  readonly names: SubjectNames;
  readonly extensions: Extensions;
  /** For signatures alone. */
  readonly native: NativeCertificate;
  /** What `isSignedBy` found out before, by issuer: once, however many paths lead by. */
  readonly signedBy: WeakMap<Certificate, boolean | null>;
};

/** What is known of a key; `native` is null where the platform does not know its kind. */
export type PublicKey = {
  /** rsa, rsa-pss, ec, ed25519 and so on; an OID where the platform does not know it. */
  readonly algorithm: string;
  /** Of RSA the modulus, of curves their field; null where that is not known. */
  readonly bits: number | null;
  readonly curve: string | null;
  /** Lower-case hexadecimal SHA-256 of the SubjectPublicKeyInfo. */
  readonly spkiSha256: string;
  readonly spki: Uint8Array;
  readonly native: NativeKey | null;
};

/** Reads a certificate's DER; null where it is none that can be read. */
export function parseCertificate(der: Uint8Array): Certificate | null {
  try {
    const native = new X509Certificate(der);
    const { tbsCertificate: tbs } = AsnConvert.parse(der, Structure, READ_OPTIONS);
    const subjectRdns = rdnsOf(tbs.subject);
    return {
      der,
      subject: oneLine(native.subject),
      issuer: oneLine(native.issuer),
      subjectKey: subjectRdns.join("\n"),
      issuerKey: rdnsOf(tbs.issuer).join("\n"),
      subjectRdns,
      serial: native.serialNumber,
      notBefore: Math.floor(native.validFromDate.getTime() / 1000),
      notAfter: Math.floor(native.validToDate.getTime() / 1000),
      key: keyOf(native, tbs.subjectPublicKeyInfo),
      signatureAlgorithm: native.signatureAlgorithm ?? native.signatureAlgorithmOid ?? "unknown",
      fingerprintSha256: plainHex(native.fingerprint256),
      fingerprintSha1: plainHex(native.fingerprint),
      names: parseAltNames(native.subjectAltName ?? null),
      extensions: readExtensions(tbs.extensions ?? []),
      native,
      signedBy: new WeakMap(),
    };
  } catch {
    return null;
  }
}

/** Signatures whose "no" is one. Of others, as MD5 and PSS with a salt of its own, the platform says no without a look. */
const CHECKED = /^(sha\d+With|ecdsa-with-SHA|ED25519$)/i;

/** Keys beyond this take milliseconds for each signature, and nobody has them. */
const BITS_MAX = 8192;

/** Whether a certificate's signature is the other's key's; null where the platform cannot tell. */
export function isSignedBy(certificate: Certificate, issuer: Certificate): boolean | null {
  const before = certificate.signedBy.get(issuer);
  if (before !== undefined) return before;
  const found = verify(certificate, issuer);
  certificate.signedBy.set(issuer, found);
  return found;
}

function verify(certificate: Certificate, { key }: Certificate): boolean | null {
  if (key.native === null || (key.bits ?? 0) > BITS_MAX) return null;
  try {
    return (
      certificate.native.verify(key.native) || (CHECKED.test(certificate.signatureAlgorithm) ? false : null)
    );
  } catch {
    return null;
  }
}

/** Whether it is its own issuer, and signed by its own key as far as that can be told. */
export function isSelfSigned(certificate: Certificate): boolean {
  return certificate.subjectKey === certificate.issuerKey && isSignedBy(certificate, certificate) !== false;
}

/** Signatures that anybody can forge who can afford it: MD5 and SHA-1 (RFC 6151, RFC 9155). */
export function hasWeakSignature({ signatureAlgorithm }: Certificate): boolean {
  return /md[245]|sha-?1(?![0-9])/i.test(signatureAlgorithm);
}

/** Public authorities certify no fewer bits of RSA (CA/B Baseline Requirements 6.1.5); curves below 224 bits are broken as RSA of 1024 is. */
const RSA_BITS_MIN = 2048;
const CURVE_BITS_MIN = 224;

export function hasWeakKey({ key }: Certificate): boolean {
  if (key.bits === null) return false;
  if (key.algorithm.startsWith("rsa") || key.algorithm === "dsa") return key.bits < RSA_BITS_MIN;
  return key.algorithm === "ec" && key.bits < CURVE_BITS_MIN;
}

/** The least that clients of today take: RSA of 1024 bits is refused by some alone. */
const RSA_BITS_TAKEN = 1024;

/** Whether a key is so short that no client of today takes it. */
export function hasBrokenKey({ key }: Certificate): boolean {
  if (key.bits === null) return false;
  if (key.algorithm === "ec") return key.bits < CURVE_BITS_MIN;
  return (key.algorithm.startsWith("rsa") || key.algorithm === "dsa") && key.bits < RSA_BITS_TAKEN;
}

/** The names of a certificate to people: its subject, or where that is empty its first name or its number. */
export function titleOf({ subject, names, serial }: Certificate): string {
  return printable(subject !== "" ? subject : (names.dns[0] ?? names.ips[0] ?? `serial ${serial}`));
}

function plainHex(fingerprint: string): string {
  return fingerprint.replaceAll(":", "").toLowerCase();
}

/** Bits of curves that have no size of their own in what the platform tells. */
const CURVE_BITS: Readonly<Record<string, number>> = {
  prime256v1: 256,
  secp224r1: 224,
  secp256k1: 256,
  secp384r1: 384,
  secp521r1: 521,
};

function keyOf(native: NativeCertificate, info: { algorithm: { algorithm: string } }): PublicKey {
  const spki = spkiOf(info);
  const spkiSha256 = createHash("sha256").update(spki).digest("hex");
  try {
    const key = native.publicKey;
    const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
    const curve = namedCurve ?? null;
    const bits = modulusLength ?? (curve === null ? null : (CURVE_BITS[curve] ?? null));
    return { algorithm: key.asymmetricKeyType ?? "unknown", bits, curve, spkiSha256, spki, native: key };
  } catch {
    const { algorithm } = info.algorithm;
    return { algorithm, bits: null, curve: null, spkiSha256, spki, native: null };
  }
}

/** The SubjectPublicKeyInfo's own bytes. */
function spkiOf(info: object): Uint8Array {
  return new Uint8Array(AsnConvert.serialize(info));
}
