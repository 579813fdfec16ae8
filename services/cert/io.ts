import type { Net } from "@dnstools/net";
import type { CrlCache } from "./crl-cache.ts";
import type { TrustStore } from "./trust-store.ts";

/** The cert service's tools' way to the network, whom they trust, and the revocation lists of all calls. */
export type CertIo = Net & { readonly trust: TrustStore; readonly crls: CrlCache };
