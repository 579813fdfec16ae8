import { AsnConvert } from "@peculiar/asn1-schema";
import { Name } from "@peculiar/asn1-x509";
import { contentOf, type Element, elementAt, oidOf, TAG, wholeOf, within } from "./der.ts";

/** Converts a name from the platform's format, which has one line per attribute, to a single line: `CN=a, O=b`. */
export function oneLine(name: string | undefined): string {
  return (name ?? "").replaceAll("\n", ", ");
}

/** Normalises a value for comparison (RFC 5280 7.1): ignores case and superfluous white space. */
function comparable(value: string): string {
  return value.trim().toLowerCase().replace(/\s+/g, " ");
}

/**
 * Returns the relative distinguished names (RDNs) in comparable form. The attributes of each RDN are sorted, since
 * they are a set without order.
 */
export function rdnsOf(name: Name): readonly string[] {
  return [...name].map((rdn) =>
    [...rdn]
      .map(({ type, value }) => `${type}=${comparable(value.toString())}`)
      .sort()
      .join("\n"),
  );
}

/**
 * Returns a certificate's subject in the form of `Certificate.subjectKey`; null if it cannot be read. Of the
 * certificate, only the subject is parsed, and most subjects without the ASN.1 parser: it takes 30 times as long.
 */
export function subjectKeyOf(der: Uint8Array): string | null {
  const certificate = elementAt(der);
  const tbs = certificate && elementAt(der, certificate.content, certificate.end);
  if (tbs === null) return null;
  // Without the version: serial number, signature algorithm, issuer, validity, subject.
  const subject = [...within(tbs)].filter(({ tag }) => tag !== TAG.built(0))[4];
  if (subject === undefined) return null;
  try {
    const rdns = plainRdns(subject) ?? rdnsOf(AsnConvert.parse(wholeOf(subject), Name));
    return rdns.join("\n");
  } catch {
    return null;
  }
}

/** Tags of the string types whose ASCII characters are their own bytes: UTF8String, PrintableString, IA5String. */
const PLAIN_STRINGS: readonly number[] = [12, 19, 22];

/** Returns a name's RDNs as `rdnsOf` does; null if a value is not ASCII in one of PLAIN_STRINGS. */
function plainRdns(name: Element): readonly string[] | null {
  const rdns: string[] = [];
  for (const rdn of within(name)) {
    const attributes: string[] = [];
    for (const attribute of within(rdn)) {
      const [type, value] = within(attribute);
      if (type === undefined || value === undefined || !PLAIN_STRINGS.includes(value.tag)) return null;
      const bytes = contentOf(value);
      if (bytes.some((byte) => byte >= 0x80)) return null;
      attributes.push(`${oidOf(type)}=${comparable(String.fromCharCode(...bytes))}`);
    }
    rdns.push(attributes.sort().join("\n"));
  }
  return rdns;
}
