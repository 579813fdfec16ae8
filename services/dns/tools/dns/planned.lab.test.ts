import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { Finding } from "@dnstools/core/tool/finding";
import { BIND } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { SITUATIONS_PARENT } from "@dnstools/lab/plan/situation-row";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import { json, metric } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

const FREELY = { RATE_LIMIT_UNITS: "0", TOOL_DEADLINES: "dns=60000" };
const PLAN = /^With the given (ns|ds|ns and ds), not what is published: /;

/** A signed zone that two servers serve but its parent does not delegate. */
const ZONE = `undelegated.${SITUATIONS_PARENT}`;
/** The two servers of the zone, by name and address. */
const HELD = BIND.map((name) => `${name}/${addressOf(name)}`).join();

async function ask(query: string) {
  const product = await sharedProduct("all", FREELY);
  const check = await openApiCheck(product.url);
  const response = await fetch(`${product.url}/api/v1/dns?${query}`);
  const body = await response.text();
  check("/api/v1/dns", response, body);
  const answer = JSON.parse(body);
  const unproved = (answer.findings as readonly Finding[]).filter(
    ({ evidence }) => evidence.length === 0 || evidence.length > 8,
  );
  expect({ query, unproved }).toEqual({ query, unproved: [] });
  return answer;
}
const codesOf = ({ findings }: { findings: readonly Finding[] }) =>
  findings.filter(({ severity }) => severity !== "info").map(({ code }) => code);

/** Returns the name servers of a delegated zone, with all of their addresses. */
async function serversOf(domain: string): Promise<string> {
  const { data } = await ask(`domain=${domain}`);
  const servers = data.nameServers as { name: string; addresses: string[] }[];
  return servers.flatMap(({ name, addresses }) => addresses.map((address) => `${name}/${address}`)).join();
}

