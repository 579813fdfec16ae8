/** Where a whois answer sends who asks. */
export type Referral = { readonly host: string; readonly port: number };

/** A host name as the public DNS has them: what else stands there is no place to go. */
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A place to go out of text of somebody else's: `host`, `host:port`, `whois://host`; null for anything else, as rwhois (RFC 2167). */
export function referralOf(value: string): Referral | null {
  const match = /^(?:whois:\/\/)?([^:/\s]+)(?::(\d{1,5}))?\/?$/i.exec(value.trim());
  const host = match?.[1]?.toLowerCase().replace(/\.$/, "") ?? "";
  const port = Number(match?.[2] ?? 43);
  // Ports below 1024 are other services': a referral must not lead us to them.
  return HOST.test(host) && (port === 43 || (port >= 1024 && port <= 65_535)) ? { host, port } : null;
}

/** Of several the last is the most specific (ARIN). Comments are no referrals. */
export function lastReferral(text: string, labels: RegExp): Referral | null {
  const found = text.split("\n").flatMap((line) => {
    const [, label = "", value = ""] = /^\s*([A-Za-z][A-Za-z /-]{1,40}):\s+(\S.*)$/.exec(line) ?? [];
    return labels.test(label) ? (referralOf(value) ?? []) : [];
  });
  return found.at(-1) ?? null;
}
