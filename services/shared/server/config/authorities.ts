import { getCACertificates } from "node:tls";
import type { Config } from "./config.ts";

/** The certificate authorities that this process trusts. */
export type Authorities = {
  /** PEM certificates of the public authorities: those that browsers trust, or the operator's replacement. */
  readonly web: readonly string[];
  /** PEM certificates of further authorities that the operator trusts. */
  readonly own: readonly string[];
  /** Where the authorities in `web` come from. */
  readonly source: string;
  /** Date of the authorities in `web` (ISO 8601); null if it is not known. */
  readonly date: string | null;
};

/**
 * The release of Bun whose authorities are trusted, and its release date. Mozilla's list in this release is from that
 * day or earlier.
 */
const BUNDLED = { version: "1.4.5", date: "2026-11-19" } as const;

/**
 * Returns the authorities that this process trusts: those bundled with Bun (Mozilla's list) or the operator's
 * replacement, and any additional ones of the operator.
 */
export function authoritiesOf({
  CA_FILE,
  CA_EXTRA_FILE,
}: Pick<Config, "CA_FILE" | "CA_EXTRA_FILE">): Authorities {
  const own = [...getCACertificates("extra"), ...CA_EXTRA_FILE.pems];
  if (CA_FILE.pems.length > 0) return { web: CA_FILE.pems, own, source: "CA_FILE", date: CA_FILE.changedAt };
  const date = Bun.version === BUNDLED.version ? BUNDLED.date : null;
  const source = `Mozilla's, as bundled with Bun ${Bun.version}`;
  return { web: getCACertificates("bundled"), own, source, date };
}
