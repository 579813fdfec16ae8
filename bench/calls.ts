import { addressesOf, delegatedOnly, HOSTS, hostsOf, ZONE } from "@dnstools/lab/plan/plan";
import { DELEGATED_HOSTS } from "@dnstools/lab/plan/records";
import type { Host } from "@dnstools/lab/plan/shapes";

/** One call of the public API. */
export type Call = { readonly kind: Kind; readonly path: string };

/** Domains that the lab's registries delegate, all with the same few records. Each counts as a target of its own. */
const DOMAINS = [...ZONE.values()].flatMap(delegatedOnly);
/** The delegated domains, and some hosts in each of them. */
const NAMES = ["", ...DELEGATED_HOSTS.map((label) => `${label}.`)].flatMap((prefix) =>
  DOMAINS.map((domain) => prefix + domain),
);
const WEB_SERVERS = onePerTarget(hostsOf("nginx"));
/** Addresses of the plan's hosts, without the loopback address of one host, which the API refuses. */
const ADDRESSES = onePerTarget(HOSTS).filter((address) => !address.startsWith("127."));

/**
 * Returns the addresses of hosts. Only one address of each IPv6 /64 is included, because the API treats a /64 as one
 * target.
 */
function onePerTarget(hosts: readonly Host[]): readonly string[] {
  const targets = new Map(hosts.flatMap(addressesOf).map((address) => [address.split("::")[0], address]));
  return [...targets.values()];
}

/**
 * Builds the path of the n-th call of each kind. The values vary so widely that calls in flight hardly ever ask the
 * same question: such calls would share one answer.
 */
const PATHS = {
  dns: (n: number) => `dns?domain=${at(NAMES, n)}`,
  "dns, one type": (n: number) => `dns?domain=${at(NAMES, n)}&type=A`,
  reverse: (n: number) => `reverse?ip=${at(ADDRESSES, n)}`,
  whois: (n: number) => `whois?domain=${at(DOMAINS, n)}`,
  "whois, kept": () => "whois?domain=registered.com",
  dnsbl: (n: number) => `dnsbl?ip=5.69.${(n >> 8) & 255}.${n & 255}`,
  ssl: (n: number) => `ssl?host=${at(WEB_SERVERS, n)}`,
  mail: (n: number) => `mail?domain=${at(NAMES, n)}`,
  propagation: (n: number) => `propagation?domain=${at(DOMAINS, n)}`,
  "propagation, one resolver": (n: number) => `propagation?domain=${at(DOMAINS, n)}&limit=1`,
  scout: (n: number) => `scout?domain=${at(DOMAINS, n)}`,
  "scout, one section": (n: number) => `scout?domain=${at(DOMAINS, n)}&sections=axfr`,
} as const;
export type Kind = keyof typeof PATHS;

/** Percentage of each kind of call. */
export type Shares = Readonly<Partial<Record<Kind, number>>>;

/**
 * Returns a function that yields the calls of an even mix (smooth weighted round robin).
 * @param from index of each kind's first call; two sources with different values ask about different targets.
 */
export function createMix(shares: Shares, from = 0): () => Call {
  const kinds = Object.entries(shares).map(([kind, share]) => ({
    kind: kind as Kind,
    share,
    owed: 0,
    next: from,
  }));
  const whole = kinds.reduce((sum, { share }) => sum + share, 0);
  return () => {
    for (const one of kinds) one.owed += one.share;
    const most = kinds.reduce((a, b) => (b.owed > a.owed ? b : a));
    most.owed -= whole;
    return { kind: most.kind, path: `/api/v1/${PATHS[most.kind](most.next++)}` };
  };
}

function at(values: readonly string[], n: number): string {
  return values[n % values.length] ?? "";
}
