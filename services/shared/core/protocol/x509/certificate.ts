import { AsnConvert } from "@peculiar/asn1-schema";
import { Certificate as Structure } from "@peculiar/asn1-x509";
import { printable } from "../../harmless.ts";
import { createHash, type NativeCertificate, type NativeKey, X509Certificate } from "../platform.ts";
import { oneLine, rdnsOf } from "./distinguished-name.ts";
import { type Extensions, READ_OPTIONS, readExtensions } from "./extensions.ts";
import { parseAltNames, type SubjectNames } from "./subject-names.ts";

/** A parsed certificate (RFC 5280). Times are in seconds since 1970. */
export type Certificate = {
  readonly der: Uint8Array;
  /** Subject in OpenSSL's format `CN=a, O=b`; empty if the certificate has no subject. */
  readonly subject: string;
  readonly issuer: string;
  /**
   * The subject, like `issuerKey` for the issuer, in a normalised form for comparison (RFC 5280 7.1), which ignores
   * case and runs of white space.
   */
  readonly subjectKey: string;
  readonly issuerKey: string;
  /**
   * The subject's relative distinguished names, beginning at the root, normalised so that equal names have equal
   * texts.
   */
  readonly subjectRdns: readonly string[];
  /** Serial number in upper-case hex. */
  readonly serial: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly key: PublicKey;
  readonly signatureAlgorithm: string;
  readonly fingerprintSha256: string;
  readonly fingerprintSha1: string;
  readonly names: SubjectNames;
  readonly extensions: Extensions;
  /** The platform's certificate object, used only to verify signatures. */
  readonly native: NativeCertificate;
  /** Cached results of `isSignedBy` by issuer, so that each signature is verified only once. */
  readonly signedBy: WeakMap<Certificate, boolean | null>;
};

/** A public key. `native` is null if the platform does not support its kind. */
export type PublicKey = {
  /** Key type: `rsa`, `rsa-pss`, `ec`, `ed25519` etc., or an OID if the platform does not know it. */
  readonly algorithm: string;
  /** Key size in bits: the modulus for RSA, the field for curves; null if unknown. */
  readonly bits: number | null;
  readonly curve: string | null;
  /** SHA-256 of the SubjectPublicKeyInfo in lower-case hex. */
  readonly spkiSha256: string;
  readonly spki: Uint8Array;
  readonly native: NativeKey | null;
};

/** Parses a certificate in DER; returns null if it cannot be parsed. */
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

/**
 * Signature algorithms for which the platform's result "invalid" is reliable. The platform also reports "invalid" for
 * algorithms that it does not support, such as MD5 and PSS with an unusual salt length.
 */
const CHECKED = /^(sha\d+With|ecdsa-with-SHA|ED25519$)/i;

/** Maximum key size in bits. Larger keys take milliseconds per signature and are not used in practice. */
const BITS_MAX = 8192;

/** Returns true if a certificate is signed by the issuer's key; null if the platform cannot verify the signature. */
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

/**
 * Returns true if a certificate's subject and issuer are the same and its signature is not known to be by another key.
 */
export function isSelfSigned(certificate: Certificate): boolean {
  return certificate.subjectKey === certificate.issuerKey && isSignedBy(certificate, certificate) !== false;
}

/**
 * Returns true if the certificate is signed with MD2, MD4, MD5 or SHA-1, whose signatures can be forged (RFC 6151,
 * RFC 9155).
 */
export function hasWeakSignature({ signatureAlgorithm }: Certificate): boolean {
  return /md[245]|sha-?1(?![0-9])/i.test(signatureAlgorithm);
}

/**
 * Minimum size in bits of RSA keys for which public authorities may issue certificates (CA/B Baseline Requirements
 * 6.1.5). Curves below 224 bits are as weak as RSA keys of 1024 bits.
 */
const RSA_BITS_MIN = 2048;
const CURVE_BITS_MIN = 224;

/**
 * Returns true if the key is shorter than public authorities may certify. Returns false if the key's size is unknown.
 */
export function hasWeakKey({ key }: Certificate): boolean {
  if (key.bits === null) return false;
  if (key.algorithm.startsWith("rsa") || key.algorithm === "dsa") return key.bits < RSA_BITS_MIN;
  return key.algorithm === "ec" && key.bits < CURVE_BITS_MIN;
}

/**
 * Minimum size in bits of RSA keys that all modern clients might accept. Only some of them refuse keys of 1024 bits.
 */
const RSA_BITS_TAKEN = 1024;

/** Returns true if the key is too short for any modern client. Returns false if the key's size is unknown. */
export function hasBrokenKey({ key }: Certificate): boolean {
  if (key.bits === null) return false;
  if (key.algorithm === "ec") return key.bits < CURVE_BITS_MIN;
  return (key.algorithm.startsWith("rsa") || key.algorithm === "dsa") && key.bits < RSA_BITS_TAKEN;
}

/**
 * Returns a certificate's display name: its subject, or if the subject is empty, its first name or its serial number.
 */
export function titleOf({ subject, names, serial }: Certificate): string {
  return printable(subject !== "" ? subject : (names.dns[0] ?? names.ips[0] ?? `serial ${serial}`));
}

function plainHex(fingerprint: string): string {
  return fingerprint.replaceAll(":", "").toLowerCase();
}

/** Field size in bits of curves for which the platform does not report a size. */
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

/** Returns the SubjectPublicKeyInfo in DER. */
function spkiOf(info: object): Uint8Array {
  return new Uint8Array(AsnConvert.serialize(info));
}
