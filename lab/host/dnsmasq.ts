import { OWN_RESOLVER } from "../plan/hosts.ts";
import type { LocalServer, Place } from "./environment.ts";

/**
 * Returns the forwarder that home and hotel routers have.
 * @param more options of dnsmasq(8).
 * @param at the address where it listens; default the router's.
 * @param upstream the resolver that it asks.
 */
export function dnsmasq(
  { gateway, folder }: Place,
  more: readonly string[] = [],
  { at = gateway, upstream = OWN_RESOLVER } = {},
): LocalServer {
  const files = ["--conf-file=/dev/null", `--pid-file=${folder}/dnsmasq.pid`, "--no-resolv", "--no-hosts"];
  const place = [`--listen-address=${at}`, "--bind-interfaces", "--user=root"];
  return {
    name: "dnsmasq",
    command: ["dnsmasq", "--keep-in-foreground", ...files, ...place, `--server=${upstream}`, ...more],
    ready: { protocol: "udp", port: 53 },
  };
}
