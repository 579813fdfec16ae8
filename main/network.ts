import type { NetEvent } from "@dnstools/core/net-event";
import { ROOT_ANCHORS } from "@dnstools/core/protocol/dnssec/keys/trust-anchors";
import { ENVIRONMENT, faultsOf } from "@dnstools/core/tool/environment";
import { scaleWaits } from "@dnstools/core/waits";
import type { HostUse, Net } from "@dnstools/net";
import { authoritiesOf } from "@dnstools/server/config/authorities";
import { probeNameOf, userAgentOf } from "@dnstools/server/config/identity";
import { readOpenFilesLimit } from "@dnstools/server/config/open-files";
import { noteEvent } from "@dnstools/server/http/health";
import { BUILD } from "./build-info.ts";
import { socketsMax } from "./capacity.ts";
import type { Parts } from "./parts.ts";
import { resolverFault } from "./resolver-faults.ts";
import type { Config } from "./settings.ts";

/**
 * Looks up the addresses of the resolvers to use. Call this function only once: a second lookup could find no address
 * although the first one did.
 */
export async function lookUpResolvers(config: Config) {
  const { DNS_RESOLVERS: named } = config;
  const { resolverAddresses, systemResolvers } = await import("@dnstools/net");
  return named.length > 0 ? resolverAddresses(named, scaleWaits(config.WAIT_FACTOR)) : systemResolvers();
}

/**
 * Opens the network access for all outgoing queries and connections of this process.
 * @param uses what the process's tools use, for which this host's own network is tried
 */
export async function openOutside(parts: Parts, uses: readonly HostUse[]): Promise<Net> {
  const { config, folder, metrics, health, resolvers } = parts;
  const told = tellOfResolvers(parts);
  const { openNet, watchSystemResolvers } = await import("@dnstools/net");
  const { web, own } = authoritiesOf(config);
  health.dependencies.set("resolver", "not_used_yet");
  const net = openNet({
    resolvers,
    egressAllow: config.EGRESS_ALLOW,
    egressDeny: [...config.EGRESS_DENY, ...config.TARGET_DENY.blocks],
    egressDenyNames: config.TARGET_DENY.names,
    hostUses: config.EGRESS_TEST ? uses : [],
    nameserverQps: config.NAMESERVER_QPS,
    socketsMax: socketsMax(readOpenFilesLimit()),
    addressConcurrency: config.TARGET_CONCURRENCY,
    mixedCase: config.DNS_0X20,
    registryRate: config.REGISTRY_RATE,
    trustAnchors: config.DNSSEC_TRUST_ANCHORS.length > 0 ? config.DNSSEC_TRUST_ANCHORS : ROOT_ANCHORS,
    folder,
    // Bun parses these certificates again for each connection, so they are only set if they differ from Bun's built-in
    // ones.
    ca: config.CA_FILE.pems.length + config.CA_EXTRA_FILE.pems.length === 0 ? null : [...web, ...own],
    probeName: probeNameOf(config),
    keepS: config.CACHE_MAX_AGE_S,
    waits: scaleWaits(config.WAIT_FACTOR),
    userAgent: userAgentOf(config, BUILD.version),
    onEvent(event) {
      metrics.net(event);
      noteEvent(event, health);
      if (event.kind === "resolver_checked" || event.kind === "resolvers_silent") told(event);
      if (event.kind === "host_tried") tellOfHost(event, parts);
      if (event.kind === "resolver_lacks") {
        const { says, remedy } = ENVIRONMENT[event.reason];
        parts.log.warn(`${says} ${remedy}`, { code: event.reason, resolver: event.resolver });
      }
    },
  });
  if (config.DNS_RESOLVERS.length === 0)
    watchSystemResolvers((changed) => {
      const names = changed.map(({ address }) => address).join(", ");
      if (net.resolvers.replace(changed))
        parts.log.info(`/etc/resolv.conf has changed; the resolvers are now ${names}`);
    });
  return net;
}

/** Warns the operator about each fault of this host that was found or has changed, and logs when it is over. */
function tellOfHost(
  { before, now }: Extract<NetEvent, { kind: "host_tried" }>,
  { log }: Pick<Parts, "log">,
): void {
  const [old, current] = [faultsOf(before), faultsOf(now)];
  for (const [code, facets] of current) {
    const { says, remedy } = ENVIRONMENT[code];
    if (old.get(code)?.join() !== facets.join())
      log.warn(`${says} ${remedy}`, { code, facets: facets.join() });
  }
  for (const code of old.keys()) if (!current.has(code)) log.info("a fault of this host is over", { code });
}

type OfResolvers = Extract<NetEvent, { kind: "resolver_checked" | "resolvers_silent" }>;

/** Warns the operator about resolvers that do not answer or return wrong answers, and logs when they work again. */
function tellOfResolvers({ log, warn }: Pick<Parts, "log" | "warn">): (event: OfResolvers) => void {
  const untrusted = new Set<string>();
  const silent = new Set<string>();
  return (event) => {
    if (event.kind === "resolvers_silent") {
      for (const resolver of event.resolvers) silent.add(resolver);
      warn(
        `No resolver returns a usable answer (queried: ${event.resolvers.join(", ")}). Calls that need a resolver get status 503 until one does. Check this host's network, or set DNS_RESOLVERS to resolvers that it can reach.`,
      );
      return;
    }
    const { resolver, fault, usable } = event;
    const wasSilent = silent.delete(resolver);
    if (fault === null) {
      if (untrusted.delete(resolver) || wasSilent) log.info(`the resolver ${resolver} works now`);
      return;
    }
    if (untrusted.has(resolver)) return;
    untrusted.add(resolver);
    const { says, remedy } = resolverFault(resolver, fault, usable);
    warn(`${says} ${remedy}`);
  };
}
