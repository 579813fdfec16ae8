import type { Text } from "@dnstools/core/report/report";
import type { Certificate } from "../data/certificate.ts";
import type { SslData } from "../data.ts";
import { cut } from "./words.ts";

/** Maximum number of characters of a certificate's name in the report. */
export const NAME_MAX = 100;

/** The certificates of an answer by their SHA-256. */
export type Certificates = ReadonlyMap<string, Certificate>;

/** Indexes the certificates of an answer by their SHA-256. */
export function byDigest({ certificates }: SslData): Certificates {
  return new Map(certificates.map((one) => [one.sha256, one]));
}

/** Returns a certificate's name: its subject or, if the subject is empty, its first host name. */
export function nameOf(sha256: string | null, certificates: Certificates): Text {
  const one = sha256 === null ? undefined : certificates.get(sha256);
  if (one === undefined) return "a certificate that cannot be read";
  const name = one.subject === "" ? one.details?.names[0] : one.subject;
  return name === undefined || name === "" ? "a certificate without a name" : cut(name, NAME_MAX);
}
