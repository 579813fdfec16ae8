import { isIp } from "@dnstools/core/protocol/ip";
import type { Config } from "../../../../main/settings.ts";
import { type Manifest, nameOf, ofKind } from "../manifest.ts";
import { brokenOf } from "../rule.ts";

const URLS = ["DNS_URL", "NETWORK_URL", "CERT_URL", "MAIL_URL", "ANALYSIS_URL"] as const;
/** For each target that calls services, the settings with the URLs of these services. */
const ASKED: Readonly<Record<string, readonly (typeof URLS)[number][]>> = {
  gateway: URLS,
  mail: ["NETWORK_URL"],
};
const PORTS: Readonly<Record<string, number>> = { "http:": 80, "redis:": 6379, "postgres:": 5432 };

/**
 * Checks the URLs of other processes in the settings of a process. Each URL must name a Service of this namespace and
 * a port of that Service.
 */
export function lintPlaces(
  all: readonly Manifest[],
  title: string,
  target: string,
  config: Config,
): readonly string[] {
  const urls = (ASKED[target] ?? []).map((name) => [name, config[name]] as const);
  const stores = [
    ["REDIS_URL", config.REDIS_URL],
    ["DATABASE_URL", config.DATABASE_URL],
  ] as const;
  return [
    ...urls.flatMap(([name, list]) => brokenOf(title, [list.length === 0, `${name} is empty`])),
    ...[...urls.flatMap(([name, list]) => list.map((url) => [name, url] as const)), ...stores].flatMap(
      ([name, url]) => {
        if (url === "") return [];
        const { hostname, port, protocol } = new URL(url);
        return placeProblems(all, `${title}: ${name}`, hostname, Number(port || PORTS[protocol]), "TCP");
      },
    ),
    ...(target === "gateway" ? [] : resolversOf(all, title, config)),
  ];
}

function resolversOf(all: readonly Manifest[], title: string, config: Config): readonly string[] {
  return [
    ...brokenOf(title, [
      config.DNS_RESOLVERS.length === 0,
      "DNS_RESOLVERS is empty: the cluster's resolver forwards, and blocklists refuse it",
    ]),
    ...config.DNS_RESOLVERS.filter(({ host }) => !isIp(host)).flatMap(({ host, port }) =>
      ["UDP", "TCP"].flatMap((protocol) =>
        placeProblems(all, `${title}: DNS_RESOLVERS`, host, port, protocol),
      ),
    ),
  ];
}

/**
 * Returns the problems of a host and port in a setting. For a host in the cluster, the objects must include a Service
 * with this port.
 */
export function placeProblems(
  all: readonly Manifest[],
  title: string,
  host: string,
  port: number,
  protocol: string,
): readonly string[] {
  // Hosts in the cluster have short names, which the DNS search list completes, because the operator chooses the
  // namespace.
  const inside = !host.includes(".");
  const found = ofKind(all, "Service").find((one) => nameOf(one) === host);
  const ports = found?.spec?.ports ?? [];
  return brokenOf(
    title,
    [!inside && !host.endsWith(".example.com"), `${host} is not the short name of a Service`],
    [inside && found === undefined, `there is no Service ${host}`],
    [
      found !== undefined && !ports.some((own) => own.port === port && (own.protocol ?? "TCP") === protocol),
      `${host} has no ${protocol} port ${port}`,
    ],
  );
}
