import { type Certificate, parseCertificate } from "@dnstools/core/protocol/x509/certificate";
import type { Authorities } from "@dnstools/server/config/authorities";

/** A certificate that is trusted by itself, in base64. */
export type Anchor = { readonly der: string; readonly of: "web" | "own" };

/** Authorities by their subject, so that a chain's possible issuers are found without looking at all. */
export type TrustStore = {
  readonly source: string;
  readonly date: string | null;
  readonly count: number;
  /** Anchors that have the name of some certificates, or of their issuers. */
  readonly near: (certificates: readonly Certificate[]) => readonly Anchor[];
};

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
