import { AsnConvert } from "@peculiar/asn1-schema";
import { Certificate as Structure } from "@peculiar/asn1-x509";
import { fromBase64, TextDecoder } from "../platform.ts";
import { certificatesIn } from "../x509/bundle.ts";
import type { Certificate } from "../x509/certificate.ts";
import { READ_OPTIONS } from "../x509/extensions.ts";

/** A mark certificate (VMC or CMC) and what came with it. */
export type MarkCertificate = {
  readonly certificate: Certificate;
  /** The others of the file, in their order. */
  readonly others: readonly Certificate[];
  /** Whether it is the file's first, as it must be. */
  readonly first: boolean;
  /** What kind of mark it is for, as the authority has it; lower case. Null where it does not say. */
  readonly markType: string | null;
  /** The logo in it, as it is there: packed. Null where there is none that can be read. */
  readonly logo: Uint8Array | null;
};

/** What it may be used for: extended key usage and attribute of mark certificates. */
export const MARK_USAGE = "1.3.6.1.5.5.7.3.31";
const MARK_TYPE = "1.3.6.1.4.1.53087.1.13=";
/** RFC 3709. */
const LOGOTYPE = "1.3.6.1.5.5.7.1.12";

/** Reads an evidence document: PEM. Null where there is no certificate in it but those of authorities. */
export function readMarkCertificate(file: Uint8Array): MarkCertificate | null {
  // DER is what nobody expects there.
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

/** Certificates from this one up, as far as the file has them. */
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

/** Keys that take long to compute with are not used. */
const BITS_MAX = 8192;

/** Whether one has signed the other; null where that cannot be checked here. */
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

/** The one URI of a logotype that is the logo itself (RFC 3709 4.1, RFC 6170): in an IA5String, whose length says where it ends. */
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

/** The length of a string of which the content begins here: one byte, or a count of bytes and these (X.690 8.1.3). */
function lengthBefore(bytes: Uint8Array, start: number): number | null {
  if (bytes[start - 2] === IA5_STRING && (bytes[start - 1] ?? 0x80) < 0x80) return bytes[start - 1] ?? null;
  for (const count of [1, 2, 3]) {
    if (bytes[start - count - 1] !== (0x80 | count) || bytes[start - count - 2] !== IA5_STRING) continue;
    return bytes.subarray(start - count, start).reduce((sum, byte) => sum * 256 + byte, 0);
  }
  return null;
}
