import { type AuthorityName, chainOf } from "./authorities.ts";
import type { Key } from "./keys.ts";
import type { CertificateKind } from "./shapes.ts";

/** A server's certificate, and the chain that the server sends with it. */
export type Certificate = {
  /** The common name; null for an empty subject. */
  readonly subject: string | null;
  /** The subjectAltName entries, such as `DNS:a.com` or `IP:5.40.0.1`. An empty list omits the extension. */
  readonly names: readonly string[];
  readonly issuer: AuthorityName | "itself";
  /** Validity period, in days from now. */
  readonly days: readonly [from: number, until: number];
  readonly key: Key;
  /** Name from which a P-256 key is derived (see keys.ts). By default all servers share one key. */
  readonly owner?: string;
  readonly digest?: "sha1" | "md5";
  /** Lines of openssl's x509v3_config that replace the default lines; null removes a line. */
  readonly extensions?: Readonly<Record<string, string | null>>;
  /** True if the signature has one wrong bit. */
  readonly damaged?: true;
  /** Number of times that the server sends its own certificate. Default 1. */
  readonly times?: 2;
  /** The authorities' certificates that the server sends after its own, in this order. */
  readonly sent: readonly AuthorityName[];
};

/** The fields in which a certificate differs from a good certificate. */
export type Differences = Partial<Certificate>;

/** Returns a good certificate for some names, changed by `differences`. */
export function certificateFor(hosts: readonly string[], differences: Differences = {}): Certificate {
  return {
    subject: hosts[0] ?? null,
    names: hosts.map((host) => `DNS:${host}`),
    issuer: "intermediate",
    days: [-1, 80],
    key: "p-256",
    sent: chainOf(differences.issuer ?? "intermediate"),
    ...differences,
  };
}

/**
 * Differences from a good certificate, by kind. Registries present certificates of these kinds, too. The issuer is the
 * root itself, except for a self-signed certificate.
 */
const KINDS: Readonly<Record<CertificateKind, Differences>> = {
  valid: { issuer: "root" },
  expired: { issuer: "root", days: [-90, -1] },
  self_signed: { issuer: "itself" },
  other_name: { issuer: "root", subject: "www.example.org", names: ["DNS:www.example.org"] },
};

/** Returns a certificate for some names that is valid or has one fault. */
export function certificateOfKind(kind: CertificateKind, hosts: readonly string[]): Certificate {
  return certificateFor(hosts, KINDS[kind]);
}
