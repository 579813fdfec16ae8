import { getCACertificates } from "node:tls";
import type { Config } from "./config.ts";

/** Authorities that are trusted, as the process was given them. */
export type Authorities = {
  /** PEM. Of the web: those that browsers trust, or what the operator put in their place. */
  readonly web: readonly string[];
  /** PEM. Those that the operator trusts beside them. */
  readonly own: readonly string[];
  /** Where the first come from, and the day they are of (ISO 8601); null where that is not known. */
  readonly source: string;
  readonly date: string | null;
};

/** The release of Bun whose authorities are trusted, and its day: Mozilla's list in it is of that day or before. */
const BUNDLED = { version: "1.4.5", date: "2026-11-19" } as const;

/** Whom this process trusts: Mozilla's authorities as bundled, or the operator's, and those beside them. */
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
