import { AsnConvert } from "@peculiar/asn1-schema";
import { Name } from "@peculiar/asn1-x509";
import { fromBase64 } from "../platform.ts";
import type { Certificate } from "./certificate.ts";
import { contentOf, type Element, elementAt, oidOf, TAG, timeOf, wholeOf, within } from "./der.ts";
import { rdnsOf } from "./distinguished-name.ts";
import { isSignedWith, type SignedData, signedDataOf } from "./signed-data.ts";

/** A certificate revocation list (RFC 5280 5), parsed lazily. Times are in seconds since 1970. */
export type Crl = {
  readonly signed: SignedData;
  readonly issuerKey: string;
  readonly thisUpdate: number;
  /** Time of the next update; null if the list does not contain it, which RFC 5280 does not allow. */
  readonly nextUpdate: number | null;
  readonly revoked: Element | null;
  readonly extensions: readonly ExtensionRead[];
};

type ExtensionRead = { readonly oid: string; readonly critical: boolean; readonly value: Element | null };

/** Reasons why a revocation list cannot be used for a certificate. */
export const CRL_FAULTS = [
  ...(["other_issuer", "bad_signature", "signature_unknown", "may_not_sign", "expired"] as const),
  ...(["not_yet_valid", "other_scope", "indirect", "delta", "some_reasons", "critical_extension"] as const),
] as const;
/** A reason why a revocation list cannot be used for a certificate. */
export type CrlFault = (typeof CRL_FAULTS)[number];

/**
 * A certificate's status according to a revocation list. `at` is the revocation time in seconds since 1970, `why` is
 * the reason for the revocation.
 */
export type CrlSays =
  | { readonly status: "good" }
  | { readonly status: "revoked"; readonly at: number | null; readonly why: string | null }
  | { readonly status: "unknown"; readonly fault: CrlFault };

/** Parses a CRL in DER, or in PEM, which some authorities serve. Returns null if the file is not a CRL. */
export function readCrl(file: Uint8Array): Crl | null {
  const whole = elementAt(file[0] === TAG.sequence ? file : inPem(file));
  const signed = whole === null ? null : signedDataOf(whole);
  if (signed === null) return null;
  const fields = [...within(signed.data)];
  // Skips the version, which is optional.
  if (fields[0]?.tag === TAG.integer) fields.shift();
  const [, issuer, thisUpdate, ...rest] = fields;
  const from = thisUpdate === undefined ? null : timeOf(thisUpdate);
  if (issuer === undefined || from === null) return null;
  const isTime = ({ tag }: Element) => tag === TAG.utcTime || tag === TAG.generalizedTime;
  const until = rest.find(isTime);
  const extensions = rest.find(({ tag }) => tag === TAG.built(0));
  try {
    return {
      signed,
      issuerKey: rdnsOf(AsnConvert.parse(wholeOf(issuer), Name)).join("\n"),
      thisUpdate: from,
      nextUpdate: until === undefined ? null : timeOf(until),
      revoked: rest.find(({ tag }) => tag === TAG.sequence) ?? null,
      extensions: extensions === undefined ? [] : extensionsOf([...within(extensions)][0]),
    };
  } catch {
    return null;
  }
}

function inPem(file: Uint8Array): Uint8Array {
  const text = String.fromCharCode(...file.subarray(0, 40));
  if (!text.startsWith("-----BEGIN X509 CRL")) return new Uint8Array();
  let whole = "";
  for (let at = 0; at < file.length; at += 8192)
    whole += String.fromCharCode(...file.subarray(at, at + 8192));
  return fromBase64(whole.replace(/-----[^-]+-----/g, ""));
}

function extensionsOf(list: Element | undefined): readonly ExtensionRead[] {
  if (list === undefined) return [];
  return [...within(list)].map((one) => {
    const [oid, ...rest] = within(one);
    const critical = rest.find(({ tag }) => tag === TAG.boolean);
    return {
      oid: oid === undefined ? "" : oidOf(oid),
      critical: critical !== undefined && critical.bytes[critical.content] !== 0,
      value: rest.find(({ tag }) => tag === TAG.octetString) ?? null,
    };
  });
}

const DELTA = "2.5.29.27";
const SCOPE = "2.5.29.28";
const REASON = "2.5.29.21";

/** Tolerated difference between clocks, in seconds. */
const SKEW_S = 300;

/**
 * Looks up a certificate in a revocation list (RFC 5280 6.3.3). The list is only used if the issuer signed it, it is
 * valid at the given time, and its scope includes the certificate.
 * @param issuer the certificate's issuer.
 * @param urls the certificate's distribution points.
 * @param at current time in seconds since 1970.
 */
