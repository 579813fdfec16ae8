import { writeFileSync } from "node:fs";
import { OWN_RESOLVER, RESOLVER_V6 } from "../plan/hosts.ts";
import { addressOf } from "../plan/plan.ts";
import { LIE } from "../servers/dnsdist.ts";
import { PUBLIC_RESOLVERS } from "./blocked.ts";
import { dnsmasq } from "./dnsmasq.ts";
import type { Environments, LocalServer, Place } from "./environment.ts";
import { LINK } from "./links.ts";

const DNS = "meta l4proto { tcp, udp } th dport 53";

/**
 * UDP queries for example.com and for www.example.com, in any mixture of cases. A name begins 20 bytes after the
 * beginning of the UDP header.
 */
const FORBIDDEN = [
  "udp dport 53 @th,160,64 & 0xffdfdfdfdfdfdfdf == 0x074558414d504c45",
  "udp dport 53 @th,160,96 & 0xffdfdfdfffdfdfdfdfdfdfdf == 0x03575757074558414d504c45",
];
/** Servers that are asked for these names, and addresses of the router that answer in the place of each. */
const ASKED = [OWN_RESOLVER, addressOf("ns1.example.com"), addressOf("ns2.example.com")];
const FORGERS = ASKED.map((_, i) => `192.168.254.${i + 1}`);

/** Hosts that have another address inside of a company. */
const INSIDE = [
  "example.com",
  "www.example.com",
  "valid.certs.com",
  "mx1.perfect.com",
  "mta-sts.perfect.com",
];

/** Networks that answer in place of some servers or for some names, or answer as name servers do. */
export const PARTLY = {
  "intercepted-ipv6": {
    is: "a validating resolver answers everything sent to port 53 over IPv6",
    redirect: [`meta nfproto ipv6 ${DNS} dnat ip6 to ${RESOLVER_V6}`],
  },
  "intercepted-public": {
    is: "the provider's resolver answers in place of well-known public ones",
    redirect: [`ip daddr { ${PUBLIC_RESOLVERS.join(", ")} } ${DNS} dnat ip to ${OWN_RESOLVER}`],
  },
  "intercepted-as-authority": {
    is: "a resolver answers everything sent to port 53, with the flags of a name server; no IPv6",
    families: ["v4"],
    redirect: [`${DNS} redirect`],
    servers: (place) => [imitator(place)],
  },
  "name-forged": {
    is: "a filter answers queries over UDP for example.com and www.example.com with an address of its own; no IPv6",
    families: ["v4"],
    routes: () => FORGERS.map((at) => `address add ${at}/32 dev lo\n`).join(""),
    // Without connection tracking, because one flow has queries for several names.
    chains: `  map forgers {
    type ipv4_addr : ipv4_addr
    elements = { ${ASKED.map((at, i) => `${at} : ${FORGERS[i]}`).join(", ")} }
  }
  map asked {
    type ipv4_addr : ipv4_addr
    elements = { ${ASKED.map((at, i) => `${FORGERS[i]} : ${at}`).join(", ")} }
  }
  chain forbidden {
    type filter hook prerouting priority raw;
${FORBIDDEN.map((is) => `    iifname "${LINK.toHost}" ${is} notrack ip daddr set ip daddr map @forgers\n`).join("")}  }
  chain forged {
    type filter hook output priority raw;
    ip saddr { ${FORGERS.join(", ")} } udp sport 53 notrack ip saddr set ip saddr map @asked
  }
`,
    servers: (place) => [
      dnsmasq(place, [...FORGERS.map((at) => `--listen-address=${at}`), `--address=/example.com/${LIE}`]),
    ],
  },
  "split-dns": {
    is: "a company: its resolver answers for example.com and some hosts with private addresses, and asks others about the rest",
    resolvers: ({ gateway }) => [gateway],
    servers: (place) => [
      dnsmasq(
        place,
        INSIDE.map((name, i) => `--host-record=${name},10.1.0.${i + 1}`),
      ),
    ],
  },
  "name-dropped": {
    is: "a filter drops queries over UDP for example.com and www.example.com",
    forward: FORBIDDEN.map((is) => `${is} drop`),
  },
} as const satisfies Environments;

/** Returns a forwarder whose answers have the flags of a name server's. */
function imitator({ gateway, folder }: Place): LocalServer {
  writeFileSync(
    `${folder}/dnsdist.conf`,
    `setLocal("${gateway}:53")
setSecurityPollSuffix("")
newServer({address="${OWN_RESOLVER}", healthCheckMode="up"})
addAction(AllRule(), LuaAction(function(query)
  query.dh:setRD(true)
  return DNSAction.None, ""
end))
addResponseAction(AllRule(), LuaResponseAction(function(response)
  response.dh:setAA(true)
  response.dh:setRA(false)
  return DNSResponseAction.None, ""
end))
`,
  );
  return {
    name: "dnsdist",
    command: ["dnsdist", "--supervised", "-C", `${folder}/dnsdist.conf`],
    ready: { protocol: "udp", port: 53 },
  };
}
