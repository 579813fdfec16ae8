import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";

/**
 * A certificate ends soon if less than this share of its lifetime and less than this time is left, as the tool ssl
 * judges it.
 */
const ENDING = { share: 1 / 4, ms: 30 * 86_400_000 } as const;

/** The authorities that are trusted, which tell a proxy's certificates from those of servers. */
export class Authorities {
  private readonly pems: readonly string[];
  private web: readonly X509Certificate[] | null = null;
  private own: readonly X509Certificate[] | null = null;

  /** @param pems the authorities that the operator trusts; null for those of the public web (Mozilla's, as in Bun). */
  constructor(pems: readonly string[] | null) {
    this.pems = pems ?? [];
  }

  /** Returns true if an authority of the public web signed a certificate of the chain. Dates are not checked. */
  isPublic(chain: readonly string[]): boolean {
    this.web ??= rootCertificates.map((pem) => new X509Certificate(pem));
    return isSignedBy(this.web, chain);
  }

  /** Returns true if a trusted authority signed a certificate of the chain. Dates are not checked. */
  isTrusted(chain: readonly string[]): boolean {
    return this.isPublic(chain) || isSignedBy(this.ofOperator(), chain);
  }

  /**
   * Returns true if a chain needs no fault of this host to be explained: it is trusted, valid, and does not end soon. An
   * authority of the operator that signs the certificates of servers itself may be that of a proxy.
   */
  isInOrder(chain: readonly string[], nowMs: number): boolean {
    const isValid = chain.every((der) => isLasting(read(der), nowMs));
    return isValid && (this.isPublic(chain) || isSignedBy(this.ofOperator(), chain.slice(1)));
  }

  private ofOperator(): readonly X509Certificate[] {
    this.own ??= this.pems.map((pem) => new X509Certificate(pem));
    return this.own;
  }
}

/** Returns the name of the authority that issued the first certificate of a chain; null if it cannot be read. */
export function issuerOf([leaf]: readonly string[]): string | null {
  return leaf === undefined ? null : (read(leaf)?.issuer ?? null);
}

function isSignedBy(authorities: readonly X509Certificate[], chain: readonly string[]): boolean {
  return chain.some((der) => {
    const one = read(der);
    return (
      one !== null &&
      authorities.some(({ subject, publicKey }) => subject === one.issuer && one.verify(publicKey))
    );
  });
}

function isLasting(one: X509Certificate | null, nowMs: number): boolean {
  if (one === null) return false;
  const [from, until] = [Date.parse(one.validFrom), Date.parse(one.validTo)];
  return from <= nowMs && until - nowMs >= Math.min(ENDING.share * (until - from), ENDING.ms);
}

function read(der: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(der, "base64"));
  } catch {
    return null;
  }
}
