import type { Name } from "@peculiar/asn1-x509";

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
