import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import { subjectKeyOf } from "@dnstools/core/protocol/x509/distinguished-name";
import type { Authorities } from "@dnstools/server/config/authorities";

/**
 * A trust anchor, as DER in base64; `of` is "web" for an authority of the public web, and "own" for one that
 * the operator added.
 */
export type Anchor = { readonly der: string; readonly of: "web" | "own" };

/**
 * Trust anchors by subject, so that the possible issuers of a chain are found without a search through all of
 * them.
 */
export type TrustStore = {
  readonly source: string;
  readonly date: string | null;
  readonly count: number;
  /** Returns the anchors whose subject is the subject or the issuer of one of the given certificates. */
  readonly near: (certificates: readonly Certificate[]) => readonly Anchor[];
};

/**
 * Creates the trust store from PEM certificates; duplicates are left out. The certificates are indexed by subject when
 * the first chain needs it, so that a start is fast and an idle process small.
 */
export function createTrustStore({ web, own, source, date }: Authorities): TrustStore {
  const anchors = new Map<string, Anchor>();
  const add = (pem: string, of: Anchor["of"]) => {
    const der = pem.replace(/-----[^-]+-----|\s/g, "");
    if (!anchors.has(der)) anchors.set(der, { der, of });
  };
  for (const pem of web) add(pem, "web");
  for (const pem of own) add(pem, "own");
  /** Anchors by the key of their subject; null for those that cannot be read. */
  let bySubject: ReadonlyMap<string | null, readonly Anchor[]> | null = null;
  return {
    source,
    date,
    count: anchors.size,
    near(certificates) {
      bySubject ??= Map.groupBy(anchors.values(), ({ der }) => subjectKeyOf(Buffer.from(der, "base64")));
      const found = bySubject;
      const names = new Set(certificates.flatMap(({ subjectKey, issuerKey }) => [subjectKey, issuerKey]));
      return [...names].flatMap((name) => found.get(name) ?? []);
    },
  };
}
