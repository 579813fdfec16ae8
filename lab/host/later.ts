import { OWN_RESOLVER, RESOLVER } from "../plan/hosts.ts";
import { TO_RESOLVER } from "./blocked.ts";
import { fakeTime } from "./clock.ts";
import type { Environments, LocalServer } from "./environment.ts";
import { LINK } from "./links.ts";

/** Seconds after which something changes: longer than the product needs for its first trials. */
const AFTER_S = 5;

/** Hosts on which all is well at first. */
export const LATER = {
  "intercepted-later": {
    is: "after 5 seconds, a validating resolver answers everything sent to UDP port 53 over IPv4",
    servers: () => [addRules("redirected", `meta nfproto ipv4 udp dport 53 dnat ip to ${OWN_RESOLVER}`)],
  },
  "udp53-drop-later": {
    is: "after 5 seconds, UDP port 53 is dropped, except to the resolver",
    servers: () => [addRules("sent", TO_RESOLVER, "udp dport 53 drop")],
  },
  "443-drop-later": {
    is: "after 5 seconds, port 443 is dropped",
    servers: () => [addRules("sent", "tcp dport 443 drop")],
  },
  "resolv-conf-later": {
    is: "after 5 seconds, /etc/resolv.conf names another resolver, and the first one is silent",
    servers: ({ folder }) => [
      {
        name: "resolv-conf",
        command: inShell(":", `echo nameserver ${RESOLVER} >${folder}/resolv.conf`),
        ready: null,
      },
      addRules("sent", `ip daddr ${OWN_RESOLVER} drop`),
    ],
  },
  "clock-later": {
    is: "after 5 seconds, the clock is 40 days fast, as on a virtual machine that was moved",
    variables: ({ folder }) => ({
      ...fakeTime(),
      FAKETIME_TIMESTAMP_FILE: `${folder}/time`,
      FAKETIME_CACHE_DURATION: "1",
    }),
    servers: ({ folder }) => [
      {
        name: "clock",
        command: inShell(`echo +0d >${folder}/time`, `echo +40d >${folder}/time`),
        ready: null,
      },
    ],
  },
} as const satisfies Environments;

/** Returns what adds rules to a chain of the router's firewall. */
function addRules(chain: "redirected" | "sent", ...rules: readonly string[]): LocalServer {
  const added = rules.map((rule) => `add rule inet environment ${chain} iifname ${LINK.toHost} ${rule}`);
  return { name: "nft", command: inShell(":", `nft '${added.join("; ")}'`), ready: null };
}

function inShell(first: string, later: string): readonly string[] {
  return ["sh", "-c", `${first}; sleep ${AFTER_S}; ${later}`];
}
