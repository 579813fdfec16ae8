import type { Net } from "@dnstools/net";
import type { CrlCache } from "./crl-cache.ts";
import type { TrustStore } from "./trust-store.ts";

/**
 * Network access for the cert service's tools, with the trust store and the revocation lists that all calls
 * share.
 */
export type CertIo = Net & { readonly trust: TrustStore; readonly crls: CrlCache };
