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
 * When an end is near: shares of the life, since a certificate of 47 days is renewed later than one of a year; and no
 * more than so many days, since nobody renews the latter months before.
 */
const SOON = { share: 1 / 4, days: 30 } as const;
const NOW = { share: 1 / 10, days: 7 } as const;

/** Whether an end is nearer than it should be. */
function isWithin({ share, days }: { share: number; days: number }, left: number, life: number): boolean {
  return left < Math.min(share * life, days * DAY_S);
}

/** The certificate's own dates. @param at seconds since 1970, of our clock. */
export function validityOf({ notBefore, notAfter }: Certificate, at: number): Verdict {
  const left = notAfter - at;
  const life = notAfter - notBefore;
  const told = `our clock says ${isoTime(at)}`;
  if (left < 0)
    return { status: "fail", reason: "expired", detail: `It expired at ${isoTime(notAfter)}; ${told}.` };
  if (at < notBefore) {
    const detail = `It is valid from ${isoTime(notBefore)}; ${told}.`;
    return { status: "fail", reason: "not_yet_valid", detail };
  }
  const days = `${Math.floor(left / DAY_S)} of ${Math.round(life / DAY_S)} days are left`;
  if (isWithin(NOW, left, life)) return { status: "warning", reason: "expires_now", detail: `${days}.` };
  if (isWithin(SOON, left, life)) return { status: "warning", reason: "expires_soon", detail: `${days}.` };
  return { status: "pass", reason: null, detail: `${days}.` };
}

/** Names that are told in a sentence. */
const SHOWN_MAX = 3;

/**
 * Whether it is for a host (RFC 9525).
 * @param domain one that clients ask for in place of the host, and compare with: they were sent here by its SRV record (RFC 6186 6); null for none.
 */
export function hostVerdict({ names }: Certificate, host: string, domain: string | null = null): Verdict {
  const own = matchHost(names, host);
  const match = own ?? (domain === null ? null : matchHost(names, domain));
  if (match !== null) {
    const how = match.wildcard ? `The wildcard ${match.name} holds it` : `${match.name} is among its names`;
    const whose =
      own === null
        ? `; that is the domain's whose SRV record leads here, which clients compare with (RFC 6186 6)`
        : "";
    return { status: "pass", reason: null, detail: `${how}${whose}.` };
  }
  const all = [...names.dns, ...names.ips];
  if (all.length === 0)
    return {
      status: "fail",
      reason: "no_names",
      detail: "It has no subjectAltName for hosts; the common name does not count.",
    };
  return { status: "fail", reason: "host_mismatch", detail: `It is for ${namesText(names)}.` };
}

/** The first names of a certificate, and how many more there are. */
export function namesText({ dns, ips }: Certificate["names"]): string {
  const all = [...dns, ...ips];
  const more = all.length > SHOWN_MAX ? ` and ${all.length - SHOWN_MAX} more` : "";
  const first = all.slice(0, SHOWN_MAX).map((name) => printable(name, 100));
  return `${first.join(", ")}${more}`;
}

const NAMES_MAX = 100;
/** Characters of a name that are told. */
const NAME_MAX = 500;
/** OIDs that are told. */
const IDS_MAX = 20;

/** What issuers say that they checked (CA/B Baseline Requirements 7.1.6.1). */
const VALIDATION = {
  "2.23.140.1.2.1": "domain",
  "2.23.140.1.2.2": "organization",
  "2.23.140.1.2.3": "individual",
  "2.23.140.1.1": "extended",
} as const;

/** Names of what a key is for (RFC 5280 4.2.1.12). */
const USAGES: Readonly<Record<string, string>> = {
  "1.3.6.1.5.5.7.3.1": "serverAuth",
  "1.3.6.1.5.5.7.3.2": "clientAuth",
  "1.3.6.1.5.5.7.3.3": "codeSigning",
  "1.3.6.1.5.5.7.3.4": "emailProtection",
  "1.3.6.1.5.5.7.3.8": "timeStamping",
  "1.3.6.1.5.5.7.3.9": "OCSPSigning",
  "2.5.29.37.0": "anyExtendedKeyUsage",
};

/** What is told of every certificate. @param details of a server's own; null for others. */
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

/** What is told of a server's own certificate besides. @param at seconds since 1970. */
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

/** Whether it is valid for longer than a public authority may issue. */
export function isTooLong(leaf: Certificate): boolean {
  const limit = lifetimeLimit(leaf.notBefore);
  return limit !== null && lifetimeS(leaf) > limit * DAY_S;
}

/** Both its first and its last second count (CA/B Baseline Requirements 1.6.1, validity period). */
function lifetimeS({ notBefore, notAfter }: Certificate): number {
  return notAfter - notBefore + 1;
}