/** Returns DS records for the zone's key-signing keys, computed from the keys that its servers publish. */
async function dsOf(): Promise<string> {
  const { data } = await ask(`domain=${ZONE}&ns=${HELD}`);
  type Key = {
    data: { flags: number; protocol: number; algorithm: number; publicKey: string; keyTag: number };
  };
  const keys = (data.records.DNSKEY as Key[]).filter((key) => key.data.flags === 257);
  const owner = Buffer.concat([
    ...ZONE.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
  return keys
    .map(({ data: { flags, protocol, algorithm, publicKey, keyTag } }) => {
      const head = Buffer.from([flags >> 8, flags & 0xff, protocol, algorithm]);
      const key = Buffer.from(publicKey.replaceAll(" ", ""), "base64");
      const digest = createHash("sha256").update(owner).update(head).update(key).digest("hex");
      return `${keyTag} ${algorithm} 2 ${digest}`;
    })
    .join();
}

describe("a zone that is not delegated yet", () => {
  test("is judged as if it were delegated: secure with the DS, insecure without it", async () => {
    const plain = await ask(`domain=${ZONE}&ns=${HELD}`);
    expect(plain.data).toMatchObject({
      ...{ status: "answer", zone: ZONE, delegation: { parent: SITUATIONS_PARENT, server: null, ttl: null } },
      dnssec: { status: "insecure", ds: false },
    });
    expect(plain.query).toMatchObject({ domain: ZONE, type: null, ns: HELD.split(",").sort(), ds: null });
    const repeated = new URL(plain.links.self, "http://localhost");
    expect((await ask(repeated.search.slice(1))).query).toEqual(plain.query);
    const ds = await dsOf();
    const signed = await ask(`domain=${ZONE}&ns=${HELD}&ds=${encodeURIComponent(ds)}`);
    expect(signed.data.dnssec).toMatchObject({ status: "secure", ds: true });
    expect(signed.data.types.DS).toMatchObject({ status: "answer", source: "planned" });
    expect(codesOf(signed)).toEqual([]);
    expect(signed.summary).toMatchObject({ status: "pass", text: expect.stringMatching(PLAN) });
  });

  test("is bogus with the DS of another key, and the texts say that this is not what is published", async () => {
    const ds = `4711 13 2 ${"00".repeat(32)}`;
    const answer = await ask(`domain=${ZONE}&ns=${HELD}&ds=${encodeURIComponent(ds)}`);
    expect(answer.summary).toMatchObject({ status: "fail", text: expect.stringMatching(PLAN) });
    expect(codesOf(answer)).toEqual(["dns.ds_mismatch"]);
    const messages = (answer.findings as readonly Finding[]).map(({ message }) => message);
    expect(messages.filter((message) => !PLAN.test(message))).toEqual([]);
  });

  test("is down at a server that does not serve it, and a name without a serving server is not a 404", async () => {
    const other = `ns1.labdns.net/${addressOf("ns1.labdns.net")}`;
    const answer = await ask(`domain=${ZONE}&ns=${other}`);
    expect(answer.summary.status).toBe("fail");
    expect(codesOf(answer)).toEqual(["dns.no_server_answers", "dns.server_lame", "dns.one_server"]);
    const parent = await ask(`domain=nothing-here.${SITUATIONS_PARENT}&ns=${HELD}`);
    expect(codesOf(parent)).toContain("dns.server_lame");
  });
});

test("published servers with a planned DS, and a planned move with the published DS", async () => {
  const ds = await ask(`domain=example.com&ds=${encodeURIComponent(`4711 13 2 ${"00".repeat(32)}`)}`);
  expect(codesOf(ds)).toEqual(["dns.ds_mismatch"]);
  const now = await ask("domain=example.com");
  const move = await ask(`domain=example.com&ns=${await serversOf("example.com")}`);
  expect(move.data.dnssec).toMatchObject({ status: "secure", ds: true });
  expect(codesOf(move)).toEqual(codesOf(now));
});

test("servers named without an address are resolved as usual", async () => {
  const answer = await ask(`domain=${ZONE}&ns=${BIND.join()}`);
  const found = (answer.data.nameServers as { name: string; addresses: string[] }[]).map(
    ({ name, addresses }) => [name, addresses.includes(addressOf(name))],
  );
  expect(found).toEqual(BIND.map((name) => [name, true]));
});

test("a server inside the zone needs an address", async () => {
  const inside = `ns1.${ZONE}`;
  expect(codesOf(await ask(`domain=${ZONE}&ns=${inside}`))).toContain("dns.missing_glue");
  const at = `${inside}/${addressOf(BIND[0])}`;
  const glued = codesOf(await ask(`domain=${ZONE}&ns=${at},${BIND[1]}/${addressOf(BIND[1])}`));
  expect(glued).not.toContain("dns.missing_glue");
  expect(glued).toContain("dns.delegation_mismatch");
});

describe("refused", () => {
  test.each([
    ["a private address", `ns=ns1.${ZONE}/10.0.0.1`, "not public (private"],
    ["a loopback address", `ns=ns1.${ZONE}/::1`, "not public (loopback"],
    ["14 servers", `ns=${Array.from({ length: 14 }, (_, i) => `ns${i}.com`).join()}`, "at most 13"],
    ["a type, too", `type=A&ns=${HELD}`, "Leave ns or type out"],
    [
      "a type, with a DS",
      `type=A&ds=${encodeURIComponent(`1 13 2 ${"00".repeat(32)}`)}`,
      "Leave ds or type out",
    ],
  ])("%s: 400, and no question leaves", async (_, query, says) => {
    const product = await sharedProduct("all", FREELY);
    const sent = () => metric(product.process("all"), "dnstools_dns_queries_total");
    const before = await sent();
    const response = await fetch(`${product.url}/api/v1/dns?domain=${ZONE}&${query}`);
    const problem = (await response.json()) as { code: string; detail: string };
    expect({ status: response.status, code: problem.code }).toEqual({
      status: 400,
      code: "invalid_parameter",
    });
    expect(problem.detail).toContain(says);
    expect(await sent()).toBe(before);
  });
});

test("a planned delegation asks no more questions than a published one", async () => {
  const product = await sharedProduct("all", FREELY);
  const questions = async (query: string) => {
    const { evidence, data } = await json(fetch(`${product.url}/api/v1/dns?${query}`));
    expect(data.exchanges.length).toBeGreaterThan(0);
    return evidence.length as number;
  };
  const published = `cds-same.${SITUATIONS_PARENT}`;
  const usual = await questions(`domain=${published}`);
  const held = await serversOf(published);
  const planned = await questions(`domain=${published}&ns=${held}`);
  const withDs = await questions(
    `domain=${published}&ns=${held}&ds=${encodeURIComponent(`1 13 2 ${"00".repeat(32)}`)}`,
  );
  expect({ planned: planned <= usual, withDs: withDs <= usual }).toEqual({ planned: true, withDs: true });
});
