import { version } from "../package.json";

/** Written into the binary when it is built (deploy/image/binary.ts); from source it is not there. */
declare const DNSTOOLS_REVISION: string;

/** What runs: told by `--version`, `/metrics` and the OpenAPI document. */
export const BUILD = {
  version,
  /** The commit that the binary was built from; `source` where it runs from a checkout. */
  revision: typeof DNSTOOLS_REVISION === "string" ? DNSTOOLS_REVISION : "source",
} as const;
