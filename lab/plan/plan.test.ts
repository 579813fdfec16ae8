import { expect, test } from "bun:test";
import { BlockList } from "node:net";
import { NOT_PUBLIC } from "../network/firewall.ts";
import { AUTHORITIES, chainOf } from "./authorities.ts";
import { fateOf } from "./expect.ts";
import { CLIENTS_V6, EGRESS, PRODUCT, RESOLVER, RESOLVER_V6, ROUTER, TESTS_OWN } from "./hosts.ts";
import { addressesOf, HOSTS, holdersOf, hostOf, hostsOf, parentOf, serversOf, zoneOf } from "./plan.ts";
import { absolute, delegationsOf, recordsOf } from "./records.ts";
import { reverseName } from "./reverse.ts";
import type { Zone } from "./shapes.ts";
import { certificates } from "./shown.ts";
import { ZONES } from "./zones.ts";

/** Returns the elements that occur more than once. */
const repeated = <T>(all: readonly T[]) => all.filter((one, i) => all.indexOf(one) !== i);
const zone = (name: string): Zone => {
  const found = ZONES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no zone ${name}`);
  return found;
};

/**
 * Returns a function that returns true if an address is in one of the blocks. Each family needs a list of its own,
 * because in a shared list ::ffff:0:0/96 would match every IPv4 address.
 */
function isIn(blocks: readonly string[], family: "ipv4" | "ipv6"): (address: string) => boolean {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = "", bits] = block.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, family);
}

test("names, zones and addresses are unique", () => {
  const addresses = [
    ...HOSTS.filter((host) => host.name !== "product.net").flatMap(addressesOf),
    ...Object.values(EGRESS).flatMap((egress) => Object.values(egress)),
    ...[PRODUCT, ROUTER].flatMap((both) => Object.values(both)),
    ...CLIENTS_V6,
  ];
  expect(repeated(addresses)).toEqual([]);
  expect(repeated(HOSTS.filter((host) => !host.recorded).map((host) => host.name))).toEqual([]);
  expect(repeated(ZONES.map((zone) => zone.name))).toEqual([]);
  const nowhere = HOSTS.filter((host) => addressesOf(host).length === 0);
  expect(new Set(nowhere.map((host) => zoneOf(host.name).name))).toEqual(
    new Set(["no-glue.com", "many-names.com"]),
  );
});

test("every address is public, so the product needs no exceptions", () => {
  const special = { v4: isIn(NOT_PUBLIC.v4, "ipv4"), v6: isIn(NOT_PUBLIC.v6, "ipv6") };
  expect([special.v4("10.1.2.3"), special.v6("fd00::1"), special.v6("::ffff:10.1.2.3")]).toEqual([
    true,
    true,
    true,
  ]);
  for (const family of ["v4", "v6"] as const) {
    const addresses = [...HOSTS, PRODUCT]
      .flatMap((host) => host[family] ?? [])
      .filter((at) => at !== TESTS_OWN);
    expect(addresses.filter(special[family])).toEqual([]);
  }
});

test("every address is in a block of the README's table, except the real addresses", async () => {
  const readme = await Bun.file(`${import.meta.dir}/../README.md`).text();
  const blocks = [...readme.matchAll(/[0-9a-f.:]+\/\d+(?=[,\s|])/g)].map(([block]) => block);
  expect(blocks.length).toBeGreaterThan(10);
  const table = {
    v4: isIn(
      blocks.filter((block) => !block.includes(":")),
      "ipv4",
    ),
    v6: isIn(
      blocks.filter((block) => block.includes(":")),
      "ipv6",
    ),
  };
  const ofLife = ["root-servers.net", "gtld-servers.net", "resolvers.net"];
  const hosts = HOSTS.filter(({ name }) => !ofLife.some((zone) => name.endsWith(zone)));
  for (const family of ["v4", "v6"] as const) {
    const addresses = hosts.flatMap((host) => host[family] ?? []);
    expect(addresses.filter((at) => at !== TESTS_OWN && !table[family](at))).toEqual([]);
  }
});

test("every host is in its operator's zone, not in the root or a top-level domain", () => {
  const allowed = /\.(gtld-servers\.net|nic\.[^.]+|nic\.co\.uk|[a-z0-9-]+-servers\.arpa)$/;
  const stray = HOSTS.filter(
    ({ name }) => !zoneOf(name).name.includes(".") && !allowed.test(name) && zoneOf(name).name !== name,
  );
  expect(stray.map((host) => host.name)).toEqual([]);
});

test("no process holds both a zone and its parent, except for arpa and inner.example.com", () => {
  const both = ZONES.filter((one) => {
    const parent = parentOf(one);
    return parent !== null && [...holdersOf(one)].some((holder) => holdersOf(parent).has(holder));
  });
  expect(both.map((one) => one.name)).toEqual(["arpa", "inner.example.com"]);
});

test("the resolver in resolv.conf answers correctly", () => {
  const host = hostsOf("unbound").find((one) => one.v4 === RESOLVER);
  expect(host).toMatchObject({ name: "quad9.resolvers.net", v6: RESOLVER_V6 });
  expect(host).not.toHaveProperty("action");
  expect(host).not.toHaveProperty("lies");
});

test.each([
  ["example.com", "secure"],
  ["child.example.com", "insecure"],
  ["deep.signed.com", "secure"],
  ["expired.com", "bogus"],
  ["wrong-ds.org", "bogus"],
  ["stray-ds.com", "bogus"],
  ["island.net", "insecure"],
  ["half.com", "insecure"],
  ["lame.com", "unanswered"],
  ["tcp-drip.org", "unanswered"],
  ["xn--80ak6aa92e.xn--p1ai", "insecure"],
] as const)("%s is %s to a validating resolver", (name, fate) => {
  expect(fateOf(zone(name))).toBe(fate);
});

test("a zone's records follow from its entry: SOA, NS, addresses of hosts and PTR", () => {
  const lines = (name: string) =>
    recordsOf(zone(name)).map(({ owner, type, rdata }) => `${owner} ${type} ${rdata}`);
  expect(lines("half.com")).toEqual([
    "half.com. SOA ns1.half.com. hostmaster.half.com. 2026112001 7200 3600 1209600 300",
    "half.com. NS ns1.half.com.",
    "half.com. NS ns2.half.com.",
    "half.com. A 93.184.215.22",
    "ns1.half.com. A 5.66.0.1",
    "ns2.half.com. A 5.9.6.53",
  ]);
  expect(lines("9.5.in-addr.arpa")).toContain("53.0.9.5.in-addr.arpa. PTR ns1.labdns.net.");
  expect(lines("8.f.4.0.1.0.a.2.ip6.arpa")).toContain(`${reverseName("2a01:4f8::53")}. PTR ns1.labdns.net.`);
});

test("a parent has glue only for servers whose names are in its child zones", () => {
  const glue = delegationsOf(zone("com")).filter(({ type }) => type !== "NS");
  const owners = new Set(glue.map(({ owner }) => owner));
  expect(owners).toContain("ns1.half.com.");
  // This name is in net, so com has no glue for it.
  expect(owners).not.toContain("ns1.labdns.net.");
  for (const owner of owners) expect(zoneOf(owner.slice(0, -1)).name).not.toBe("com");
});

test("reverse names of IPv4 and IPv6 addresses", () => {
  expect(reverseName("5.9.0.53")).toBe("53.0.9.5.in-addr.arpa");
  expect(reverseName("2a01:4f8::53")).toBe(
    "3.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.f.4.0.1.0.a.2.ip6.arpa",
  );
});

test("servers present all certificates of the plan, and no others", () => {
  const shown = [
    ...hostsOf("postfix").map((host) => host.certificate),
    ...hostsOf("odd-https").map((host) => host.certificate),
    // lab/odd/tls.ts presents this certificate.
    "played.certs.com",
    ...hostsOf("nginx").flatMap(({ certificate, withoutSni, onV6, second, files = {} }) => [
      ...[certificate, withoutSni, onV6, second],
      ...Object.values(files).map(({ pem }) => pem),
    ]),
  ];
  const names = new Set(shown.filter((name) => name !== undefined));
  expect([...names].sort()).toEqual(Object.keys(certificates()).sort());
});

test("the first authority is the trusted root, and each authority comes after its issuer", () => {
  const names = [...AUTHORITIES.keys()];
  const late = [...AUTHORITIES].filter(
    ([name, { issuer }]) => issuer !== "itself" && names.indexOf(issuer) >= names.indexOf(name),
  );
  expect(late).toEqual([]);
  expect(names[0]).toBe("root");
  expect(chainOf("deep")).toEqual(["deep", "sub"]);
  expect(chainOf("root")).toEqual([]);
});

test("every name server is a host of the plan, and every owner name is in its zone", () => {
  for (const one of ZONES) {
    expect(serversOf(one).length).toBeGreaterThan(0);
    for (const { owner } of recordsOf(one)) expect(owner.endsWith(absolute(one.name))).toBe(true);
  }
  expect(() => hostOf("no-such-host.com")).toThrow("the plan has no host");
});
