import { mkdirSync, writeFileSync } from "node:fs";
import { EGRESS, PRODUCT, RESOLVER } from "../plan/hosts.ts";
import { addressesOf, hostsOf, zoneOf } from "../plan/plan.ts";
import { POINTERS } from "../plan/pointers.ts";
import { CDN, CHANGING, GEO, ROUND_ROBIN, STALE } from "../plan/propagation-zones.ts";
import { recordsOf } from "../plan/records.ts";
import { LIMITED_QPS, ROTATING_POOL, SELECTIVE_ADDRESS } from "../plan/scout-zones.ts";
import type { Deviation, Rarity, Zone } from "../plan/shapes.ts";
import { type Folders, first, type Server } from "./server.ts";

/** The address that a lying server returns for every A query. */
export const LIE = "5.5.5.5";

/** The rdata of a PTR record in wire format (RFC 1035 section 3.3), in upper case and with Lua's escapes. */
const UPPER = POINTERS.upperCase.ptr
  .flatMap((name) => [...name.split("."), ""])
  .map((label) => `\\${String(label.length).padStart(3, "0")}${label}`)
  .join("");

/** Formats a list of strings in Lua's syntax. */
const list = (all: readonly string[]) => `{${all.map((one) => `"${one}"`).join(", ")}}`;
const A = "QTypeRule(DNSQType.A)";
const TAGGED = 'TagRule("exists", "yes")';
/** The sum of the bytes of the queried name in lower case. */
const RANDOM =
  '(function() local sum = 0; for c in dq.qname:toString():lower():gmatch(".") do sum = sum + c:byte() end; return sum end)()';
/** Returns the condition "sent from this address". */
const from = (address: string) => `from("${address}")`;

/**
 * The dnsdist rules for each deviation. `here` is the condition "sent to this address"; `zone` is the zone that
 * contains the server's name.
 */
const RULES: Readonly<Record<Deviation | Rarity, (here: string, zone: Zone) => string>> = {
  servfail: (here) => `addAction(${here}, RCodeAction(DNSRCode.SERVFAIL))`,
  refused: (here) => `addAction(${here}, RCodeAction(DNSRCode.REFUSED))`,
  dropped: (here) => `addAction(${here}, DropAction())`,
  slow: (here) => `addAction(${here}, DelayAction(300))`,
  truncated: (here) => `addAction(AndRule({${here}, TCPRule(false)}), TCAction())`,
  lying: (here) => `addAction(${here}, SpoofAction({"${LIE}"}, {ttl=30}))`,
  upper_case: (here) =>
    `addAction(AndRule({${here}, QTypeRule(DNSQType.PTR)}), SpoofRawAction("${UPPER}", {aa=true, ttl=300}))`,
  alias_at_apex: (here, { name }) =>
    `addAction(AndRule({${here}, OrRule({${A}, QTypeRule(DNSQType.AAAA), QTypeRule(DNSQType.CNAME)}), ${named(name)}}), SpoofCNAMEAction("www.${name}", {aa=true, ra=false, ttl=300}))`,
  denies_domainkey: (here) =>
    `addAction(AndRule({${here}, RegexRule("^_domainkey[.]")}), RCodeAction(DNSRCode.NXDOMAIN, {aa=true}))`,
  flaky: (here) => `addAction(AndRule({${here}, ProbaRule(0.5)}), DropAction())`,
  unvalidated: (here) => `addAction(${here}, SetDisableValidationAction())`,
  rotating_wildcard: (here, zone) =>
    spoofs(
      [here, A, `${unknown(zone)}`],
      `local pool = ${list(ROTATING_POOL)}; return pool[math.random(#pool)]`,
    ),
  selective_wildcard: (here, zone) => {
    const conditions = [here, unknown(zone), named(`[a-z]{3,8}[.]${zone.name}`)];
    // Queries for other types get NODATA instead of NXDOMAIN, because the name exists.
    return `addAction(AndRule({${conditions.join(", ")}, ${A}}), SpoofAction({"${SELECTIVE_ADDRESS}"}, {aa=true, ra=false, ttl=300}))
addAction(AndRule({${conditions.join(", ")}}), RCodeAction(DNSRCode.NOERROR, {aa=true, ra=false}))`;
  },
  maze: (here, zone) =>
    spoofs([here, unknown(zone)], `return "x" .. math.random(2, 2 ^ 30) .. ".${zone.name}"`),
  geo: (here, { name }) =>
    `addAction(AndRule({${here}, ${A}, ${named(name)}, laggard}), SpoofAction({"${GEO.laggard}"}, {aa=true, ra=false, ttl=60}))`,
  round_robin: (here, { name }) =>
    spoofs(
      [here, A, named(name)],
      `local all = ${list(ROUND_ROBIN)}; local one = table.remove(all, math.random(#all)); return one .. "," .. all[math.random(#all)]`,
    ),
  cdn: (here, { name }) =>
    `addAction(AndRule({${here}, ${named(`www.${name}`)}, laggard}), SpoofCNAMEAction("${CDN.laggard}", {aa=true, ra=false, ttl=60}))`,
  stale: (here, { name }) =>
    `addAction(AndRule({${here}, ${A}, ${named(name)}, laggard}), SpoofAction({"${STALE.before}"}, {aa=true, ra=false, ttl=3600}))`,
  // Lua code runs only when a query arrives, so each query checks the clock. All servers share these variables.
  changing: (here, { name }) =>
    spoofs(
      [here, A, named(name)],
      `local now = os.time(); if now - (asked or 0) > 600 then began = now end; asked = now; return now - began < 20 and "${CHANGING.before}" or "${CHANGING.after}"`,
    ),
  random_names: (here, zone) =>
    `addAction(AndRule({${here}, ${unknown(zone)}}), LuaAction(function(dq) if ${RANDOM} % 3 == 0 then dq:setTag("exists", "yes") end; return DNSAction.None, "" end))
${spoofs([here, TAGGED, A], `return "5.44.2." .. (${RANDOM} % 251)`)}
addAction(AndRule({${here}, ${TAGGED}}), RCodeAction(DNSRCode.NOERROR, {aa=true, ra=false}))`,
  shuns_product: (here) =>
    `addAction(AndRule({${here}, OrRule({${[PRODUCT.v4, PRODUCT.v6].map(from).join(", ")}})}), DropAction())`,
  limited: (here, zone) =>
    `addAction(AndRule({${here}, ${unknown(zone)}, MaxQPSIPRule(${LIMITED_QPS})}), DropAction())`,
};

