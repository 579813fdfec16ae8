import { printable } from "@dnstools/core/harmless";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import { type Certificate, hasWeakKey, hasWeakSignature } from "@dnstools/core/protocol/x509/certificate";
import { matchHost } from "@dnstools/core/protocol/x509/subject-names";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { Certificate as Told } from "../data/certificate.ts";
import type { RevocationSeen } from "../observations.ts";
import { lifetimeLimit } from "./lifetimes.ts";

const DAY_S = 86_400;

/**
 * A certificate expires soon if less than this share of its lifetime and less than this number of days are left. The
 * share is needed because a certificate of 47 days is renewed later than one of a year; the number of days is needed
 * because long-lived certificates are not renewed months ahead.
 */
const SOON = { share: 1 / 4, days: 30 } as const;
const NOW = { share: 1 / 10, days: 7 } as const;

/** Returns true if the remaining time is less than the share of the lifetime and less than the number of days. */
function isWithin({ share, days }: { share: number; days: number }, left: number, life: number): boolean {
  return left < Math.min(share * life, days * DAY_S);
}

/**
 * Judges the certificate's own dates.
 * @param at time on our clock, in seconds since 1970.
 */
export function validityOf({ notBefore, notAfter }: Certificate, at: number): Verdict {
  const left = notAfter - at;
  const life = notAfter - notBefore;
  const told = `this API's clock shows ${isoTime(at)}`;
  if (left < 0)
    return {
      status: "fail",
      reason: "expired",
      detail: `The certificate expired at ${isoTime(notAfter)}; ${told}.`,
    };
  if (at < notBefore) {
    const detail = `The certificate is valid from ${isoTime(notBefore)}; ${told}.`;
    return { status: "fail", reason: "not_yet_valid", detail };
  }
  const days = `${Math.floor(left / DAY_S)} of ${Math.round(life / DAY_S)} days are left`;
  if (isWithin(NOW, left, life)) return { status: "warning", reason: "expires_now", detail: `${days}.` };
  if (isWithin(SOON, left, life)) return { status: "warning", reason: "expires_soon", detail: `${days}.` };
  return { status: "pass", reason: null, detail: `${days}.` };
}

/** Maximum number of names in a sentence. */
const SHOWN_MAX = 3;

/**
 * Judges whether the certificate is for a host (RFC 9525).
 * @param domain a domain that clients also accept in the certificate, because its SRV record names the host (RFC 6186
 * 6); null if there is no such domain.
 */
export function hostVerdict({ names }: Certificate, host: string, domain: string | null = null): Verdict {
  const own = matchHost(names, host);
  const match = own ?? (domain === null ? null : matchHost(names, domain));
  if (match !== null) {
    const how = match.wildcard
      ? `The wildcard ${match.name} covers the host`
      : `The certificate is for ${match.name}`;
    const whose =
      own === null
        ? `; this is the domain whose SRV record names the host, which clients accept as well (RFC 6186 6)`
        : "";
    return { status: "pass", reason: null, detail: `${how}${whose}.` };
  }
  const all = [...names.dns, ...names.ips];
  if (all.length === 0)
    return {
      status: "fail",
      reason: "no_names",
      detail: "The certificate has no host names (subjectAltName); the common name does not count.",
    };
  return { status: "fail", reason: "host_mismatch", detail: `The certificate is for ${namesText(names)}.` };
}

/** Lists the first names of a certificate and counts the remaining ones. */
export function namesText({ dns, ips }: Certificate["names"]): string {
  const all = [...dns, ...ips];
  const more = all.length > SHOWN_MAX ? ` and ${all.length - SHOWN_MAX} more` : "";
  const first = all.slice(0, SHOWN_MAX).map((name) => printable(name, 100));
  return `${first.join(", ")}${more}`;
}

const NAMES_MAX = 100;
/** Maximum number of characters of a name in the answer. */
const NAME_MAX = 500;
/** Maximum number of OIDs of a certificate in the answer. */
const IDS_MAX = 20;

/** Kind of validation that issuers declare, by policy OID (CA/B Baseline Requirements 7.1.6.1). */
const VALIDATION = {
  "2.23.140.1.2.1": "domain",
  "2.23.140.1.2.2": "organization",
  "2.23.140.1.2.3": "individual",
  "2.23.140.1.1": "extended",
} as const;

