import type { Certificate } from "./certificates.ts";
import { DANE_CERTIFICATES, DANE_OPENSSL } from "./dane.ts";
import { EXAMPLE_CERTIFICATES } from "./example-web.ts";
import { FIX_CERTIFICATES } from "./fix.ts";
import { MAIL_CERTIFICATES } from "./mail.ts";
import { OWN_CERTIFICATES } from "./own-domains.ts";
import { POLICY_CERTIFICATES, POLICY_OPENSSL } from "./policy-hosts.ts";
import { PERFECT_CERTIFICATES } from "./policy-roles.ts";
import { TRIAL_CERTIFICATES } from "./trials.ts";
import { ZOO_OPENSSL, zooCertificates } from "./zoo.ts";

/** Returns every certificate that a web or mail server presents, by the name of the certificate's files. */
export function certificates(): Readonly<Record<string, Certificate>> {
  return {
    ...zooCertificates(),
    ...MAIL_CERTIFICATES,
    ...DANE_CERTIFICATES,
    ...POLICY_CERTIFICATES,
    ...PERFECT_CERTIFICATES,
    ...EXAMPLE_CERTIFICATES,
    ...FIX_CERTIFICATES,
    ...OWN_CERTIFICATES,
    ...TRIAL_CERTIFICATES,
  };
}

/**
 * Returns the verify return code of `openssl s_client` for a server's certificate and name; null if openssl
 * receives no certificate.
 */
export function opensslSays(host: string): number | null {
  const zoo = ZOO_OPENSSL.get(host);
  return zoo === undefined ? (DANE_OPENSSL.get(host) ?? POLICY_OPENSSL.get(host) ?? 0) : zoo;
}