/**
 * Returns the condition "the queried name matches".
 * @param names a regular expression
 */
function named(names: string): string {
  return `RegexRule("^(${names})$")`;
}

/**
 * Returns a rule that answers with the result of a Lua function: addresses, or the target of an alias.
 * @param body the body of the function
 */
function spoofs(conditions: readonly string[], body: string): string {
  const answer = `function() ${body} end`;
  return `addAction(AndRule({${conditions.join(", ")}}), LuaAction(function(dq) dq.dh:setAA(true); return DNSAction.Spoof, (${answer})() end))`;
}

/** Returns the condition "the zone does not have the queried name". The name `*` itself counts as existing. */
function unknown(zone: Zone): string {
  const names = new Set(recordsOf(zone).map(({ owner }) => owner.slice(0, -1)));
  return `NotRule(${named([...names].join("|").replaceAll(".", "[.]").replaceAll("*", "[*]"))})`;
}

/**
 * Configures one dnsdist for all servers whose misbehaviour dnsdist supports. All other queries are forwarded to a
 * correct server.
 */
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
    "function from(address) local n = newNMG(); n:addMask(address); return NetmaskGroupRule(n, true) end",
    `local laggards = newNMG(); laggards:addMask("${EGRESS.laggard.v4}"); laggard = NetmaskGroupRule(laggards, true)`,
    ...Object.entries(backend).map(
      ([pool, address]) =>
        `newServer{address="${address}:53", source="${EGRESS.dnsdist.v4}", healthCheckMode="up", pool="${pool}"}`,
    ),
    ...addresses.map((address) => `addLocal("${address.includes(":") ? `[${address}]` : address}:53")`),
    // PoolAction ends the rule chain, so a host's deviation must come before it.
    ...hosts.flatMap((host) =>
      addressesOf(host).flatMap((address) => {
        const here = `here("${address}")`;
        return [
          RULES[host.deviation](here, zoneOf(host.name)),
          `addAction(${here}, PoolAction("${host.behind}"))`,
        ];
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
