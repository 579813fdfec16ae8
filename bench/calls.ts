import { addressesOf, delegatedOnly, HOSTS, hostsOf, ZONE } from "@dnstools/lab/plan/plan";
import { DELEGATED_HOSTS } from "@dnstools/lab/plan/records";
import type { Host } from "@dnstools/lab/plan/shapes";

/** One call of the public API. */
export type Call = { readonly kind: Kind; readonly path: string };

/** Domains that registries of the lab delegate: each a target of its own, all with the same few records. */
const DOMAINS = [...ZONE.values()].flatMap(delegatedOnly);
/** Those, and hosts in each of them. */
const NAMES = ["", ...DELEGATED_HOSTS.map((label) => `${label}.`)].flatMap((prefix) =>
  DOMAINS.map((domain) => prefix + domain),
);
const WEB_SERVERS = onePerTarget(hostsOf("nginx"));
/** One host of the plan has an address that nobody may ask about. */
const ADDRESSES = onePerTarget(HOSTS).filter((address) => !address.startsWith("127."));

/** Addresses of hosts, of IPv6 one of each /64: the others would be about the same target. */
function onePerTarget(hosts: readonly Host[]): readonly string[] {
  const targets = new Map(hosts.flatMap(addressesOf).map((address) => [address.split("::")[0], address]));
  return [...targets.values()];
}

/** The n-th call of each kind. So many that hardly any is asked twice at once: those who ask the same share an answer. */
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

/** Parts of a hundred. */
export type Shares = Readonly<Partial<Record<Kind, number>>>;

/** A source of calls, evenly mixed (smooth weighted round robin). @param from the first of each kind, so that two sources ask about others. */
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
