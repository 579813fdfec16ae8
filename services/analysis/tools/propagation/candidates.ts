import { PUBLIC_RESOLVERS, type PublicResolver } from "@dnstools/core/data/public-resolvers";
import { parseIp } from "@dnstools/core/protocol/ip";
import type { Candidate, ListObservation } from "./observations.ts";
import { NETWORK_RESOLVERS } from "./resolvers.ts";

/** Services by their addresses of IPv4: the first of each before the second of any. */
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

/** Resolvers of a country, best first: services for everybody, then those of networks, then those that filter. */
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

/** The countries that have resolvers here. */
export const COUNTRIES: readonly string[] = [...BY_COUNTRY.keys()];

/** The tables of this project. */
export const TABLE: ListObservation = {
  source: "table",
  date: "2026-11-20",
  count: [...BY_COUNTRY.values()].reduce((sum, { length }) => sum + length, 0),
};

/** @param further those of an operator's list, which come behind ours. */
export function candidatesOf(country: string, further: readonly Candidate[]): Candidate[] {
  return withoutDoubles([...(BY_COUNTRY.get(country) ?? []), ...further]);
}
