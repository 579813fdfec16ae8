/** A referral to another WHOIS server in a response. */
export type Referral = { readonly host: string; readonly port: number };

/** A host name in the public DNS. Referrals to anything else are ignored. */
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * Parses a referral from untrusted text: `host`, `host:port` or `whois://host`. Returns null for all other forms, such
 * as rwhois (RFC 2167).
 */
export function referralOf(value: string): Referral | null {
  const match = /^(?:whois:\/\/)?([^:/\s]+)(?::(\d{1,5}))?\/?$/i.exec(value.trim());
  const host = match?.[1]?.toLowerCase().replace(/\.$/, "") ?? "";
  const port = Number(match?.[2] ?? 43);
  // Apart from 43, ports below 1024 belong to other services, to which a referral must not direct this client.
  return HOST.test(host) && (port === 43 || (port >= 1024 && port <= 65_535)) ? { host, port } : null;
}

/** Returns the last referral in a response, which is the most specific one (ARIN). Comments are ignored. */
export function lastReferral(text: string, labels: RegExp): Referral | null {
  const found = text.split("\n").flatMap((line) => {
    const [, label = "", value = ""] = /^\s*([A-Za-z][A-Za-z /-]{1,40}):\s+(\S.*)$/.exec(line) ?? [];
    return labels.test(label) ? (referralOf(value) ?? []) : [];
  });
  return found.at(-1) ?? null;
}
