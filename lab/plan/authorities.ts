import type { Key } from "./keys.ts";

/**
 * A certificate authority's certificate. Entries with the same common name share one key, so they are certificates of
 * one authority.
 */
export type Authority = {
  readonly commonName: string;
  readonly issuer: AuthorityName | "itself";
  /** Validity period, in days from now. Default -30 to 1000. */
  readonly days?: readonly [from: number, until: number];
  /** Default P-256. */
  readonly key?: Key;
  readonly digest?: "sha1";
  /** Lines of openssl's x509v3_config that replace the default lines; null removes a line. */
  readonly extensions?: Readonly<Record<string, string | null>>;
};

/** The host that publishes the authorities' certificates and CRLs. */
export const AIA_HOST = "aia.certs.com";

/** Returns the extension with the URLs of the issuer's certificate (RFC 5280 section 4.2.2.1). */
export function issuerAt(...urls: readonly string[]) {
  return { authorityInfoAccess: urls.map((url) => `caIssuers;URI:${url}`).join(",") };
}

/** Returns the extension for an issuer's certificate that is a file on AIA_HOST. */
export function issuerFile(file: string) {
  return issuerAt(`http://${AIA_HOST}/${file}`);
}

const CONSTRAINED = (constraint: string) => ({
  commonName: `Lab Constrained CA ${constraint}`.replace(/[^A-Za-z0-9. ]/g, " "),
  issuer: "root" as const,
  extensions: { nameConstraints: `critical,${constraint}` },
});
const PATH = (length: number) => ({ basicConstraints: `critical,CA:TRUE,pathlen:${length}` });
const EXPIRED = [-4000, -40] as const;

/**
 * Every authority except the unrelated authorities. An issuer comes before the authorities that it signs. Only `root`
 * is trusted, and only inside the lab.
 */
const NAMED = {
  root: { commonName: "Lab Root CA", issuer: "itself", days: [-30, 3650] },
  intermediate: { commonName: "Lab Intermediate CA", issuer: "root", extensions: PATH(0) },
  rsa: { commonName: "Lab RSA Intermediate CA", issuer: "root", key: "rsa-2048", extensions: PATH(1) },
  expired: { commonName: "Lab Expired CA", issuer: "root", days: [-400, -1], extensions: PATH(0) },

  strangerRoot: { commonName: "Stranger Root CA", issuer: "itself", days: [-30, 3650] },
  stranger: { commonName: "Stranger Intermediate CA", issuer: "strangerRoot", extensions: PATH(0) },
  strangerWithAia: {
    commonName: "Stranger Intermediate CA",
    issuer: "strangerRoot",
    extensions: { ...PATH(0), ...issuerFile("stranger-root.crt") },
  },
  oldRoot: { commonName: "Old Root CA", issuer: "itself", days: EXPIRED },

  // An authority with certificates from two issuers, and the root's key cross-signed by an old root, as after a
  // change of roots.
  cross: { commonName: "Lab Cross CA", issuer: "root", extensions: PATH(0) },
  crossOld: { commonName: "Lab Cross CA", issuer: "oldRoot", days: EXPIRED, extensions: PATH(0) },
  rootOld: { commonName: "Lab Root CA", issuer: "oldRoot", days: EXPIRED },

  p384: { commonName: "Lab P-384 CA", issuer: "root", key: "p-384", extensions: PATH(0) },

  // Authorities for chains whose certificates contain the URL of their issuer's certificate.
  sub: { commonName: "Lab Sub CA", issuer: "root", extensions: PATH(1) },
  deep: {
    commonName: "Lab Deep CA",
    issuer: "sub",
    extensions: { ...PATH(0), ...issuerFile("sub.crt") },
  },
  // Two authorities that sign each other. The self-signed `loopFirst` is needed to sign the first of the two
  // certificates.
  loopFirst: { commonName: "Loop A CA", issuer: "itself" },
  loopB: { commonName: "Loop B CA", issuer: "loopFirst", extensions: issuerFile("loop-a.crt") },
  loopA: { commonName: "Loop A CA", issuer: "loopB", extensions: issuerFile("loop-b.crt") },

  // Authorities with one fault each.
  sha1: { commonName: "Lab SHA-1 CA", issuer: "rsa", digest: "sha1", extensions: PATH(0) },
  permitsCerts: CONSTRAINED("permitted;DNS:certs.com"),
  permitsOthers: CONSTRAINED("permitted;DNS:example.org"),
  excludesCerts: CONSTRAINED("excluded;DNS:certs.com"),
  excludesAddresses: CONSTRAINED("excluded;IP:5.40.0.0/255.255.0.0"),
  noCaFlag: {
    commonName: "Lab No CA",
    issuer: "root",
    extensions: { basicConstraints: "critical,CA:FALSE" },
  },
  noBasicConstraints: {
    commonName: "Lab Unconstrained CA",
    issuer: "root",
    extensions: { basicConstraints: null },
  },
  tooLong: { commonName: "Lab Fourth CA", issuer: "intermediate", extensions: PATH(0) },
  keyUsage: {
    commonName: "Lab Revoking CA",
    issuer: "root",
    extensions: { ...PATH(0), keyUsage: "critical,cRLSign" },
  },
  ekuClient: {
    commonName: "Lab Clients CA",
    issuer: "root",
    extensions: { ...PATH(0), extendedKeyUsage: "clientAuth" },
  },
} as const satisfies Readonly<Record<string, LooseAuthority>>;

/** An Authority whose issuer is any string, because AuthorityName is derived from the table. */
type LooseAuthority = Omit<Authority, "issuer"> & { readonly issuer: string };

/** Name of an authority in the plan. */
export type AuthorityName = keyof typeof NAMED | `unrelated-${number}`;

/** Authorities that sign nothing. Servers send their certificates as superfluous parts of a chain. */
export const UNRELATED: readonly AuthorityName[] = Array.from(
  { length: 30 },
  (_, i) => `unrelated-${i + 1}` as const,
);

/** Every authority by name. An issuer comes before the authorities that it signs. */
export const AUTHORITIES: ReadonlyMap<AuthorityName, Authority> = new Map<AuthorityName, Authority>([
  ...Object.entries<Authority>(NAMED).map(([name, one]) => [name as keyof typeof NAMED, one] as const),
  ...UNRELATED.map((name) => [name, { commonName: `Stranger ${name}`, issuer: "itself" }] as const),
]);

/**
 * Returns an authority's entry.
 * @throws if the plan has no such authority.
 */
export function authorityOf(name: AuthorityName): Authority {
  const authority = AUTHORITIES.get(name);
  if (authority === undefined) throw new Error(`the plan has no authority ${name}`);
  return authority;
}

/** Returns the chain that a server should send: the authority and all authorities above it, without the root. */
export function chainOf(name: AuthorityName | "itself"): readonly AuthorityName[] {
  if (name === "itself") return [];
  const { issuer } = authorityOf(name);
  return issuer === "itself" ? [] : [name, ...chainOf(issuer)];
}
