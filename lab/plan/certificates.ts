import { type AuthorityName, chainOf } from "./authorities.ts";
import type { Key } from "./keys.ts";
import type { CertificateKind } from "./shapes.ts";

/** A certificate that a server shows: what it says, who signed it, and what is sent with it. */
export type Certificate = {
  /** The common name; null for an empty subject. */
  readonly subject: string | null;
  /** The subjectAltName, each as `DNS:a.com` or `IP:5.40.0.1`. Empty: no such extension. */
  readonly names: readonly string[];
  readonly issuer: AuthorityName | "itself";
  /** From and until when, in days from now. */
  readonly days: readonly [from: number, until: number];
  readonly key: Key;
  /** Whose P-256 key, where it is not the one that all share: see keys.ts. */
  readonly owner?: string;
  readonly digest?: "sha1" | "md5";
  /** Lines of openssl's x509v3_config in place of the usual ones; null leaves one out. */
  readonly extensions?: Readonly<Record<string, string | null>>;
  /** One bit of the signature is wrong. */
  readonly damaged?: true;
  /** Sent before the authorities: once, as it should be, or twice. */
  readonly times?: 2;
  /** The authorities sent after it, in this order. */
  readonly sent: readonly AuthorityName[];
};

/** What a certificate has otherwise than a good one. */
export type Differences = Partial<Certificate>;

/** A certificate for some names, good but for the differences. */
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

/** The kinds that registries show too, issued by the root itself. */
const KINDS: Readonly<Record<CertificateKind, Differences>> = {
  valid: { issuer: "root" },
  expired: { issuer: "root", days: [-90, -1] },
  self_signed: { issuer: "itself" },
  other_name: { issuer: "root", subject: "www.example.org", names: ["DNS:www.example.org"] },
};

/** A certificate for some names with one thing wrong, if anything. */
export function certificateOfKind(kind: CertificateKind, hosts: readonly string[]): Certificate {
  return certificateFor(hosts, KINDS[kind]);
}
