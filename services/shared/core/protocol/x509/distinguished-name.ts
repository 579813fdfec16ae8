import type { Name } from "@peculiar/asn1-x509";

/** A name on one line, from the platform's, which has a line for each attribute: `CN=a, O=b`. */
export function oneLine(name: string | undefined): string {
  return (name ?? "").replaceAll("\n", ", ");
}

/** A value as values are compared (RFC 5280 7.1): without regard to case, and to white space but between words. */
function comparable(value: string): string {
  return value.trim().toLowerCase().replace(/\s+/g, " ");
}

/** The relative distinguished names, each as its attributes: sorted, since a set has no order. */
export function rdnsOf(name: Name): readonly string[] {
  return [...name].map((rdn) =>
    [...rdn]
      .map(({ type, value }) => `${type}=${comparable(value.toString())}`)
      .sort()
      .join("\n"),
  );
}
