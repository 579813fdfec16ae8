import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AuthorityInfoAccessSyntax,
  AuthorityKeyIdentifier,
  BasicConstraints,
  CertificatePolicies,
  CRLDistributionPoints,
  ExtendedKeyUsage,
  type Extension,
  type GeneralName,
  id_ad_caIssuers,
  id_ad_ocsp,
  KeyUsage,
  NameConstraints,
  SubjectKeyIdentifier,
} from "@peculiar/asn1-x509";
import { type NameConstraints as Constraints, constraintOf } from "./name-constraints.ts";

/**
 * Limits of the ASN.1 parser for one certificate. They allow 10,000 names and bound the work that a hostile server can
 * cause.
 */
export const READ_OPTIONS = { berOptions: { maxNodes: 20_000, maxDepth: 64 } } as never;

/**
 * A certificate's extensions (RFC 5280 4.2). Fields are null or empty for extensions that the certificate does not
 * have.
 */
export type Extensions = {
  readonly basicConstraints: { readonly ca: boolean; readonly pathLength: number | null } | null;
  /** Names of the key usage bits, as in RFC 5280 4.2.1.3. */
  readonly keyUsage: readonly string[] | null;
  /** OIDs of the purposes for which the key may be used. */
  readonly extendedKeyUsage: readonly string[] | null;
  readonly nameConstraints: Constraints | null;
  /** Subject key identifier in hex. */
  readonly subjectKeyId: string | null;
  readonly authorityKeyId: string | null;
  /** URLs of the issuer's certificate (AIA, RFC 5280 4.2.2.1). */
  readonly caIssuers: readonly string[];
  readonly ocsp: readonly string[];
  readonly crls: readonly string[];
  /** OIDs of the certificate policies. */
  readonly policies: readonly string[];
  /** Number of embedded signed certificate timestamps (RFC 6962 3.3); null if the certificate has no list of them. */
  readonly scts: number | null;
  /** True if the certificate requires the TLS feature status_request (RFC 7633). */
  readonly mustStaple: boolean;
  /**
   * OIDs of critical extensions that this API does not process. A client must reject a certificate with a critical
   * extension that it does not process (RFC 5280 4.2).
   */
  readonly criticalUnknown: readonly string[];
  /** OIDs of extensions that are needed to validate a path but are malformed or duplicated. */
  readonly broken: readonly string[];
};

const ID = {
  subjectKeyId: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  issuerAltName: "2.5.29.18",
  basicConstraints: "2.5.29.19",
  nameConstraints: "2.5.29.30",
  crls: "2.5.29.31",
  policies: "2.5.29.32",
  policyMappings: "2.5.29.33",
  authorityKeyId: "2.5.29.35",
  policyConstraints: "2.5.29.36",
  extendedKeyUsage: "2.5.29.37",
  inhibitAnyPolicy: "2.5.29.54",
  infoAccess: "1.3.6.1.5.5.7.1.1",
  tlsFeature: "1.3.6.1.5.5.7.1.24",
  scts: "1.3.6.1.4.1.11129.2.4.2",
} as const;

/**
 * Extensions that this API accepts as critical. If any other extension is critical, known or not, the certificate is
 * rejected (RFC 5280 4.2). The other known extensions do not affect path validation and must not be critical (4.2.1.1,
 * 4.2.1.2, 4.2.2.1).
 */
const PROCESSED: readonly string[] = [
  ...[ID.keyUsage, ID.subjectAltName, ID.basicConstraints, ID.nameConstraints, ID.crls, ID.policies],
  ...[ID.policyMappings, ID.policyConstraints, ID.extendedKeyUsage, ID.inhibitAnyPolicy],
];

/** Extensions that path validation uses. A defect in another extension only matters if that extension is critical. */
const ON_PATHS: readonly string[] = [
  ID.basicConstraints,
  ID.keyUsage,
  ID.extendedKeyUsage,
  ID.nameConstraints,
  ID.subjectAltName,
];

/** Maximum number of entries returned in each list. */
const LIST_MAX = 20;
const URL_MAX = 1024;

