import { ContentInfo, id_signedData, SignedData } from "@peculiar/asn1-cms";
import { AsnConvert } from "@peculiar/asn1-schema";
import { fromBase64, TextDecoder } from "../platform.ts";
import { type Certificate, parseCertificate } from "./certificate.ts";
import { READ_OPTIONS } from "./extensions.ts";

/** Maximum number of certificates read from one file. */
const CERTIFICATES_MAX = 10;

/**
 * Reads the certificates in a file that an AIA URL points to: a single DER certificate, several in a certs-only CMS
 * message (RFC 5280 4.2.2.1), or PEM, which some authorities serve. Returns an empty list if the file contains none.
 */
export function certificatesIn(file: Uint8Array): readonly Certificate[] {
  const one = parseCertificate(file);
  if (one !== null) return [one];
  const ders = file[0] === 0x30 ? inMessage(file) : inPem(file);
  return ders
    .slice(0, CERTIFICATES_MAX)
    .map((der) => parseCertificate(der))
    .filter((read) => read !== null);
}

function inMessage(file: Uint8Array): readonly Uint8Array[] {
  try {
    const { contentType, content } = AsnConvert.parse(file, ContentInfo, READ_OPTIONS);
    if (contentType !== id_signedData) return [];
    const { certificates } = AsnConvert.parse(content, SignedData, READ_OPTIONS);
    return [...(certificates ?? [])].flatMap(({ certificate }) =>
      certificate === undefined ? [] : [new Uint8Array(AsnConvert.serialize(certificate))],
    );
  } catch {
    return [];
  }
}

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

function inPem(file: Uint8Array): readonly Uint8Array[] {
  const text = new TextDecoder("utf-8", { fatal: false, ignoreBOM: false }).decode(file);
  return [...text.matchAll(PEM)].map(([, base64 = ""]) => fromBase64(base64));
}
