import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DomainName } from "@dnstools/core/protocol/names";
import { present } from "@dnstools/core/tool/outcome";
import type { NetSession } from "../session.ts";
import { descend } from "./delegation.ts";
import { lookAtChain } from "./dnssec-chain.ts";

const record = (name: string, type: string, data: object = {}, value = "") =>
  ({ name: `${name}.`, type, ttl: 300, data, value }) as unknown as DnsReply["answers"][number];
const ns = (name: string) => record(name, "NS", { target: "ns.example.net." });

function reply(answers: DnsReply["answers"], authorities: DnsReply["authorities"] = [], rcode = "NOERROR") {
  return present<DnsReply>({ rcode, flags: ["aa"], answers, authorities, additionals: [], edns: null });
}

/**
 * Creates a session with one server, ns.example.net, which serves all zones, and a resolver that knows the server's
 * address.
 */
function lookAt(says: (name: string, type: string) => ReturnType<typeof reply>) {
  const asked: string[] = [];
  const server = { name: "ns.example.net", address: "192.0.2.1", port: 53, upstream: "authoritative" };
  const session = {
    topLevels: {
      get: () => ({
        apex: "com",
        nameServers: [{ name: server.name, addresses: [server.address], alias: null, reason: null }],
        denied: false,
      }),
      forget: () => {},
      keep: () => {},
      noteDenied: () => {},
      isLocal: () => false,
    },
    resolverSigns: () => true,
    waits: { nextServerMs: 1000 },
    trustAnchors: [],
    nowS: () => 0,
    resolve: ({ name, type }: { name: string; type: string }) => {
      asked.push(`resolver ${name} ${type}`);
      const outcome = type === "A" ? reply([record(name, "A", {}, server.address)]) : says(name, type);
      return Promise.resolve({ server: { ...server, name: "resolver" }, outcome });
    },
    ask: (_: unknown, { name, type }: { name: string; type: string }) => {
      asked.push(`${name} ${type}`);
      return Promise.resolve(says(name, type));
    },
  };
  return { session: session as unknown as NetSession, asked };
}

const reach = async (name: string, session: NetSession) => {
  const got = await descend(session, name as DomainName);
  return got.kind === "present" ? got.value : got;
};

test("an alias in a child zone on the parent's servers is placed in the child zone", async () => {
  const alias = record("www.sub.example.com", "CNAME", { target: "a.example.net." });
  const { session, asked } = lookAt((name) => {
    if (name === "www.sub.example.com")
      return asked.length === 1 ? reply([ns("example.com")]) : reply([alias]);
    return reply([ns(name)]);
  });
  expect(await reach("www.sub.example.com", session)).toMatchObject({
    zone: { apex: "sub.example.com" },
    passed: ["com", "example.com"],
  });
});

test("an alias from a wildcard several labels deep is placed in the wildcard's zone, and the name directly below the apex is not queried", async () => {
  const { session, asked } = lookAt((name) => {
    if (name === "com" || asked.length === 1) return reply([ns("example.com")]);
    return reply([record(name, "CNAME", { target: "a.example.net." })]);
  });
  expect(await reach("a.b.c.example.com", session)).toMatchObject({
    zone: { apex: "example.com" },
    denied: false,
  });
  expect(asked.filter((one) => one.endsWith(" NS"))).toEqual([
    "a.b.c.example.com NS",
    "a.b.c.example.com NS",
    "b.c.example.com NS",
    "c.example.com NS",
  ]);
});

test("an unsigned DS is placed in the unsigned zone that contains it, even if that zone was not seen on the way down", async () => {
  const soa = (name: string) => record(name, "SOA");
  const { session } = lookAt((name, type) => {
    if (type === "DS" && name === "bar.foo.com") return reply([record(name, "DS")]);
    return type === "SOA" ? reply([soa("foo.com")]) : reply([], [soa(name === "com" ? "" : "com")]);
  });
  const zone = (apex: string) => ({
    apex: apex as DomainName,
    nameServers: [{ name: "ns.example.net", addresses: ["192.0.2.1"], alias: null, reason: null }],
    denied: false,
  });
  const passed = ["com"] as DomainName[];
  const { links } = await lookAtChain(session, { parent: zone("com"), passed }, zone("bar.foo.com"), null);
  expect(links.map((link) => link.zone)).toEqual(["", "com", "foo.com", "bar.foo.com"]);
});
