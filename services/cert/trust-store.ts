import { type Certificate, parseCertificate } from "@dnstools/core/protocol/x509/certificate";
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

/** Creates the trust store from PEM certificates; duplicates and unreadable certificates are left out. */
export function createTrustStore({ web, own, source, date }: Authorities): TrustStore {
  const bySubject = new Map<string, Anchor[]>();
  let count = 0;
  const add = (pem: string, of: Anchor["of"]) => {
    const read = parseCertificate(derOf(pem));
    if (read === null) return;
    const same = bySubject.get(read.subjectKey) ?? [];
    const der = Buffer.from(read.der).toString("base64");
    if (same.some((anchor) => anchor.der === der)) return;
    bySubject.set(read.subjectKey, [...same, { der, of }]);
    count += 1;
  };
  for (const pem of web) add(pem, "web");
  for (const pem of own) add(pem, "own");
  return {
    source,
    date,
    count,
    near(certificates) {
      const names = new Set(certificates.flatMap(({ subjectKey, issuerKey }) => [subjectKey, issuerKey]));
      return [...names].flatMap((name) => bySubject.get(name) ?? []);
    },
  };
}

function derOf(pem: string): Uint8Array {
  return Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64");
}
