import { printable } from "@dnstools/core/printable";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import { type Certificate, hasWeakKey, hasWeakSignature } from "@dnstools/core/protocol/x509/certificate";
import { matchHost } from "@dnstools/core/protocol/x509/subject-names";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServerData } from "./data.ts";
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

/** Whether it is for a host (RFC 9525). */
export function hostVerdict({ names }: Certificate, host: string): Verdict {
  const match = matchHost(names, host);
  if (match !== null) {
    const how = match.wildcard ? `The wildcard ${match.name} holds it` : `${match.name} is among its names`;
    return { status: "pass", reason: null, detail: `${how}.` };
  }
  const all = [...names.dns, ...names.ips];
  if (all.length === 0)
    return {
      status: "fail",
      reason: "no_names",
      detail: "It has no subjectAltName for hosts; the common name does not count.",
    };
  const more = all.length > SHOWN_MAX ? ` and ${all.length - SHOWN_MAX} more` : "";
  return {
    status: "fail",
    reason: "host_mismatch",
    detail: `It is for ${all
      .slice(0, SHOWN_MAX)
      .map((name) => printable(name, 100))
      .join(", ")}${more}.`,
  };
}

const NAMES_MAX = 100;
/** Characters of a name that are told. */
export const NAME_MAX = 500;
/** OIDs that are told. */
const IDS_MAX = 20;

/** What issuers say that they checked (CA/B Baseline Requirements 7.1.6.1). */
const VALIDATION = {
  "2.23.140.1.2.1": "domain",
  "2.23.140.1.2.2": "organization",
  "2.23.140.1.2.3": "individual",
  "2.23.140.1.1": "extended",
} as const;

/** All that is told of a server's own certificate. */
export function leafData(leaf: Certificate, at: number): NonNullable<ServerData["certificate"]> {
  const { names, extensions, notBefore, notAfter } = leaf;
  const life = Math.max(1, notAfter - notBefore);
  const left = notAfter - at;
  const checked = Object.entries(VALIDATION).find(([id]) => extensions.policies.includes(id));
  return {
    subject: printable(leaf.subject, NAME_MAX),
    issuer: printable(leaf.issuer, NAME_MAX),
    serial: leaf.serial,
    names: names.dns.slice(0, NAMES_MAX).map((name) => printable(name, NAME_MAX)),
    addresses: names.ips.slice(0, NAMES_MAX),
    namesTotal: names.dns.length + names.ips.length + names.emails.length + names.uris.length + names.others,
    notBefore: isoTime(notBefore),
    notAfter: isoTime(notAfter),
    secondsLeft: left,
    lifeLeft: Math.round(1000 * Math.min(1, Math.max(0, left / life))) / 1000,
    lifetimeDays: Math.round((100 * lifetimeS(leaf)) / DAY_S) / 100,
    lifetimeLimitDays: lifetimeLimit(notBefore),
    key: keyData(leaf),
    signature: signatureData(leaf),
    fingerprintSha256: leaf.fingerprintSha256,
    fingerprintSha1: leaf.fingerprintSha1,
    spkiSha256: leaf.key.spkiSha256,
    keyUsage: mutable(extensions.keyUsage),
    extendedKeyUsage: mutable(extensions.extendedKeyUsage)?.slice(0, IDS_MAX) ?? null,
    scts: extensions.scts,
    caIssuers: [...extensions.caIssuers],
    ocsp: [...extensions.ocsp],
    crls: [...extensions.crls],
    mustStaple: extensions.mustStaple,
    policies: [...extensions.policies],
    validation: checked?.[1] ?? null,
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

export function keyData(one: Certificate): NonNullable<ServerData["certificate"]>["key"] {
  const { algorithm, bits, curve } = one.key;
  return { algorithm, bits, curve, weak: hasWeakKey(one) };
}

export function signatureData(one: Certificate): NonNullable<ServerData["certificate"]>["signature"] {
  return { algorithm: one.signatureAlgorithm, weak: hasWeakSignature(one) };
}

function mutable(list: readonly string[] | null): string[] | null {
  return list === null ? null : [...list];
}