/** Names of purposes by OID (RFC 5280 4.2.1.12). */
const USAGES: Readonly<Record<string, string>> = {
  "1.3.6.1.5.5.7.3.1": "serverAuth",
  "1.3.6.1.5.5.7.3.2": "clientAuth",
  "1.3.6.1.5.5.7.3.3": "codeSigning",
  "1.3.6.1.5.5.7.3.4": "emailProtection",
  "1.3.6.1.5.5.7.3.8": "timeStamping",
  "1.3.6.1.5.5.7.3.9": "OCSPSigning",
  "2.5.29.37.0": "anyExtendedKeyUsage",
};

/**
 * Returns the answer's data about a certificate.
 * @param details null for a certificate that is not a server's own.
 */
export function certificateData(one: Certificate, details: Told["details"]): Told {
  const { algorithm, bits, curve } = one.key;
  return {
    sha256: one.fingerprintSha256,
    subject: printable(one.subject, NAME_MAX),
    issuer: printable(one.issuer, NAME_MAX),
    serial: one.serial,
    notBefore: isoTime(one.notBefore),
    notAfter: isoTime(one.notAfter),
    key: { algorithm, bits, curve, weak: hasWeakKey(one) },
    signature: { algorithm: one.signatureAlgorithm, weak: hasWeakSignature(one) },
    details,
  };
}

/**
 * Returns the further data about a server's own certificate.
 * @param at seconds since 1970.
 */
export function detailsOf(
  leaf: Certificate,
  at: number,
  revocation: RevocationSeen | null,
): NonNullable<Told["details"]> {
  const { names, extensions, notBefore, notAfter } = leaf;
  const life = Math.max(1, notAfter - notBefore);
  const left = notAfter - at;
  const checked = Object.entries(VALIDATION).find(([id]) => extensions.policies.includes(id));
  const usages = extensions.extendedKeyUsage?.slice(0, IDS_MAX).map((id) => USAGES[id] ?? id);
  return {
    names: names.dns.slice(0, NAMES_MAX).map((name) => printable(name, NAME_MAX)),
    addresses: names.ips.slice(0, NAMES_MAX),
    namesTotal: names.dns.length + names.ips.length + names.emails.length + names.uris.length + names.others,
    secondsLeft: left,
    lifeLeft: Math.round(1000 * Math.min(1, Math.max(0, left / life))) / 1000,
    lifetimeDays: Math.round((100 * lifetimeS(leaf)) / DAY_S) / 100,
    lifetimeLimitDays: lifetimeLimit(notBefore),
    sha1: leaf.fingerprintSha1,
    spkiSha256: leaf.key.spkiSha256,
    keyUsage: extensions.keyUsage === null ? null : [...extensions.keyUsage],
    extendedKeyUsage: usages ?? null,
    scts: extensions.scts,
    caIssuers: [...extensions.caIssuers],
    ocsp: [...extensions.ocsp],
    crls: [...extensions.crls],
    mustStaple: extensions.mustStaple,
    policies: [...extensions.policies],
    validation: checked?.[1] ?? null,
    revocation: revocationData(revocation),
  };
}

function revocationData(observed: RevocationSeen | null): NonNullable<Told["details"]>["revocation"] {
  const time = (seconds: number | null) => (seconds === null ? null : isoTime(seconds));
  return {
    status: observed?.status ?? "unknown",
    reason: observed === null ? "budget" : observed.reason,
    list:
      observed === null || observed.url === null
        ? null
        : {
            url: observed.url,
            thisUpdate: time(observed.thisUpdate),
            nextUpdate: time(observed.nextUpdate),
            revokedAt: time(observed.revokedAt),
            why: observed.why,
          },
  };
}

/** Returns true if the certificate's lifetime is longer than public authorities are allowed to issue. */
export function isTooLong(leaf: Certificate): boolean {
  const limit = lifetimeLimit(leaf.notBefore);
  return limit !== null && lifetimeS(leaf) > limit * DAY_S;
}

/**
 * Returns the lifetime in seconds. The first and the last second both count (CA/B Baseline Requirements 1.6.1,
 * validity period).
 */
function lifetimeS({ notBefore, notAfter }: Certificate): number {
  return notAfter - notBefore + 1;
}