export function crlSays(
  crl: Crl,
  certificate: Certificate,
  { issuer, urls, at }: { issuer: Certificate; urls: readonly string[]; at: number },
): CrlSays {
  const no = (fault: CrlFault): CrlSays => ({ status: "unknown", fault });
  if (crl.issuerKey !== certificate.issuerKey) return no("other_issuer");
  const { keyUsage } = issuer.extensions;
  if (keyUsage !== null && !keyUsage.includes("cRLSign")) return no("may_not_sign");
  if (crl.thisUpdate > at + SKEW_S) return no("not_yet_valid");
  if (crl.nextUpdate === null || crl.nextUpdate < at) return no("expired");
  const scope = scopeOf(crl, urls);
  if (scope !== null && scope !== "some_reasons") return no(scope);
  const signed = isSignedWith(crl.signed, issuer.key.native);
  if (signed !== true) return no(signed === false ? "bad_signature" : "signature_unknown");
  const entry = entryOf(crl, certificate.serial);
  if (entry === "critical_extension") return no("critical_extension");
  if (entry !== null) return { status: "revoked", ...entry };
  return scope === null ? { status: "good" } : no(scope);
}

/**
 * Returns a fault if the list's scope does not include the certificate or covers only some revocation reasons; null if
 * the scope fits.
 */
function scopeOf({ extensions }: Crl, urls: readonly string[]): CrlFault | null {
  if (extensions.some(({ oid }) => oid === DELTA)) return "delta";
  if (extensions.some(({ oid, critical }) => critical && oid !== SCOPE)) return "critical_extension";
  const value = extensions.find(({ oid }) => oid === SCOPE)?.value;
  if (value === undefined) return null;
  const scope = value === null ? null : elementAt(contentOf(value));
  if (scope === null) return "critical_extension";
  const parts = [...within(scope)];
  const part = (number: number) => parts.find(({ tag }) => (tag & 0x1f) === number);
  const isSet = (number: number) => (part(number)?.bytes[part(number)?.content ?? 0] ?? 0) !== 0;
  if (isSet(4)) return "indirect";
  // Lists that cover only CA certificates or only attribute certificates have another scope.
  if (isSet(2) || isSet(5)) return "other_scope";
  const point = part(0);
  if (point !== undefined && !urlsIn(point).some((url) => urls.includes(url))) return "other_scope";
  return part(3) === undefined ? null : "some_reasons";
}

/** Returns the URLs of a DistributionPointName's fullName. */
function urlsIn(point: Element): readonly string[] {
  return [...within(point)]
    .filter(({ tag }) => tag === TAG.built(0))
    .flatMap((names) => [...within(names)])
    .filter(({ tag }) => tag === TAG.plain(6))
    .map((name) => String.fromCharCode(...contentOf(name).subarray(0, 1024)));
}

/** Revocation reasons by code (RFC 5280 5.3.1). */
const REASONS: Readonly<Record<number, string>> = {
  0: "unspecified",
  1: "keyCompromise",
  2: "cACompromise",
  3: "affiliationChanged",
  4: "superseded",
  5: "cessationOfOperation",
  6: "certificateHold",
  9: "privilegeWithdrawn",
  10: "aACompromise",
};

/**
 * Returns true if an INTEGER has the given bytes, ignoring leading zeros. Nothing is copied, since lists may have a
 * hundred thousand entries.
 */
function isNumber({ bytes, content, end }: Element, wanted: readonly number[]): boolean {
  let from = 0;
  while (from < wanted.length - 1 && wanted[from] === 0) from += 1;
  let at = content;
  while (at < end - 1 && bytes[at] === 0) at += 1;
  if (end - at !== wanted.length - from) return false;
  for (; at < end; at++, from++) if (bytes[at] !== wanted[from]) return false;
  return true;
}

/** Returns the entry for a serial number, or null if the number is not in the list. */
function entryOf(
  { revoked }: Crl,
  serial: string,
): { readonly at: number | null; readonly why: string | null } | "critical_extension" | null {
  const wanted = (serial.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  if (revoked === null) return null;
  for (const entry of within(revoked)) {
    const number = elementAt(entry.bytes, entry.content, entry.end);
    if (number === null || !isNumber(number, wanted)) continue;
    const [, date, list] = within(entry);
    const extensions = extensionsOf(list);
    if (extensions.some(({ oid, critical }) => critical && oid !== REASON)) return "critical_extension";
    const value = extensions.find(({ oid }) => oid === REASON)?.value;
    const reason = value === undefined || value === null ? null : elementAt(contentOf(value));
    const code = reason === null ? null : (reason.bytes[reason.content] ?? null);
    return {
      at: date === undefined ? null : timeOf(date),
      why: code === null ? null : (REASONS[code] ?? `${code}`),
    };
  }
  return null;
}
