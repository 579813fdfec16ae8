import { printable } from "../../harmless.ts";
import { isoTime } from "../dns/text.ts";
import { type Certificate, isSelfSigned, isSignedBy } from "./certificate.ts";
import { type Constrain, createConstrain } from "./name-constraints.ts";

/** What keeps a certificate from being trusted at its place in a path (RFC 5280 6.1). */
export const PATH_PROBLEMS = {
  signature_invalid: "Its signature is not its issuer's.",
  signature_unknown: "Its signature is of a kind that is not known here.",
  signatures_unchecked:
    "Whether its issuer signed it was not looked at: more signatures would have to be than are.",
  expired: "It has expired.",
  not_yet_valid: "It is not valid yet.",
  not_a_ca: "It issued a certificate, and is no authority's (basicConstraints).",
  path_too_long: "More authorities follow it than it allows (pathLenConstraint).",
  key_usage: "Its key may not be used for this (keyUsage).",
  extended_key_usage: "It is not for TLS servers (extendedKeyUsage).",
  name_constraints: "A certificate below it has a name that it does not allow (nameConstraints).",
  constraints_unchecked:
    "Whether it allows the names below it is more than is checked here (nameConstraints).",
  critical_extension: "It has a critical extension that is not known here.",
  broken_extension: "It has an extension that cannot be read.",
} as const;
export type PathProblem = keyof typeof PATH_PROBLEMS;

/** Problems that are ours: what could not be checked. */
export const UNSURE: readonly PathProblem[] = [
  ...(["signature_unknown", "signatures_unchecked", "constraints_unchecked"] as const),
];

/** A certificate in a path, with all that is wrong with it there. */
export type Link = {
  readonly certificate: Certificate;
  readonly problems: readonly { readonly code: PathProblem; readonly detail: string }[];
};

/** A way from a server's certificate upwards. */
export type Path = {
  readonly links: readonly Link[];
  /**
   * How it ends: at a trust anchor; at a certificate that is its own issuer and no anchor; at one whose issuer was not
   * found; or where there were more ways than are looked at, and none of those led to an anchor.
   */
  readonly end: "anchor" | "self_signed" | "issuer_missing" | "given_up";
};

/** Longer ways, more ways and more signatures than these are not looked at: real ones have four, two and ten. */
const LENGTH_MAX = 24;
const PATHS_MAX = 16;
const SIGNATURES_MAX = 32;

/** Whether a signature holds; null where the platform cannot tell. */
type Signed = boolean | null | "unchecked";

/**
 * Builds the ways from a certificate to trust anchors, the best first: one that ends at an anchor, then that with the
 * fewest problems, then the shortest. There is always one: that of the certificate alone.
 * @param others what may lie between. @param anchors only those that could be an issuer are needed.
 * @param now seconds since 1970.
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
        // The same key under the same name again would be a circle (RFC 4158 2.4.2).
        !certificates.some((below) => sameHolder(below, one)) &&
        all.findIndex((other) => same(other, one)) === i,
    );
    // Those whose key is named first: a signature costs most. What is named may be wrong, so others come after.
    const fitting = named.filter((one) => fits(top, one));
    const signers = (all: readonly Certificate[]) => all.filter((one) => signed(top, one) !== false);
    const first = signers(fitting);
    const issuers = first.length > 0 ? first : signers(named.filter((one) => !fitting.includes(one)));
    // One that fits but for the signature is shown: that is what is wrong.
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
  // Of ways that were not looked at nothing is known.
  const all =
    anchored || found.length < PATHS_MAX
      ? found
      : found.map((path) => ({ ...path, end: "given_up" as const }));
  return all.toSorted((a, b) => rank(a) - rank(b));
}

export function same(a: Certificate, b: Certificate): boolean {
  return a.fingerprintSha256 === b.fingerprintSha256;
}

/** Whether two certificates are of the same name and key, as cross-signed ones are. */
export function sameHolder(a: Certificate, b: Certificate): boolean {
  return a.subjectKey === b.subjectKey && a.key.spkiSha256 === b.key.spkiSha256;
}

/** Whether a certificate names this one's key as its issuer's, as far as they say. */
function fits(certificate: Certificate, issuer: Certificate): boolean {
  const wanted = certificate.extensions.authorityKeyId;
  const has = issuer.extensions.subjectKeyId;
  return wanted === null || wanted === "" || has === null || wanted === has;
}

const SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
const ANY_USAGE = "2.5.29.37.0";

/** @param certificates of a path, the server's first. @param at which of them is looked at. */
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
    if (is === false) say("signature_invalid", "not by the key of the one above it");
    if (is === null) say("signature_unknown", certificate.signatureAlgorithm);
    if (is === "unchecked") say("signatures_unchecked", `beyond ${SIGNATURES_MAX}`);
  }
  if (certificate.notAfter < now) say("expired", isoDay(certificate.notAfter));
  if (certificate.notBefore > now) say("not_yet_valid", isoDay(certificate.notBefore));
  if (isAuthority) {
    // Roots from before version 3 have no extensions, and are trusted by themselves.
    const rootOfOld = issuer === undefined && basicConstraints === null && keyUsage === null;
    if (basicConstraints?.ca !== true && !rootOfOld)
      say("not_a_ca", basicConstraints === null ? "no basicConstraints" : "CA:FALSE");
    // Those that only renew themselves do not count (RFC 5280 4.2.1.9).
    const below = certificates.slice(1, at).filter((one) => one.subjectKey !== one.issuerKey).length;
    const most = basicConstraints?.pathLength ?? null;
    if (most !== null && below > most) say("path_too_long", `${below} below it, ${most} allowed`);
    if (keyUsage !== null && !keyUsage.includes("keyCertSign"))
      say("key_usage", `${keyUsage.join(", ")}, no keyCertSign`);
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

/** What a server's key does in TLS: signs, or in old key exchanges decrypts or agrees. */
const SERVER_USAGES = ["digitalSignature", "keyEncipherment", "keyAgreement"];

function isoDay(seconds: number): string {
  return isoTime(seconds).slice(0, 10);
}
