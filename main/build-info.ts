import { version } from "../package.json";

/**
 * The commit that the binary is built from. Defined when the binary is built (deploy/image/binary.ts); undefined when
 * the program runs from source.
 */
declare const DNSTOOLS_REVISION: string;

/** Version and revision of the program, as shown by `--version`, `/metrics` and the OpenAPI document. */
export const BUILD = {
  version,
  /** The commit that the binary was built from; `source` if the program runs from a checkout. */
  revision: typeof DNSTOOLS_REVISION === "string" ? DNSTOOLS_REVISION : "source",
} as const;
