import { version } from "../package.json";

/** Defined in the binary when it is built (deploy/image/binary.ts); undefined when running from source. */
declare const DNSTOOLS_REVISION: string;

/** Version and revision of the program, as shown by `--version`, `/metrics` and the OpenAPI document. */
export const BUILD = {
  version,
  /** The commit that the binary was built from; `source` when running from a checkout. */
  revision: typeof DNSTOOLS_REVISION === "string" ? DNSTOOLS_REVISION : "source",
} as const;
