import { formatIp, parseIp } from "../ip.ts";

/** The names a certificate is for (subjectAltName, RFC 5280 4.2.1.6). */
export type SubjectNames = {
  /** Whether it has the extension at all. */
  readonly given: boolean;
  /** As they are written. */
  readonly dns: readonly string[];
  /** Canonical text. */
  readonly ips: readonly string[];
  readonly emails: readonly string[];
  readonly uris: readonly string[];
  /** How many names of other kinds it has, and addresses that are none. */
  readonly others: number;
  readonly malformedIps: number;
};

/** One name in the platform's list: in quotes where it has characters that would end it. */
const ENTRY = /(?:^|, )([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,]*)/g;

/** Reads the platform's list of names. @param text null where the certificate has no such extension. */
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

/** How a certificate's names fit a host: which of them, and whether by a wildcard. */
export type HostMatch = { readonly name: string; readonly wildcard: boolean };

/**
 * The name of a certificate that is a host's (RFC 9525 6); null where none is. The common name never counts (RFC 9525
 * 2), an address matches addresses alone, and `*` stands for exactly one label, the whole leftmost one.
 * @param host a name of lower-case A-labels, or an address in its canonical text.
 */
export function matchHost({ dns, ips }: SubjectNames, host: string): HostMatch | null {
  if (parseIp(host) !== null) return ips.includes(host) ? { name: host, wildcard: false } : null;
  const exact = dns.find((name) => name.toLowerCase() === host);
  if (exact !== undefined) return { name: exact, wildcard: false };
  const parent = host.slice(host.indexOf(".") + 1);
  // As OpenSSL and browsers: never a whole top-level domain.
  if (!host.includes(".") || !parent.includes(".")) return null;
  const wildcard = dns.find((name) => name.toLowerCase() === `*.${parent}`);
  return wildcard === undefined ? null : { name: wildcard, wildcard: true };
}
