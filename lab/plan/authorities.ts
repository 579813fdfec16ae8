import type { Key } from "./keys.ts";

/** A certificate authority. Those of one common name are one authority: the same key in several certificates. */
export type Authority = {
  readonly commonName: string;
  readonly issuer: AuthorityName | "itself";
  /** From and until when, in days from now. Default from -30 to 1000. */
  readonly days?: readonly [from: number, until: number];
  /** Default P-256. */
  readonly key?: Key;
  readonly digest?: "sha1";
  /** Lines of openssl's x509v3_config in place of the usual ones; null leaves one out. */
  readonly extensions?: Readonly<Record<string, string | null>>;
};

/** Where authorities publish their certificates. */
export const AIA_HOST = "aia.certs.com";

/** The extension that says where the issuer's certificate is to be had (RFC 5280 section 4.2.2.1). */
export function issuerAt(...urls: readonly string[]) {
  return { authorityInfoAccess: urls.map((url) => `caIssuers;URI:${url}`).join(",") };
}

/** As issuerAt, for a file of the host that has all of them. */
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

/** Every authority but the unrelated ones, issuers before those they sign. Only `root` is trusted, by the lab alone. */
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

  // One authority with two issuers, and the root's own key signed by another: as after the change of a root.
  cross: { commonName: "Lab Cross CA", issuer: "root", extensions: PATH(0) },
  crossOld: { commonName: "Lab Cross CA", issuer: "oldRoot", days: EXPIRED, extensions: PATH(0) },
  rootOld: { commonName: "Lab Root CA", issuer: "oldRoot", days: EXPIRED },

  p384: { commonName: "Lab P-384 CA", issuer: "root", key: "p-384", extensions: PATH(0) },

  // Each tells where its issuer is.
  sub: { commonName: "Lab Sub CA", issuer: "root", extensions: PATH(1) },
  deep: {
    commonName: "Lab Deep CA",
    issuer: "sub",
    extensions: { ...PATH(0), ...issuerFile("sub.crt") },
  },
  // Two that certify one another; to do so each needs a certificate first.
  loopFirst: { commonName: "Loop A CA", issuer: "itself" },
  loopB: { commonName: "Loop B CA", issuer: "loopFirst", extensions: issuerFile("loop-a.crt") },
  loopA: { commonName: "Loop A CA", issuer: "loopB", extensions: issuerFile("loop-b.crt") },

  // Wrong in one way each.
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

/** As Authority; its names are known when the table is. */
type LooseAuthority = Omit<Authority, "issuer"> & { readonly issuer: string };

export type AuthorityName = keyof typeof NAMED | `unrelated-${number}`;

/** Authorities that have to do with nothing. */
export const UNRELATED: readonly AuthorityName[] = Array.from(
  { length: 30 },
  (_, i) => `unrelated-${i + 1}` as const,
);

/** Every authority by its name, issuers before those they sign. */
export const AUTHORITIES: ReadonlyMap<AuthorityName, Authority> = new Map<AuthorityName, Authority>([
  ...Object.entries<Authority>(NAMED).map(([name, one]) => [name as keyof typeof NAMED, one] as const),
  ...UNRELATED.map((name) => [name, { commonName: `Stranger ${name}`, issuer: "itself" }] as const),
]);

/** An authority's entry. @throws when there is none. */
export function authorityOf(name: AuthorityName): Authority {
  const authority = AUTHORITIES.get(name);
  if (authority === undefined) throw new Error(`the plan has no authority ${name}`);
  return authority;
}

/** An authority and those above it, but for the root, as a server should send them. */
export function chainOf(name: AuthorityName | "itself"): readonly AuthorityName[] {
  if (name === "itself") return [];
  const { issuer } = authorityOf(name);
  return issuer === "itself" ? [] : [name, ...chainOf(issuer)];
}
