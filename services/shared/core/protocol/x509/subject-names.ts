import { formatIp, parseIp } from "../ip.ts";

/** The subject alternative names of a certificate (RFC 5280 4.2.1.6). */
export type SubjectNames = {
  /** True if the certificate has the subject alternative name extension. */
  readonly given: boolean;
  /** DNS names as they are written in the certificate. */
  readonly dns: readonly string[];
  /** IP addresses in canonical form. */
  readonly ips: readonly string[];
  readonly emails: readonly string[];
  readonly uris: readonly string[];
  /** Number of names of other kinds, and of malformed IP addresses. */
  readonly others: number;
  readonly malformedIps: number;
};

/** Matches an entry in the platform's list of names. An entry is quoted if it contains special characters. */
const ENTRY = /(?:^|, )([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,]*)/g;

/** Parses the platform's list of names. @param text null if the certificate does not have the extension. */
export function parseAltNames(text: string | null): SubjectNames {
  const names = { dns: [] as string[], ips: [] as string[], emails: [] as string[], uris: [] as string[] };
  let others = 0;
  let malformedIps = 0;
  for (const [, kind = "", value = ""] of (text ?? "").matchAll(ENTRY)) {
    const name = value.startsWith('"') ? String(JSON.parse(value)) : value;
    if (kind === "DNS") names.dns.push(name);
    else if (kind === "IP Address" && parseIp(name) !== null) names.ips.push(formatIp(parseIp(name) ?? []));
    else if (kind === "IP Address") malformedIps += 1;
    else if (kind === "email") names.emails.push(name);
    else if (kind === "URI") names.uris.push(name);
    else others += 1;
  }
  return { given: text !== null, ...names, others, malformedIps };
}

/** The certificate name that matches a host; `wildcard` is true if it is a wildcard name. */
export type HostMatch = { readonly name: string; readonly wildcard: boolean };

/**
 * Returns the certificate name that matches a host (RFC 9525 6), or null if none matches. The common name is never
 * used (RFC 9525 2), IP addresses match only IP addresses, and `*` matches exactly one label, which must be the whole
 * leftmost label.
 * @param host a name in lower-case A-labels, or an address in canonical form.
 */
export function matchHost({ dns, ips }: SubjectNames, host: string): HostMatch | null {
  if (parseIp(host) !== null) return ips.includes(host) ? { name: host, wildcard: false } : null;
  const exact = dns.find((name) => name.toLowerCase() === host);
  if (exact !== undefined) return { name: exact, wildcard: false };
  const parent = host.slice(host.indexOf(".") + 1);
  // As in OpenSSL and browsers, a wildcard never matches a name directly below a top-level domain.
  if (!host.includes(".") || !parent.includes(".")) return null;
  const wildcard = dns.find((name) => name.toLowerCase() === `*.${parent}`);
  return wildcard === undefined ? null : { name: wildcard, wildcard: true };
}
