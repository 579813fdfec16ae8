import { LAGGARD, OWN_RESOLVER } from "./hosts.ts";
import type { Deviation, Host, OddDns, OddRarity } from "./shapes.ts";

/** Public resolvers at their real addresses. One validating Unbound serves all of these addresses. */
const UNBOUNDS: readonly Omit<Host & { daemon: "unbound" }, "daemon">[] = [
  { name: "quad9.resolvers.net", v4: "9.9.9.9", v6: "2620:fe::fe", rttMs: 9 },
  { name: "quad9-2.resolvers.net", v4: "149.112.112.112", rttMs: 9 },
  { name: "google.resolvers.net", v4: "8.8.8.8", v6: "2001:4860:4860::8888", rttMs: 6 },
  { name: "google-2.resolvers.net", v4: "8.8.4.4", rttMs: 6 },
  { name: "cloudflare.resolvers.net", v4: "1.1.1.1", v6: "2606:4700:4700::1111", rttMs: 6 },
  { name: "cloudflare-2.resolvers.net", v4: "1.0.0.1", rttMs: 6 },
  { name: "opendns.resolvers.net", v4: "208.67.222.222", rttMs: 12 },
  { name: "cloudflare-security.resolvers.net", v4: "1.1.1.2", rttMs: 7 },
  { name: "vercara.resolvers.net", v4: "64.6.64.6", rttMs: 18 },
  { name: "vercara-2.resolvers.net", v4: "64.6.65.6", rttMs: 24 },
  { name: "ultradns.resolvers.net", v4: "156.154.70.1", rttMs: 31 },
  { name: "he.resolvers.net", v4: "74.82.42.42", rttMs: 40 },
  { name: "level3.resolvers.net", v4: "4.2.2.1", rttMs: 52 },
  { name: "level3-2.resolvers.net", v4: "4.2.2.2", rttMs: 65 },
  { name: "lumen.resolvers.net", v4: "209.244.0.3", rttMs: 78 },
  { name: "ntt.resolvers.net", v4: "129.250.35.250", rttMs: 90 },
  { name: "cogent.resolvers.net", v4: "66.28.0.61", rttMs: 104 },
  { name: "fortinet.resolvers.net", v4: "96.45.45.45", rttMs: 118 },
  { name: "dyn.resolvers.net", v4: "216.146.35.35", rttMs: 132 },
  { name: "quad9-3.resolvers.net", v4: "149.112.112.9", rttMs: 9 },
  { name: "safe.resolvers.net", v4: "8.35.35.35", rttMs: 155 },
  { name: "att.resolvers.net", v4: "12.127.17.72", rttMs: 180 },
  { name: "xtom.resolvers.net", v4: "185.222.222.222", rttMs: 14 },
  { name: "xtom-2.resolvers.net", v4: "45.11.45.11", rttMs: 16 },
  { name: "kornet.resolvers.net", v4: "168.126.63.1", rttMs: 181 },
  {
    name: "yandex.resolvers.net",
    v4: "77.88.8.8",
    rttMs: 45,
    lies: { "moved.com A": ["93.184.215.66"] },
  },
  {
    name: "114.resolvers.net",
    v4: "114.114.114.114",
    rttMs: 219,
    lies: { "blocked.com A": null, "diverted.com A": ["5.5.5.5"] },
  },
  {
    name: "dnswatch-2.resolvers.net",
    v4: "84.200.70.40",
    rttMs: 22,
    lies: { "moved.com A": ["93.184.215.66"], "blocked.com A": null, "diverted.com A": ["0.0.0.0"] },
  },
  { name: "adminforge.resolvers.net", v4: "176.9.93.198", rttMs: 24, action: "refuse" },
  { name: "refusing.resolvers.net", v4: "196.3.132.154", rttMs: 150, action: "refuse" },
  { name: "denying.resolvers.net", v4: "41.79.69.13", rttMs: 150, action: "deny" },
];

/** Misbehaving resolvers: a dnsdist in front of Unbound causes the misbehaviour. */
const DEVIANTS: readonly [Deviation, v4: string, name?: string][] = [
  ["servfail", "5.77.0.2"],
  ["dropped", "5.77.0.3"],
  ["slow", "5.77.0.4"],
  ["truncated", "5.77.0.5"],
  ["refused", "5.77.0.6"],
  ["lying", "5.77.0.7"],
  ["flaky", "5.77.0.8"],
  ["unvalidated", "5.77.0.9"],
  ["lying", "185.150.99.255", "ffmuc-2"],
  ["slow", "194.25.0.52", "telekom"],
  ["servfail", "81.169.136.222", "opennameserver"],
  ["unvalidated", "81.3.27.54", "lightningwire"],
  ["truncated", "194.25.0.62", "telekom-2"],
  ["flaky", "212.224.71.71", "first-colo"],
];

const ODDS: readonly [OddDns | OddRarity, v4: string, name?: string][] = [
  ["wrong_id", "5.77.1.2"],
  ["malformed", "5.77.1.3"],
  ["no_edns", "5.77.1.4"],
  ["rewrites_nxdomain", "5.1.66.255", "ffmuc"],
  ["filters", "134.255.247.23", "filters"],
  ["wrong_id", "185.93.180.131", "wrong-id-2"],
];

/** All resolvers of the lab's Internet. */
export const RESOLVERS: readonly Host[] = [
  { name: "own.resolvers.net", v4: OWN_RESOLVER, daemon: "recursor", rttMs: 1 },
  ...UNBOUNDS.map((host): Host => ({ ...host, daemon: "unbound" })),
  ...DEVIANTS.map(
    ([deviation, v4, name = label(deviation)]): Host => ({
      name: `${name}.resolvers.net`,
      v4,
      daemon: "dnsdist",
      deviation,
      behind: "unbound",
    }),
  ),
  ...ODDS.map(
    ([deviation, v4, name = label(deviation)]): Host => ({
      name: `${name}.resolvers.net`,
      v4,
      daemon: "odd",
      deviation,
      behind: "unbound",
    }),
  ),
  { name: "dnswatch.resolvers.net", v4: LAGGARD, daemon: "laggard", rttMs: 21 },
  // An authoritative server at an address where clients expect a resolver.
  { name: "opennameserver-2.resolvers.net", v4: "185.181.61.24", daemon: "nsd-leaf", rttMs: 19 },
  { name: "dead.resolvers.net", v4: "200.221.11.100", daemon: "nobody", dead: true },
  { name: "closed.resolvers.net", v4: "5.77.2.1", daemon: "nobody" },
];

/** Returns a deviation's name as a DNS label. */
export function label(deviation: string): string {
  return deviation.replaceAll("_", "-");
}
