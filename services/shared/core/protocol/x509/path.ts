import { printable } from "../../harmless.ts";
import { isoTime } from "../dns/text.ts";
import { type Certificate, isSelfSigned, isSignedBy } from "./certificate.ts";
import { type Constrain, createConstrain } from "./name-constraints.ts";

/** Reasons why a certificate is not trusted at its position in a path (RFC 5280 6.1). */
export const PATH_PROBLEMS = {
  signature_invalid: "It is not signed by its issuer's key.",
  signature_unknown: "Its signature algorithm is not supported here, so the signature could not be verified.",
  signatures_unchecked:
    "Its signature was not verified, because the limit on verified signatures was reached.",
  expired: "It has expired.",
  not_yet_valid: "It is not valid yet.",
  not_a_ca: "It issued a certificate but is not a CA certificate (basicConstraints).",
  path_too_long: "More CA certificates are below it than it allows (pathLenConstraint).",
  key_usage: "Its key must not be used for this purpose (keyUsage).",
  extended_key_usage: "It must not be used for TLS servers (extendedKeyUsage).",
  name_constraints: "A certificate below it has a name that it does not allow (nameConstraints).",
  constraints_unchecked: "Its name constraints could not be checked completely (nameConstraints).",
  critical_extension: "It has a critical extension that is not supported here.",
  broken_extension: "It has an extension that cannot be parsed.",
} as const;
/** Code of a problem with a certificate in a path. */
export type PathProblem = keyof typeof PATH_PROBLEMS;

/** Problems that are limits of this API and not faults of the certificate: checks that could not be made. */
export const UNSURE: readonly PathProblem[] = [
  ...(["signature_unknown", "signatures_unchecked", "constraints_unchecked"] as const),
];

/** A certificate in a path, with its problems at that position. */
export type Link = {
  readonly certificate: Certificate;
  readonly problems: readonly { readonly code: PathProblem; readonly detail: string }[];
};

/** A certification path from a server's certificate upwards. */
export type Path = {
  readonly links: readonly Link[];
  /**
   * How the path ends: `anchor`: at a trust anchor; `self_signed`: at a self-signed certificate that is not an
   * anchor; `issuer_missing`: at a certificate whose issuer was not found; `given_up`: the limit on paths or on
   * path length was reached without finding an anchor.
   */
  readonly end: "anchor" | "self_signed" | "issuer_missing" | "given_up";
};

/** Maximum path length, number of paths, and number of verified signatures. Real chains need four, two and ten. */
const LENGTH_MAX = 24;
const PATHS_MAX = 16;
const SIGNATURES_MAX = 32;

/** Whether a signature is valid; null if the platform cannot verify it. */
type Signed = boolean | null | "unchecked";

/**
 * Builds the paths from a certificate to trust anchors, best first: paths that end at an anchor, then paths with
 * fewer problems, then shorter ones. The result is never empty: without an issuer it has the path of the
 * certificate alone.
 * @param others candidates for intermediate certificates. @param anchors trust anchors that may be issuers in the
 * path. @param now seconds since 1970.
 */
