import type { Net } from "@dnstools/net";
import type { Authorities } from "@dnstools/service/authorities";
import type { Door } from "@dnstools/service/door";
import type { Health } from "@dnstools/service/health";
import { createService, type ServiceDeps } from "@dnstools/service/mount";
import { tools } from "./tools/index.ts";
import { createTrustStore } from "./trust-store.ts";

export type CertDeps = ServiceDeps<Net> & {
  /** Whom to trust. */
  readonly authorities: Authorities;
  /** Where it is told whether this host's own network lets IPv6 and port 25 out. */
  readonly dependencies: Health["dependencies"];
  /** Whether that is tried at start (EGRESS_TEST). */
  readonly egressTest: boolean;
};

/** The cert service: its tools over HTTP. */
export function createCertService(deps: CertDeps): Door {
  const { io: net, dependencies } = deps;
  for (const [name, trial] of [
    ["ipv6", net.egress.ipv6],
    ["smtp_25", net.egress.smtp],
  ] as const) {
    if (!deps.egressTest) continue;
    dependencies.set(name, "not_used_yet");
    void trial().then((leads) => {
      if (leads !== null) dependencies.set(name, leads ? "ok" : "failing");
    });
  }
  return createService("cert", tools, { ...deps, io: { ...net, trust: createTrustStore(deps.authorities) } });
}
