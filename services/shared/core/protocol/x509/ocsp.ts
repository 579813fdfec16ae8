import { createHash } from "../platform.ts";
import { type Certificate, isSignedBy, parseCertificate } from "./certificate.ts";
import { contentOf, type Element, elementAt, hexOf, oidOf, TAG, timeOf, wholeOf, within } from "./der.ts";
import { isSignedWith, type SignedData, signedDataOf } from "./signed-data.ts";

/** A certificate's status according to an OCSP response (RFC 6960). Times are in seconds since 1970. */
export type OcspSays = {
  readonly status: "good" | "revoked" | "unknown";
  /** Why the response contains no usable status; null if the status is usable. */
  readonly fault: (typeof OCSP_FAULTS)[number] | null;
  readonly thisUpdate: number | null;
  readonly nextUpdate: number | null;
  readonly revokedAt: number | null;
};

/** Reasons why an OCSP response cannot be used for a certificate. */
export const OCSP_FAULTS = [
  ...(["malformed", "error", "other_certificate", "not_known_there", "expired", "not_yet_valid"] as const),
  ...(["bad_signature", "signature_unknown"] as const),
] as const;

const NOTHING = { thisUpdate: null, nextUpdate: null, revokedAt: null } as const;
const SKEW_S = 300;
const BASIC = "1.3.6.1.5.5.7.48.1.1";
const OCSP_SIGNING = "1.3.6.1.5.5.7.3.9";

/**
 * Reads a stapled OCSP response. The response is trusted only if it is signed by the issuer or by a responder that the
 * issuer certified for OCSP.
 * @param at current time in seconds since 1970.
 */
export function ocspSays(
  der: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
  at: number,
): OcspSays {
  const no = (fault: NonNullable<OcspSays["fault"]>): OcspSays => ({ status: "unknown", fault, ...NOTHING });
  const whole = elementAt(der);
  const [status, held] = whole === null ? [] : within(whole);
  if (status?.tag !== TAG.enumerated) return no("malformed");
  if (status.bytes[status.content] !== 0) return no("error");
  const basic = held === undefined ? null : basicOf(held);
  const signed = basic === null ? null : signedDataOf(basic);
  if (basic === null || signed === null) return no("malformed");
  const answer = answerFor(signed.data, certificate, issuer);
  if (answer === null) return no("other_certificate");
  const [, state, from, ...rest] = within(answer);
  const thisUpdate = from === undefined ? null : timeOf(from);
  if (state === undefined || thisUpdate === null) return no("malformed");
  const [until] = rest.filter(({ tag }) => tag === TAG.built(0)).flatMap((one) => [...within(one)]);
  const nextUpdate = until === undefined ? null : timeOf(until);
  const times = { thisUpdate, nextUpdate };
  if (thisUpdate > at + SKEW_S) return { ...no("not_yet_valid"), ...times };
  if (nextUpdate !== null && nextUpdate < at) return { ...no("expired"), ...times };
  const is = isBelieved(signed, basic, issuer, at);
  if (is !== true) return { ...no(is === false ? "bad_signature" : "signature_unknown"), ...times };
  const kind = state.tag & 0x1f;
  if (kind === 0) return { status: "good", fault: null, ...times, revokedAt: null };
  if (kind !== 1) return { ...no("not_known_there"), ...times };
  const [date] = within(state);
  return { status: "revoked", fault: null, ...times, revokedAt: date === undefined ? null : timeOf(date) };
}

/** Returns the BasicOCSPResponse inside ResponseBytes (RFC 6960 4.2.1). */
function basicOf(held: Element): Element | null {
  const [bytes] = within(held);
  const [type, octets] = bytes === undefined ? [] : within(bytes);
  if (type === undefined || octets === undefined || oidOf(type) !== BASIC) return null;
  return elementAt(contentOf(octets));
}

/**
 * Returns the single response for a certificate, by serial number and issuer key hash. The issuer key identifies the
 * issuer, so the issuer name hash is not compared.
 */
function answerFor(data: Element, { serial }: Certificate, issuer: Certificate): Element | null {
  const answers = [...within(data)].findLast(({ tag }) => tag === TAG.sequence);
  const wanted = serial.toLowerCase().replace(/^(00)+(?=..)/, "");
  const key = keyBits(issuer);
  for (const answer of answers === undefined ? [] : within(answers)) {
    const [id] = within(answer);
    const [algorithm, , keyHash, number] = id === undefined ? [] : within(id);
    if (keyHash === undefined || number === undefined || algorithm === undefined) continue;
    const [oid] = within(algorithm);
    const hash = HASHES[oid === undefined ? "" : oidOf(oid)];
    if (hash === undefined || hexOf(number) !== wanted) continue;
    if (createHash(hash).update(key).digest("hex") === hexOf(keyHash)) return answer;
  }
  return null;
}

const HASHES: Readonly<Record<string, "sha1" | "sha256" | "sha384" | "sha512">> = {
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

/** Returns the BIT STRING content of a certificate's public key, without the algorithm. */
function keyBits({ key }: Certificate): Uint8Array {
  const info = elementAt(key.spki);
  const [, bits] = info === null ? [] : within(info);
  return bits === undefined ? new Uint8Array() : contentOf(bits).subarray(1);
}

/**
 * Returns true if the issuer, or a responder that the issuer certified for OCSP, signed the response (RFC 6960
 * 4.2.2.2).
 */
function isBelieved(signed: SignedData, basic: Element, issuer: Certificate, at: number): boolean | null {
  const own = isSignedWith(signed, issuer.key.native);
  if (own !== false) return own;
  const [, , , held] = within(basic);
  const [list] = held === undefined ? [] : within(held);
  const named = [...(list === undefined ? [] : within(list))]
    .slice(0, 3)
    .map((one) => parseCertificate(wholeOf(one)))
    .filter((one) => one !== null);
  return named.some(
    (one) =>
      one.issuerKey === issuer.subjectKey &&
      one.extensions.extendedKeyUsage?.includes(OCSP_SIGNING) === true &&
      one.notBefore <= at &&
      one.notAfter >= at &&
      isSignedBy(one, issuer) === true &&
      isSignedWith(signed, one.key.native) === true,
  );
}