export function buildPaths(
  leaf: Certificate,
  others: readonly Certificate[],
  anchors: readonly Certificate[],
  now: number,
): readonly Path[] {
  const isAnchor = (one: Certificate) => anchors.some((anchor) => same(anchor, one));
  const found: Path[] = [];
  const checked = new Map<string, Signed>();
  const constrain = createConstrain();

  function signed(certificate: Certificate, issuer: Certificate): Signed {
    const key = `${certificate.fingerprintSha256} ${issuer.fingerprintSha256}`;
    const known = checked.get(key);
    if (known !== undefined) return known;
    const found = checked.size < SIGNATURES_MAX ? isSignedBy(certificate, issuer) : "unchecked";
    checked.set(key, found);
    return found;
  }

  function end(certificates: readonly Certificate[], how: Path["end"]): void {
    found.push({
      links: certificates.map((_, i) => linkOf(certificates, i, now, signed, constrain)),
      end: how,
    });
  }

  function climb(certificates: readonly Certificate[]): void {
    const top = certificates.at(-1) as Certificate;
    if (found.length >= PATHS_MAX) return;
    if (isAnchor(top)) {
      end(certificates, "anchor");
      return;
    }
    const named = [...anchors, ...others].filter(
      (one, i, all) =>
        one.subjectKey === top.issuerKey &&
        // A path must not contain two certificates with the same name and key, because that would be a loop (RFC 4158
        // 2.4.2).
        !certificates.some((below) => sameHolder(below, one)) &&
        all.findIndex((other) => same(other, one)) === i,
    );
    // Issuers whose key identifier matches are tried first, because verifying signatures is expensive. The
    // identifier may be wrong, so other issuers follow.
    const fitting = named.filter((one) => fits(top, one));
    const signers = (all: readonly Certificate[]) => all.filter((one) => signed(top, one) !== false);
    const first = signers(fitting);
    const issuers = first.length > 0 ? first : signers(named.filter((one) => !fitting.includes(one)));
    // If an issuer matches in everything but the signature, it stays in the path, so that the invalid signature is
    // reported.
    const tried = issuers.length > 0 ? issuers : fitting.slice(0, 1);
    if (tried.length === 0 || certificates.length >= LENGTH_MAX)
      end(certificates, tried.length > 0 ? "given_up" : isSelfSigned(top) ? "self_signed" : "issuer_missing");
    else for (const issuer of tried) climb([...certificates, issuer]);
  }

  climb([leaf]);
  const problems = ({ links }: Path) => links.reduce((sum, link) => sum + link.problems.length, 0);
  const rank = (path: Path) =>
    (path.end === "anchor" ? 0 : 1000) + 20 * Math.min(40, problems(path)) + path.links.length;
  const anchored = found.some((path) => path.end === "anchor");
  // If the limit on paths is reached, more paths may exist, and one of these may end at an anchor. The result is then
  // `given_up`.
  const all =
    anchored || found.length < PATHS_MAX
      ? found
      : found.map((path) => ({ ...path, end: "given_up" as const }));
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns true if two certificates are identical. */
export function same(a: Certificate, b: Certificate): boolean {
  return a.fingerprintSha256 === b.fingerprintSha256;
}

/** Returns true if two certificates have the same subject and key, as cross-signed certificates do. */
export function sameHolder(a: Certificate, b: Certificate): boolean {
  return a.subjectKey === b.subjectKey && a.key.spkiSha256 === b.key.spkiSha256;
}

/**
 * Returns true if the certificate's authority key identifier matches the issuer's key identifier, or if either is
 * missing.
 */
function fits(certificate: Certificate, issuer: Certificate): boolean {
  const wanted = certificate.extensions.authorityKeyId;
  const has = issuer.extensions.subjectKeyId;
  return wanted === null || wanted === "" || has === null || wanted === has;
}

const SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
const ANY_USAGE = "2.5.29.37.0";

/**
 * Checks one certificate of a path. @param certificates the path, server certificate first. @param at index of the
 * certificate to check.
 */
function linkOf(
  certificates: readonly Certificate[],
  at: number,
  now: number,
  signed: (certificate: Certificate, issuer: Certificate) => Signed,
  constrain: Constrain,
): Link {
  const certificate = certificates[at] as Certificate;
  const { basicConstraints, keyUsage, extendedKeyUsage, nameConstraints, criticalUnknown, broken } =
    certificate.extensions;
  const issuer = certificates[at + 1];
  const isAuthority = at > 0;
  const problems: { code: PathProblem; detail: string }[] = [];
  const say = (code: PathProblem, detail: string) => problems.push({ code, detail });

  if (issuer !== undefined) {
    const is = signed(certificate, issuer);
    if (is === false) say("signature_invalid", "not signed by the key of the next certificate");
    if (is === null) say("signature_unknown", certificate.signatureAlgorithm);
    if (is === "unchecked") say("signatures_unchecked", `beyond ${SIGNATURES_MAX}`);
  }
  if (certificate.notAfter < now) say("expired", isoDay(certificate.notAfter));
  if (certificate.notBefore > now) say("not_yet_valid", isoDay(certificate.notBefore));
  if (isAuthority) {
    // Roots that are older than X.509 version 3 have no extensions and are trusted without them.
    const rootOfOld = issuer === undefined && basicConstraints === null && keyUsage === null;
    if (basicConstraints?.ca !== true && !rootOfOld)
      say("not_a_ca", basicConstraints === null ? "no basicConstraints" : "CA:FALSE");
    // Self-issued certificates do not count towards the path length (RFC 5280 4.2.1.9).
    const below = certificates.slice(1, at).filter((one) => one.subjectKey !== one.issuerKey).length;
    const most = basicConstraints?.pathLength ?? null;
    if (most !== null && below > most)
      say("path_too_long", `number of CA certificates below it: ${below}, allowed: ${most}`);
    if (keyUsage !== null && !keyUsage.includes("keyCertSign"))
      say("key_usage", `${keyUsage.join(", ")}, but not keyCertSign`);
    if (nameConstraints !== null) {
      const held = certificates
        .slice(0, at)
        .filter((one, i) => i === 0 || one.subjectKey !== one.issuerKey)
        .map((one) => constrain(one, nameConstraints));
      const broken = held.find(({ kind }) => kind === "broken");
      const open = held.find(({ kind }) => kind === "unchecked");
      if (broken?.kind === "broken") say("name_constraints", printable(broken.name));
      else if (open?.kind === "unchecked") say("constraints_unchecked", open.why);
    }
  } else if (keyUsage !== null && !SERVER_USAGES.some((usage) => keyUsage.includes(usage)))
    say("key_usage", keyUsage.join(", "));
  const usages = extendedKeyUsage;
  if (usages !== null && !usages.includes(SERVER_AUTH) && !usages.includes(ANY_USAGE))
    say("extended_key_usage", usages.join(", "));
  for (const id of criticalUnknown) say("critical_extension", id);
  for (const id of broken) say("broken_extension", id);
  return { certificate, problems };
}

/**
 * Key usages of which a TLS server's certificate needs at least one: signing, or for old key exchanges decryption or
 * key agreement.
 */
const SERVER_USAGES = ["digitalSignature", "keyEncipherment", "keyAgreement"];

function isoDay(seconds: number): string {
  return isoTime(seconds).slice(0, 10);
}
