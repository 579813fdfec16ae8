import type { Text } from "@dnstools/core/report/report";
import type { Certificate } from "../data/certificate.ts";
import type { SslData } from "../data.ts";
import { cut } from "./words.ts";

/** Characters of a name that are shown. */
export const NAME_MAX = 100;

/** The certificates of an answer by their SHA-256. */
export type Certificates = ReadonlyMap<string, Certificate>;

export function byDigest({ certificates }: SslData): Certificates {
  return new Map(certificates.map((one) => [one.sha256, one]));
}

/** What a certificate is called: its subject, or else the first name that it is for. */
export function nameOf(sha256: string | null, certificates: Certificates): Text {
  const one = sha256 === null ? undefined : certificates.get(sha256);
  if (one === undefined) return "a certificate that cannot be read";
  const name = one.subject === "" ? one.details?.names[0] : one.subject;
  return name === undefined || name === "" ? "a certificate without a name" : cut(name, NAME_MAX);
}
