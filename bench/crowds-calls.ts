import { OWN_DOMAINS } from "@dnstools/lab/plan/own-domains";
import { addressesOf, HOSTS } from "@dnstools/lab/plan/plan";
import type { Host } from "@dnstools/lab/plan/shapes";
import { CERTS } from "@dnstools/lab/plan/zoo";
import { publishDomains } from "./mail-domains.ts";

/** A crowd: many calls of one tool at once. */
export type Crowd = {
  readonly tool: string;
  readonly paths: readonly string[];
  /** Number of the calls that are made by themselves, to compare with. All calls of the crowd are alike, or all are made. */
  readonly alone: number;
};

const call = (path: string) => `/api/v1/${path}`;

/** Returns the crowds by their names. The first `mail` publishes its domains. */
export const CROWDS: Readonly<Record<string, () => Promise<Crowd>>> = {
  mail: async () => ({
    tool: "mail",
    paths: (await publishDomains()).map((domain) => call(`mail?domain=${domain}`)),
    // Of four neighbouring domains each is different.
    alone: 12,
  }),
  dnsbl: async () => ({
    tool: "dnsbl",
    paths: Array.from({ length: 500 }, (_, n) => call(`dnsbl?ip=5.69.${n >> 8}.${n & 255}`)),
    alone: 6,
  }),
  scout: async () => ({
    tool: "scout",
    paths: OWN_DOMAINS.slice(0, 50).map(({ name }) => call(`scout?domain=${name}`)),
    alone: 8,
  }),
  ssl: async () => {
    const paths = sslPaths().slice(0, 500);
    return { tool: "ssl", paths, alone: paths.length };
  },
};

/**
 * Returns the paths of `ssl` calls about different targets: first the servers that the lab's other parts use, by
 * address, and then the certificate zoo by name, with its servers that do not speak TLS or do not exist.
 */
function sslPaths(): readonly string[] {
  const zoo = CERTS.hosts ?? [];
  const web = HOSTS.filter((host: Host) => host.daemon === "nginx").flatMap(addressesOf);
  const all = [...OWN_DOMAINS.map(({ web: { name } }) => name), ...web, ...zoo.map(({ name }) => name)];
  return [...new Set(all)].map((host) => call(`ssl?host=${encodeURIComponent(host)}`));
}
