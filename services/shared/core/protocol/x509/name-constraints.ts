import type { GeneralName } from "@peculiar/asn1-x509";
import { type Cidr, contains, type IpBytes, parseIp } from "../ip.ts";
import { rdnsOf } from "./distinguished-name.ts";
import type { SubjectNames } from "./subject-names.ts";

/** The parts of a certificate that name constraints apply to. */
type CertificateNames = {
  readonly subject: string;
  readonly subjectRdns: readonly string[];
  readonly names: SubjectNames;
};

/** A subtree of name constraints (RFC 5280 4.2.1.10), prepared for comparison. */
export type Constraint =
  | { readonly kind: "dns" | "email" | "uri"; readonly base: string }
  | { readonly kind: "ip"; readonly block: Cidr }
  /** The relative distinguished names, from the root. */
  | { readonly kind: "directory"; readonly rdns: readonly string[] }
  /** A malformed address block. */
  | { readonly kind: "malformed" }
  /** A kind of name that is not supported here. */
  | { readonly kind: "other" };

/** The name constraints of a CA certificate (RFC 5280 4.2.1.10). */
export type NameConstraints = {
  readonly permitted: readonly Constraint[];
  readonly excluded: readonly Constraint[];
  /** Cached results by certificate, so that each certificate is compared only once. */
  readonly compared: WeakMap<CertificateNames, Constrained>;
};

/** Converts the base name of a subtree to a constraint. */
export function constraintOf(base: GeneralName): Constraint {
  if (base.dNSName !== undefined) return { kind: "dns", base: base.dNSName.toLowerCase() };
  if (base.iPAddress !== undefined) return blockOf(base.iPAddress);
  if (base.rfc822Name !== undefined) return { kind: "email", base: base.rfc822Name };
  if (base.uniformResourceIdentifier !== undefined)
    return { kind: "uri", base: base.uniformResourceIdentifier.toLowerCase() };
  if (base.directoryName !== undefined) return { kind: "directory", rdns: rdnsOf(base.directoryName) };
  return { kind: "other" };
}

/**
 * Parses `address/bits`. The ASN.1 library returns the number of bits in the mask, which must be the leading ones (RFC
 * 5280 4.2.1.10, RFC 4632 3.1).
 */
function blockOf(text: string): Constraint {
  const [address = "", length = ""] = text.split("/");
  const bytes = parseIp(address);
  return bytes !== null && /^\d+$/.test(length)
    ? { kind: "ip", block: { bytes, bits: Number(length) } }
    : { kind: "malformed" };
}

/**
 * The result of comparing a certificate's names with constraints: all allowed, one not allowed, or not checked.
 */
export type Constrained =
  | { readonly kind: "kept" }
  | { readonly kind: "broken"; readonly name: string }
  | { readonly kind: "unchecked"; readonly why: string };

const KEPT: Constrained = { kind: "kept" };

/**
 * Maximum number of comparisons (names times constraints) for one chain. OpenSSL allows 1,048,576 per CA certificate;
 * real chains need hundreds.
 */
const COMPARISONS_MAX = 200_000;

/**
 * A function that checks a certificate's names against constraints (RFC 5280 4.2.1.10). A name of a kind without a
 * permitted subtree is allowed, unless it is excluded.
 */
export type Constrain = (certificate: CertificateNames, constraints: NameConstraints) => Constrained;

/**
 * Creates a checker for one chain. Once the limit is exceeded, all further results are unchecked. Cached
 * comparisons count towards the limit too.
 */
export function createConstrain(): Constrain {
  const done = new Map<NameConstraints, Map<CertificateNames, Constrained>>();
  let left = COMPARISONS_MAX;
  return (certificate, constraints) => {
    const of = done.get(constraints) ?? new Map<CertificateNames, Constrained>();
    done.set(constraints, of);
    const before = of.get(certificate);
    if (before !== undefined) return before;
    left -= countOf(certificate) * (constraints.permitted.length + constraints.excluded.length);
    const found: Constrained =
      left < 0 ? { kind: "unchecked", why: "too many names" } : compareOnce(certificate, constraints);
    of.set(certificate, found);
    return found;
  };
}

function countOf({ names, subjectRdns }: CertificateNames): number {
  const { dns, ips, emails, uris } = names;
  return 1 + dns.length + ips.length + emails.length + uris.length + subjectRdns.length;
}

function compareOnce(certificate: CertificateNames, constraints: NameConstraints): Constrained {
  const found = constraints.compared.get(certificate) ?? compare(certificate, constraints);
  constraints.compared.set(certificate, found);
  return found;
}

/** A name in a certificate, of a kind to which constraints can apply. */
type Named =
  | { readonly kind: "dns" | "email" | "uri"; readonly name: string }
  | { readonly kind: "ip"; readonly name: string; readonly bytes: IpBytes }
  | { readonly kind: "directory"; readonly name: string; readonly rdns: readonly string[] };

