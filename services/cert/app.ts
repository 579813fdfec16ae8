import type { Net } from "@dnstools/net";
import type { Authorities } from "@dnstools/service/authorities";
import type { Door } from "@dnstools/service/door";
import { createService, type ServiceDeps } from "@dnstools/service/mount";
import { tools } from "./tools/index.ts";
import { createTrustStore } from "./trust-store.ts";

export type CertDeps = ServiceDeps<Net> & {
  /** Whom to trust. */
  readonly authorities: Authorities;
  /** Whether it is tried at start what this host's own network lets out (EGRESS_TEST). */
  readonly egressTest: boolean;
};

/** The cert service: its tools over HTTP. */
export function createCertService(deps: CertDeps): Door {
  const { io: net } = deps;
  if (deps.egressTest) {
    void net.egress.ipv6();
    void net.egress.smtp();
  }
  return createService("cert", tools, { ...deps, io: { ...net, trust: createTrustStore(deps.authorities) } });
}
