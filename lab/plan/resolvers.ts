import { OWN_RESOLVER } from "./hosts.ts";
import type { Deviation, Host, OddDns } from "./shapes.ts";

/** Public resolvers at their real addresses: one Unbound, which validates, answers at all of them. */
const UNBOUNDS: readonly Omit<Host & { daemon: "unbound" }, "daemon">[] = [
  { name: "quad9.resolvers.net", v4: "9.9.9.9", v6: "2620:fe::fe", rttMs: 9 },
  { name: "quad9-2.resolvers.net", v4: "149.112.112.112", rttMs: 9 },
  { name: "google.resolvers.net", v4: "8.8.8.8", v6: "2001:4860:4860::8888", rttMs: 6 },
  { name: "google-2.resolvers.net", v4: "8.8.4.4", rttMs: 6 },
  { name: "cloudflare.resolvers.net", v4: "1.1.1.1", v6: "2606:4700:4700::1111", rttMs: 6 },
  { name: "cloudflare-2.resolvers.net", v4: "1.0.0.1", rttMs: 6 },
  { name: "opendns.resolvers.net", v4: "208.67.222.222", rttMs: 12 },
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
  { name: "refusing.resolvers.net", v4: "196.3.132.154", rttMs: 150, action: "refuse" },
  { name: "denying.resolvers.net", v4: "41.79.69.13", rttMs: 150, action: "deny" },
];

/** Resolvers that misbehave in ways Unbound does not. */
const DEVIANTS: readonly [Deviation, v4: string][] = [
  ["servfail", "5.77.0.2"],
  ["dropped", "5.77.0.3"],
  ["slow", "5.77.0.4"],
  ["truncated", "5.77.0.5"],
  ["refused", "5.77.0.6"],
  ["lying", "5.77.0.7"],
  ["flaky", "5.77.0.8"],
  ["unvalidated", "5.77.0.9"],
];

const ODDS: readonly [OddDns, v4: string][] = [
  ["wrong_id", "5.77.1.2"],
  ["malformed", "5.77.1.3"],
  ["no_edns", "5.77.1.4"],
];

export const RESOLVERS: readonly Host[] = [
  { name: "own.resolvers.net", v4: OWN_RESOLVER, daemon: "recursor", rttMs: 1 },
  ...UNBOUNDS.map((host): Host => ({ ...host, daemon: "unbound" })),
  ...DEVIANTS.map(
    ([deviation, v4]): Host => ({
      name: `${label(deviation)}.resolvers.net`,
      v4,
      daemon: "dnsdist",
      deviation,
      behind: "unbound",
    }),
  ),
  ...ODDS.map(
    ([deviation, v4]): Host => ({
      name: `${label(deviation)}.resolvers.net`,
      v4,
      daemon: "odd",
      deviation,
      behind: "unbound",
    }),
  ),
  { name: "dead.resolvers.net", v4: "200.221.11.100", daemon: "nobody", dead: true },
  { name: "closed.resolvers.net", v4: "5.77.2.1", daemon: "nobody" },
];

/** A deviation's name as a DNS label. */
export function label(deviation: string): string {
  return deviation.replaceAll("_", "-");
}