/** Parses a certificate's extensions. Never throws: malformed extensions are listed in `broken`. */
export function readExtensions(all: readonly Extension[]): Extensions {
  const broken: string[] = [];
  const bytesOf = (id: string) => all.find(({ extnID }) => extnID === id)?.extnValue.buffer;
  /** Parses an extension if the certificate has it. A malformed extension is recorded and treated as missing. */
  function read<T>(id: string, reader: (value: ArrayBuffer) => T): T | null {
    const value = bytesOf(id);
    if (value === undefined) return null;
    try {
      return reader(value as ArrayBuffer);
    } catch {
      broken.push(id);
      return null;
    }
  }
  const structure =
    <T>(type: new () => T) =>
    (value: ArrayBuffer): T =>
      AsnConvert.parse(value, type, READ_OPTIONS);
  const seen = new Set<string>();
  const twice = all.map(({ extnID }) => extnID).filter((id) => seen.size === seen.add(id).size);
  const basic = read(ID.basicConstraints, structure(BasicConstraints));
  const usage = read(ID.keyUsage, (value) =>
    AsnConvert.parse(value, KeyUsage, READ_OPTIONS)
      .toJSON()
      .map((name): string => (name === "crlSign" ? "cRLSign" : name)),
  );
  const extended = read(ID.extendedKeyUsage, (value) => [...structure(ExtendedKeyUsage)(value)]);
  const constraints = read(ID.nameConstraints, structure(NameConstraints));
  const permitted = [...(constraints?.permittedSubtrees ?? [])].map(({ base }) => constraintOf(base));
  const excluded = [...(constraints?.excludedSubtrees ?? [])].map(({ base }) => constraintOf(base));
  if ([...permitted, ...excluded].some(({ kind }) => kind === "malformed")) broken.push(ID.nameConstraints);
  const access = read(ID.infoAccess, (value) => [...structure(AuthorityInfoAccessSyntax)(value)]) ?? [];
  const urls = (method: string) =>
    access
      .filter(({ accessMethod }) => accessMethod === method)
      .flatMap(({ accessLocation }) => urlOf(accessLocation))
      .slice(0, LIST_MAX);
  return {
    basicConstraints: basic === null ? null : { ca: basic.cA, pathLength: basic.pathLenConstraint ?? null },
    keyUsage: usage,
    extendedKeyUsage: extended,
    nameConstraints: constraints === null ? null : { permitted, excluded, compared: new WeakMap() },
    subjectKeyId: read(ID.subjectKeyId, (value) => hex(structure(SubjectKeyIdentifier)(value).buffer)),
    authorityKeyId: read(ID.authorityKeyId, (value) => {
      const { keyIdentifier } = structure(AuthorityKeyIdentifier)(value);
      return keyIdentifier === undefined ? "" : hex(keyIdentifier.buffer);
    }),
    caIssuers: urls(id_ad_caIssuers),
    ocsp: urls(id_ad_ocsp),
    crls: read(ID.crls, crlUrls) ?? [],
    policies:
      read(ID.policies, (value) =>
        [...structure(CertificatePolicies)(value)]
          .map(({ policyIdentifier }) => policyIdentifier)
          .slice(0, LIST_MAX),
      ) ?? [],
    scts: read(ID.scts, countScts),
    mustStaple: read(ID.tlsFeature, (value) => hex(value) === STATUS_REQUEST) ?? false,
    criticalUnknown: all
      .filter(({ extnID, critical }) => critical && !PROCESSED.includes(extnID))
      .map(({ extnID }) => extnID)
      .slice(0, LIST_MAX),
    broken: [...new Set([...broken, ...twice])]
      .filter((id) => ON_PATHS.includes(id) || all.some(({ extnID, critical }) => critical && extnID === id))
      .slice(0, LIST_MAX),
  };
}

/** Hex of the TLS feature extension if status_request (5) is its only feature. Other features are not in use. */
const STATUS_REQUEST = "3003020105";

function crlUrls(value: ArrayBuffer): readonly string[] {
  return [...AsnConvert.parse(value, CRLDistributionPoints, READ_OPTIONS)]
    .flatMap(({ distributionPoint }) => [...(distributionPoint?.fullName ?? [])].flatMap(urlOf))
    .slice(0, LIST_MAX);
}

function urlOf({ uniformResourceIdentifier: url }: GeneralName): readonly string[] {
  return url !== undefined && url.length <= URL_MAX && /^[\x21-\x7e]+$/.test(url) ? [url] : [];
}

/**
 * Counts the entries of a SignedCertificateTimestampList: an OCTET STRING that contains entries, each preceded by its
 * length (RFC 6962 3.3).
 */
function countScts(value: ArrayBuffer): number {
  const bytes = new Uint8Array(AsnConvert.parse(value, OctetString, READ_OPTIONS).buffer);
  const length = (at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  let count = 0;
  for (let at = 2; at < bytes.length; at += 2 + length(at)) count += 1;
  return count;
}

function hex(buffer: ArrayBufferLike): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
