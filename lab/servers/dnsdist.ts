import { mkdirSync, writeFileSync } from "node:fs";
import { EGRESS, RESOLVER } from "../plan/hosts.ts";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import { POINTERS } from "../plan/pointers.ts";
import type { Deviation, Rarity } from "../plan/shapes.ts";
import { type Folders, first, type Server } from "./server.ts";

/** What a lying server answers in place of the truth. */
export const LIE = "5.5.5.5";

/** The pointer in upper case as rdata (RFC 1035 section 3.3), in Lua's escapes. */
const UPPER = POINTERS.upperCase.ptr
  .flatMap((name) => [...name.split("."), ""])
  .map((label) => `\\${String(label.length).padStart(3, "0")}${label}`)
  .join("");

/** dnsdist's rule for each deviation, given the condition "sent to this address". */
const RULES: Readonly<Record<Deviation | Rarity, (here: string) => string>> = {
  servfail: (here) => `addAction(${here}, RCodeAction(DNSRCode.SERVFAIL))`,
  refused: (here) => `addAction(${here}, RCodeAction(DNSRCode.REFUSED))`,
  dropped: (here) => `addAction(${here}, DropAction())`,
  slow: (here) => `addAction(${here}, DelayAction(300))`,
  truncated: (here) => `addAction(AndRule({${here}, TCPRule(false)}), TCAction())`,
  lying: (here) => `addAction(${here}, SpoofAction({"${LIE}"}, {ttl=30}))`,
  upper_case: (here) =>
    `addAction(AndRule({${here}, QTypeRule(DNSQType.PTR)}), SpoofRawAction("${UPPER}", {aa=true, ttl=300}))`,
  denies_domainkey: (here) =>
    `addAction(AndRule({${here}, RegexRule("^_domainkey[.]")}), RCodeAction(DNSRCode.NXDOMAIN, {aa=true}))`,
  flaky: (here) => `addAction(AndRule({${here}, ProbaRule(0.5)}), DropAction())`,
  unvalidated: (here) => `addAction(${here}, SetDisableValidationAction())`,
};

/** One dnsdist for all servers that misbehave in its ways; it passes questions on to the server that is right. */
export function dnsdist({ run }: Folders): Server {
  const folder = `${run}/dnsdist`;
  mkdirSync(folder);
  const hosts = hostsOf("dnsdist");
  const addresses = hosts.flatMap(addressesOf);
  const backend = { "nsd-leaf": first(hostsOf("nsd-leaf").flatMap(addressesOf)), unbound: RESOLVER };
  const lines = [
    'setSecurityPollSuffix("")',
    'setACL({"0.0.0.0/0", "::/0"})',
    "setMaxTCPClientThreads(2)",
    "setRingBuffersSize(1000, 1)",
    "function here(address) local n = newNMG(); n:addMask(address); return NetmaskGroupRule(n, false) end",
    ...Object.entries(backend).map(
      ([pool, address]) =>
        `newServer{address="${address}:53", source="${EGRESS.dnsdist.v4}", healthCheckMode="up", pool="${pool}"}`,
    ),
    ...addresses.map((address) => `addLocal("${address.includes(":") ? `[${address}]` : address}:53")`),
    // The pool ends the way through the rules, so each host's comes after its deviation.
    ...hosts.flatMap((host) =>
      addressesOf(host).flatMap((address) => {
        const here = `here("${address}")`;
        return [RULES[host.deviation](here), `addAction(${here}, PoolAction("${host.behind}"))`];
      }),
    ),
  ];
  writeFileSync(`${folder}/dnsdist.conf`, `${lines.join("\n")}\n`);
  const answering = hosts.filter((host) => host.deviation === "servfail").flatMap(addressesOf);
  return {
    name: "dnsdist",
    command: ["dnsdist", "--supervised", "--disable-syslog", "-C", `${folder}/dnsdist.conf`],
    ready: { dns: first(answering) },
  };
}
