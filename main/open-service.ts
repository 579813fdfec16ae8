import type { ParamRules } from "@dnstools/core/tool/params";
import type { Net } from "@dnstools/net";
import type { CallService } from "@dnstools/server/client/call";
import { authoritiesOf } from "@dnstools/server/config/authorities";
import { probeNameOf } from "@dnstools/server/config/identity";
import type { Service as OpenService } from "@dnstools/server/run/mount";
import { BUILD } from "./build-info.ts";
import { loadOf } from "./capacity.ts";
import type { Parts } from "./parts.ts";
import type { Config } from "./settings.ts";
import type { Service } from "./targets.ts";
import { toolDeadlines } from "./tool-deadlines.ts";
import { contractsOf } from "./tools.ts";

/** Returns the operator's rules for the names and addresses that callers may query. */
export function rulesOf(config: Pick<Config, "EGRESS_ALLOW" | "TARGET_DENY">): ParamRules {
  return { allow: config.EGRESS_ALLOW, deny: config.TARGET_DENY };
}

/**
 * Opens a service in this process. Only the code of this service is loaded.
 * @param callOf returns the function that calls another service
 */
export async function openService(
  name: Service,
  { config, folder, log, metrics, tracing, health, resolvers }: Parts,
  net: Net,
  callOf: (name: Service) => CallService,
): Promise<OpenService> {
  const deps = {
    io: net,
    version: BUILD.version,
    log,
    metrics,
    tracing,
    deadlines: toolDeadlines(await contractsOf(name), config),
    rules: rulesOf(config),
    cacheMaxAgeS: config.CACHE_MAX_AGE_S,
    load: loadOf(name, { config, log }),
    pages: health.pages,
  };
  if (name === "dns") return (await import("@dnstools/dns")).createDnsService(deps);
  if (name === "cert") {
    if (probeNameOf(config).endsWith(".invalid"))
      log.warn(
        "PROBE_NAME is not set: the name dnstools.invalid is sent to mail servers, and many of them refuse it. Set PROBE_NAME to a name that resolves to this host.",
      );
    const { createCertService } = await import("@dnstools/cert");
    return createCertService({ ...deps, authorities: authoritiesOf(config) });
  }
  if (name === "analysis") {
    const { createAnalysisService } = await import("@dnstools/analysis");
    return createAnalysisService({
      ...deps,
      settings: config,
      perSecond: config.NAMESERVER_QPS,
      folder,
    });
  }
  if (name === "mail") {
    const { createMailService } = await import("@dnstools/mail");
    return createMailService({ ...deps, network: callOf("network") });
  }
  const { createNetworkService } = await import("@dnstools/network");
  return createNetworkService({ ...deps, settings: config, resolvers });
}

/** Returns the function that finds a service's call among those that are open. */
export function callsIn(open: ReadonlyMap<Service, CallService>): (name: Service) => CallService {
  return (name) => {
    const call = open.get(name);
    if (call === undefined) throw new Error(`the ${name} service is not open yet`);
    return call;
  };
}
