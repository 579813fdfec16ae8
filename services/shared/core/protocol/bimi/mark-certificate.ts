import { AsnConvert } from "@peculiar/asn1-schema";
import { Certificate as Structure } from "@peculiar/asn1-x509";
import { fromBase64, TextDecoder } from "../platform.ts";
import { certificatesIn } from "../x509/bundle.ts";
import type { Certificate } from "../x509/certificate.ts";
import { READ_OPTIONS } from "../x509/extensions.ts";

/** A mark certificate (VMC or CMC) and the other contents of its evidence document. */
export type MarkCertificate = {
  readonly certificate: Certificate;
  /** The file's other certificates, in file order. */
  readonly others: readonly Certificate[];
  /** True if the mark certificate is the first in the file, as it must be. */
  readonly first: boolean;
  /**
   * Mark type that the certification authority verified, in lower case; null if the certificate does not contain one.
   */
  readonly markType: string | null;
  /** The logo embedded in the certificate, still compressed; null if the certificate has no readable logo. */
  readonly logo: Uint8Array | null;
};

/** OID of the extended key usage for mark certificates (BIMI). */
export const MARK_USAGE = "1.3.6.1.5.5.7.3.31";
const MARK_TYPE = "1.3.6.1.4.1.53087.1.13=";
/** OID of the logotype extension (RFC 3709). */
const LOGOTYPE = "1.3.6.1.5.5.7.1.12";

/** Reads an evidence document (PEM). Returns null if it holds no certificate other than CA certificates. */
export function readMarkCertificate(file: Uint8Array): MarkCertificate | null {
  // Evidence documents are PEM: DER is not accepted.
  const all = file[0] === 0x30 ? [] : certificatesIn(file);
  const certificate = all.find(({ extensions }) => extensions.basicConstraints?.ca !== true);
  if (certificate === undefined) return null;
  const markType = certificate.subjectRdns
    .flatMap((rdn) => rdn.split("\n"))
    .find((attribute) => attribute.startsWith(MARK_TYPE));
  return {
    certificate,
    others: all.filter((one) => one !== certificate),
    first: all[0] === certificate,
    markType: markType?.slice(MARK_TYPE.length) ?? null,
    logo: logoIn(certificate.der),
  };
}

/** Returns the chain from the mark certificate upwards, as far as the file contains the issuers. */
export function chainOf({ certificate, others }: MarkCertificate): readonly Certificate[] {
  const chain = [certificate];
  for (let at = certificate; at.subjectKey !== at.issuerKey; ) {
    const issuer = others.find((one) => one.subjectKey === at.issuerKey && !chain.includes(one));
    if (issuer === undefined) break;
    chain.push(issuer);
    at = issuer;
  }
  return chain;
}

/** Maximum key size in bits. Verifying a signature with a larger key takes too long. */
const BITS_MAX = 8192;

/** Returns true if the first certificate is signed by the second; null if this API cannot verify the signature. */
export function isSignedBy({ native }: Certificate, { key }: Certificate): boolean | null {
  if (key.native === null || (key.bits ?? 0) > BITS_MAX) return null;
  try {
    return native.verify(key.native);
  } catch {
    return null;
  }
}

function logoIn(der: Uint8Array): Uint8Array | null {
  try {
    const { extensions } = AsnConvert.parse(der, Structure, READ_OPTIONS).tbsCertificate;
    const value = extensions?.find(({ extnID }) => extnID === LOGOTYPE)?.extnValue.buffer;
    return value === undefined ? null : dataUriIn(new Uint8Array(value));
  } catch {
    return null;
  }
}

const DATA_URI = [..."data:image/svg+xml"].map((character) => character.charCodeAt(0));
const IA5_STRING = 0x16;

/**
 * Returns the logo from the data URI in the logotype extension (RFC 3709 4.1, RFC 6170). The URI is an IA5String, so
 * the DER length before it determines its end.
 */
function dataUriIn(bytes: Uint8Array): Uint8Array | null {
  const start = bytes.findIndex((_, at) => DATA_URI.every((byte, i) => bytes[at + i] === byte));
  if (start === -1) return null;
  const length = lengthBefore(bytes, start);
  if (length === null || start + length > bytes.length) return null;
  const uri = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(
    bytes.subarray(start, start + length),
  );
  const comma = uri.indexOf(",");
  if (comma === -1 || !uri.slice(0, comma).endsWith(";base64")) return null;
  return fromBase64(uri.slice(comma + 1));
}

/**
 * Returns the length of the string that starts at `start`, from the DER length before it: a single byte, or a byte
 * count followed by that many bytes (X.690 8.1.3).
 */
function lengthBefore(bytes: Uint8Array, start: number): number | null {
  if (bytes[start - 2] === IA5_STRING && (bytes[start - 1] ?? 0x80) < 0x80) return bytes[start - 1] ?? null;
  for (const count of [1, 2, 3]) {
    if (bytes[start - count - 1] !== (0x80 | count) || bytes[start - count - 2] !== IA5_STRING) continue;
    return bytes.subarray(start - count, start).reduce((sum, byte) => sum * 256 + byte, 0);
  }
  return null;
}
