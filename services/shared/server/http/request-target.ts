import { percentDecoded } from "@dnstools/core/percent-decoded";

/** Maximum number of characters of a request target that are shown. */
const SHOWN_MAX = 500;

/**
 * Returns a request's path and query for logs and spans: shortened, and without API keys that a client sent there by
 * mistake.
 */
export function requestTarget({ url }: Request): string {
  const path = url.slice(url.indexOf("/", "https://".length));
  return (percentDecoded(path) ?? path).replace(/dnst_\w*|[0-9A-Za-z]{40,}/g, "(a key)").slice(0, SHOWN_MAX);
}