function compare(certificate: CertificateNames, { permitted, excluded }: NameConstraints): Constrained {
  const all = [...permitted, ...excluded];
  // The kinds of the names counted in `others` are unknown. Without such names, an unsupported constraint has no
  // effect.
  if (certificate.names.others > 0 && all.some(({ kind }) => kind === "other"))
    return { kind: "unchecked", why: "a constraint of an unsupported kind" };
  if (certificate.names.malformedIps > 0 && all.some(({ kind }) => kind === "ip"))
    return { kind: "broken", name: "a malformed IP address" };
  // Directory names in the certificate are only counted and not kept, so directory constraints cannot be checked on
  // them.
  if (certificate.names.others > 0 && all.some(({ kind }) => kind === "directory"))
    return { kind: "unchecked", why: "names of unsupported kinds" };
  for (const named of namesOf(certificate)) {
    const ofKind = permitted.filter(({ kind }) => kind === named.kind);
    const allowed = ofKind.length === 0 || ofKind.some((one) => isBelow(named, one));
    if (!allowed || excluded.some((one) => isBelow(named, one) || mayBeBelow(named, one)))
      return { kind: "broken", name: named.name };
  }
  return KEPT;
}

/**
 * OID of the attribute that contains a mail address in old subjects (PKCS #9), as it appears in a relative
 * distinguished name.
 */
const EMAIL_ADDRESS = "1.2.840.113549.1.9.1=";

function namesOf({ names, subject, subjectRdns }: CertificateNames): readonly Named[] {
  const inSubject = subjectRdns
    .flatMap((rdn) => rdn.split("\n"))
    .filter((attribute) => attribute.startsWith(EMAIL_ADDRESS))
    .map((attribute) => attribute.slice(EMAIL_ADDRESS.length));
  return [
    ...(subjectRdns.length > 0 ? [{ kind: "directory" as const, name: subject, rdns: subjectRdns }] : []),
    ...names.dns.map((name) => ({ kind: "dns" as const, name: name.toLowerCase() })),
    ...names.ips.map((name) => ({ kind: "ip" as const, name, bytes: parseIp(name) ?? [] })),
    ...[...names.emails, ...inSubject].map((name) => ({ kind: "email" as const, name })),
    ...names.uris.map((name) => ({ kind: "uri" as const, name: name.toLowerCase() })),
  ];
}

function isBelow(named: Named, constraint: Constraint): boolean {
  if (constraint.kind === "ip" && named.kind === "ip") return contains(constraint.block, named.bytes);
  if (constraint.kind === "directory" && named.kind === "directory")
    return constraint.rdns.every((rdn, i) => named.rdns[i] === rdn);
  if (constraint.kind === "dns" && named.kind === "dns")
    return isInDomain(named.name.replace(/^\*\./, ""), constraint.base);
  if (constraint.kind === "email" && named.kind === "email") return isMailOf(named.name, constraint.base);
  if (constraint.kind === "uri" && named.kind === "uri")
    return isHostOrBelow(
      /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:?#]*)/.exec(named.name)?.[1] ?? "",
      constraint.base,
    );
  return false;
}

/** Returns true if a wildcard name could match an excluded host: `*.a.com` matches `b.a.com`. */
function mayBeBelow(named: Named, constraint: Constraint): boolean {
  if (constraint.kind !== "dns" || named.kind !== "dns" || !named.name.startsWith("*.")) return false;
  const { base } = constraint;
  return base.slice(base.indexOf(".")) === named.name.slice(1) && base.includes(".");
}

/**
 * Returns true if a DNS name is within a constraint's domain. A leading dot, which RFC 5280 does not define here,
 * restricts the constraint to subdomains, as in OpenSSL.
 */
function isInDomain(name: string, domain: string): boolean {
  if (domain === "" || domain.startsWith(".")) return name.endsWith(domain);
  return name === domain || name.endsWith(`.${domain}`);
}

/**
 * Returns true if a mail address is within a constraint. The local part is compared exactly, the host without regard
 * to case (RFC 5280 7.5).
 */
function isMailOf(address: string, place: string): boolean {
  const at = address.lastIndexOf("@");
  const host = address.slice(at + 1).toLowerCase();
  const placeAt = place.lastIndexOf("@");
  const placeHost = place.slice(placeAt + 1).toLowerCase();
  if (placeAt === -1) return isHostOrBelow(host, placeHost);
  return address.slice(0, at) === place.slice(0, placeAt) && host === placeHost;
}

/**
 * Returns true if a host is within a constraint for mail addresses or URIs. A constraint with a leading dot covers the
 * hosts below a domain; without it, only that host.
 */
function isHostOrBelow(host: string, place: string): boolean {
  return place.startsWith(".") ? host.endsWith(place) : host === place;
}
