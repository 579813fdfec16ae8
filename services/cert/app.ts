import type { Net } from "@dnstools/net";
import type { Authorities } from "@dnstools/server/config/authorities";
import { createService, type Service, type ServiceDeps } from "@dnstools/server/run/mount";
import { createCrlCache } from "./crl-cache.ts";
import { tools } from "./tools/index.ts";
import { createTrustStore } from "./trust-store.ts";

export type CertDeps = ServiceDeps<Net> & {
  /** Whom to trust. */
  readonly authorities: Authorities;
};

/** The cert service: its tools. */
export function createCertService(deps: CertDeps): Service {
  const { io: net } = deps;
  // What our own network does not let out is known before it could be held against anybody.
  void net.egress.ipv6();
  void net.egress.smtp();
  const trust = createTrustStore(deps.authorities);
  const crls = createCrlCache(() => Date.now() / 1000);
  return createService("cert", tools, { ...deps, io: { ...net, trust, crls } });
}
