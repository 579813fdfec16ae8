import type { Net } from "@dnstools/net";
import type { TrustStore } from "./trust-store.ts";

/** The cert service's tools' way to the network, and whom they trust. */
export type CertIo = Net & { readonly trust: TrustStore };
