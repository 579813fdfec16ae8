import type { Net } from "@dnstools/net";
import type { Authorities } from "@dnstools/server/config/authorities";
import { createService, type Service, type ServiceDeps } from "@dnstools/server/run/mount";
import { createCrlCache } from "./crl-cache.ts";
import { tools } from "./tools/index.ts";
import { createTrustStore } from "./trust-store.ts";

/** Dependencies of the cert service. */
export type CertDeps = ServiceDeps<Net> & {
  /** The certificate authorities that are trusted. */
  readonly authorities: Authorities;
};

/** Creates the cert service with its tools. */
export function createCertService(deps: CertDeps): Service {
  const { io: net } = deps;
  const trust = createTrustStore(deps.authorities);
  const crls = createCrlCache(() => Date.now() / 1000);
  return createService("cert", tools, { ...deps, io: { ...net, trust, crls } });
}
