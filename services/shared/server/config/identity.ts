import type { Config } from "./config.ts";

/**
 * Returns the host name to send in EHLO. The default is a name under .invalid, a domain that is never registered (RFC
 * 6761 6.4).
 */
export function probeNameOf({ PROBE_NAME, PUBLIC_URL }: Pick<Config, "PROBE_NAME" | "PUBLIC_URL">): string {
  const host = PUBLIC_URL === "" ? "" : new URL(PUBLIC_URL).hostname;
  return PROBE_NAME || (/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]/.test(host) ? host : "dnstools.invalid");
}

/** Returns the value of the User-Agent header (RFC 9110 10.1.5): the product, and how to contact the operator. */
export function userAgentOf(
  config: Pick<Config, "PROBE_NAME" | "PUBLIC_URL" | "OPERATOR_CONTACT">,
  version: string,
): string {
  const who = [config.PROBE_NAME, `+${config.PUBLIC_URL}`, config.OPERATOR_CONTACT]
    .filter((text) => text.length > 1)
    .join("; ");
  return `dnstools/${version}${who === "" ? "" : ` (${who})`}`.replace(/[^\x20-\x7e]/g, "?");
}
