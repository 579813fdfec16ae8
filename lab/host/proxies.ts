import type { Environments, LocalServer, Place } from "./environment.ts";
import { portal } from "./portal.ts";

const SINK_PORT = 2525;

/** Networks whose proxies accept the connections to a port in place of the servers. */
export const PROXIES = {
  "25-relayed": {
    is: "the provider's relay accepts all connections to port 25, with its own name and without STARTTLS; no IPv6",
    families: ["v4"],
    redirect: [`tcp dport 25 redirect to :${SINK_PORT}`],
    servers: (place) => [sink(place)],
  },
  "43-accepted": {
    is: "a proxy accepts all connections to port 43, and does not speak WHOIS; no IPv6",
    families: ["v4"],
    redirect: [`tcp dport 43 redirect to :${SINK_PORT}`],
    servers: (place) => [sink(place)],
  },
  "tcp53-accepted": {
    is: "a proxy accepts all connections to port 53, and does not speak DNS; no IPv6",
    families: ["v4"],
    redirect: [`tcp dport 53 redirect to :${SINK_PORT}`],
    servers: (place) => [sink(place)],
  },
  "80-portal": {
    is: "every web server at port 80 is the router's portal, and all else is open; no IPv6",
    families: ["v4"],
    redirect: ["tcp dport 80 redirect"],
    servers: async (place) => [await portal(place)],
  },
} as const satisfies Environments;

/** Returns Postfix's test server, which accepts all mail and offers no extension. */
function sink({ gateway }: Place): LocalServer {
  return {
    name: "smtp-sink",
    command: ["smtp-sink", "-u", "postfix", "-h", "relay.provider.example", `${gateway}:${SINK_PORT}`, "100"],
    ready: { protocol: "tcp", port: SINK_PORT },
  };
}
