import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type IpBytes, parseIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import { build, KUBERNETES } from "./build.ts";
import { ofKind } from "./manifest.ts";
import { isInBlock } from "./reach.ts";

const objects = [...(await build("overlays/production")), ...(await build("overlays/single"))];
const conf = await Bun.file(join(KUBERNETES, "base/unbound/unbound.conf")).text();

/** The address blocks of each egress rule that allows connections to the Internet. */
const worlds = ofKind(objects, "NetworkPolicy")
  .flatMap(({ spec }) => spec?.egress ?? [])
  .map(({ to = [] }) => to.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock])))
  .filter((blocks) => blocks.length > 0);

/** Address blocks that unbound must not query. */
const notAsked = [...conf.matchAll(/^ {2}do-not-query-address: (\S+)$/gm)].map((match) => match[1] ?? "");

const hex = (value: number) => value.toString(16);
const all = Array.from({ length: 65_536 }, (_, at) => at);
const some = Array.from({ length: 4096 }, (_, at) => 16 * at);
/**
 * Sample addresses: one in each IPv4 /16, in each IPv6 /12 and in each /28 of 2001::/16, and several in and around
 * each smaller special-purpose block.
 */
const addresses = [
  ...all.map((at) => `${at >> 8}.${at & 255}.0.1`),
  ...[
    "192.0.0.1",
    "192.0.0.9",
    "192.0.1.1",
    "192.0.2.1",
    "192.0.3.1",
    "192.88.98.1",
    "192.88.99.1",
    "192.88.100.1",
  ],
  ...["198.51.99.1", "198.51.100.1", "198.51.101.1", "203.0.112.1", "203.0.113.1", "203.0.114.1"],
  ...["168.63.129.15", "168.63.129.16", "168.63.129.17", "100.100.100.200", "255.255.255.255", "192.0.0.192"],
  ...some.map((at) => `${hex(at)}::1`),
  ...some.map((at) => `2001:${hex(at)}::1`),
  ...["2001:db7::1", "2001:db8::1", "2001:db9::1", "2001:1ff::1", "2001:200::1", "2002::1", "2003::1"],
  ...Array.from({ length: 32 }, (_, at) => `3fff:${hex(at * 256)}::1`),
];
/**
 * Blocks that are public according to the registries but excluded here: local anycast services, overlay networks and
 * embedded IPv4 addresses (6to4).
 */
const LEFT_OUT = ["192.0.0.0/24", "2001::/23", "2002::/16"];

const parsed = addresses.map((text) => ({ text, ip: parseIp(text) ?? [] }));
const textsOf = (holds: (ip: IpBytes) => boolean) =>
  parsed.filter(({ ip }) => holds(ip)).map(({ text }) => text);
const expected = textsOf(
  (ip) => scopeOf(ip).scope === "public" && !LEFT_OUT.some((cidr) => isInBlock({ cidr }, ip)),
);

describe("Internet access covers what the egress guard's table calls public", () => {
  test("for all network policies", () => {
    expect(worlds).toHaveLength(8);
    const [world = []] = worlds;
    for (const other of worlds) expect(other).toEqual(world);
    expect(textsOf((ip) => world.some((block) => isInBlock(block, ip))).join()).toBe(expected.join());
  });

  test("for unbound", () => {
    expect(textsOf((ip) => !notAsked.some((cidr) => isInBlock({ cidr }, ip))).join()).toBe(expected.join());
  });
});
