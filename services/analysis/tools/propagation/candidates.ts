import { PUBLIC_RESOLVERS, type PublicResolver } from "@dnstools/core/data/public-resolvers";
import { parseIp } from "@dnstools/core/protocol/ip";
import type { Candidate, ListObservation } from "./observations.ts";
import { NETWORK_RESOLVERS } from "./resolvers.ts";

/**
 * Returns the IPv4 addresses of services: the first address of every service, then the second address of every
 * service, and so on.
 */
function inRounds(services: readonly PublicResolver[]): Candidate[] {
  const all = services.map((service) => ({
    ...service,
    addresses: service.addresses.filter((ip) => parseIp(ip)?.length === 4),
  }));
  const rounds = Math.max(0, ...all.map(({ addresses }) => addresses.length));
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    all.flatMap(({ name, operator, country, anycast, filters, addresses }) => {
      const ip = addresses[round];
      if (ip === undefined) return [];
      return [{ ip, service: name, operator, operatorCountry: country, anycast, filters }];
    }),
  );
}

function ofNetworks(country: string): Candidate[] {
  return (NETWORK_RESOLVERS[country] ?? []).map(([ip, operator, anycast, filters = null]) => ({
    ip,
    service: null,
    operator,
    operatorCountry: country,
    anycast: anycast === "anycast",
    filters,
  }));
}

/**
 * Returns the resolvers of a country, best first: public services, then resolvers of network operators, then resolvers
 * that filter.
 */
function ofCountry(country: string): Candidate[] {
  const services = PUBLIC_RESOLVERS.filter((service) => service.country === country);
  const networks = ofNetworks(country);
  const all = [
    ...inRounds(services.filter(({ filters }) => filters === null)),
    ...networks.filter(({ filters }) => filters === null),
    ...networks.filter(({ filters }) => filters !== null),
    ...inRounds(services.filter(({ filters }) => filters !== null)),
  ];
  return withoutDoubles(all);
}

function withoutDoubles(all: readonly Candidate[]): Candidate[] {
  const first = new Map(all.toReversed().map((one) => [one.ip, one]));
  return all.filter((one) => first.get(one.ip) === one);
}

const BY_COUNTRY = new Map(
  [...new Set([...PUBLIC_RESOLVERS.map(({ country }) => country), ...Object.keys(NETWORK_RESOLVERS)])]
    .sort()
    .map((country) => [country, ofCountry(country)] as const)
    .filter(([, candidates]) => candidates.length > 0),
);

/** Countries for which this project lists resolvers, as two-letter codes in lower case. */
export const COUNTRIES: readonly string[] = [...BY_COUNTRY.keys()];

/** The source, date and size of this project's built-in lists of resolvers, as reported in answers. */
export const TABLE: ListObservation = {
  source: "table",
  date: "2026-11-20",
  count: [...BY_COUNTRY.values()].reduce((sum, { length }) => sum + length, 0),
};

/**
 * Returns the resolvers of a country without duplicates, best first.
 * @param further resolvers from the operator's own list, which come after the project's built-in ones
 */
export function candidatesOf(country: string, further: readonly Candidate[]): Candidate[] {
  return withoutDoubles([...(BY_COUNTRY.get(country) ?? []), ...further]);
}
