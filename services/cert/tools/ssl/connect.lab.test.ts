import { expect, test } from "bun:test";
import { addressesOf, addressOf, hostOf } from "@dnstools/lab/plan/plan";
import { json, startProduct } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

const OWN = { RATE_LIMIT_UNITS: "0" };

const ask = async (query: string) => {
  const product = await sharedProduct("all", OWN);
  return fetch(`${product.url}/api/v1/ssl?${query}`);
};
const v6Of = (name: string) => addressesOf(hostOf(name)).find((address) => address.includes(":")) ?? "";

/** A host with a certificate for *.certs.com, which covers every name directly below certs.com. */
const GOOD = "xn--bcherwild-q9a.certs.com";

test.each([
  ["expired.certs.com", addressOf(GOOD), "fail", "pass", []],
  ["expired.certs.com", v6Of(GOOD), "fail", "pass", []],
  ["valid.certs.com", addressOf("expired.certs.com"), "pass", "fail", ["ssl.expired", "ssl.host_mismatch"]],
  ["valid.certs.com", v6Of("expired.certs.com"), "pass", "fail", ["ssl.expired", "ssl.host_mismatch"]],
  // In DNS, this host has one address with a good certificate and one with a bad certificate.
  ["two-faced.certs.com", addressOf("two-faced.certs.com"), "fail", "pass", []],
  ["two-faced.certs.com", v6Of("two-faced.certs.com"), "fail", "fail", ["ssl.expired"]],
  // This host is not in DNS yet.
  ["new.certs.com", addressOf(GOOD), null, "pass", []],
  ["valid.certs.com", addressOf("closed.certs.com"), "pass", "fail", ["ssl.nothing_listens"]],
] as const)(
  "%s: DNS gives the current server, and connect=%s the future one",
  async (host, connect, now, then, codes) => {
    const published = await ask(`host=${host}`);
    if (now === null) expect(published.status).toBe(404);
    else expect((await json(Promise.resolve(published))).summary.status).toBe(now);
    const answer = await json(ask(`host=${host}&connect=${connect}`));
    const { query, summary, data, findings, evidence, links } = answer;
    expect({ query, status: summary.status, servers: data.servers }).toMatchObject({
      query: { host, connect, domain: null, service: "https" },
      status: then,
      servers: [{ host, address: connect, source: "connect", port: 443 }],
    });
    expect(findings.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining([...codes]));
    const words = `With the server at ${connect} (connect=, not what is published): `;
    const texts: string[] = [summary.text, ...findings.map(({ message }: { message: string }) => message)];
    expect(texts.filter((text) => !text.startsWith(words) || text.lastIndexOf(words) > 0)).toEqual([]);
    expect(links.self).toContain(`connect=${encodeURIComponent(connect)}`);
    // All exchanges except DNS use the given address, with the host's name.
    const sent = evidence.filter(({ transport }: { transport: string }) => transport === "tls");
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ address }: { address: string }) => address !== `${connect}#443`)).toEqual([]);
    expect(sent[0].question).toContain(` -servername ${host} `);
    const asked = evidence.map(({ question }: { question: string }) => question.split(" ")[2]);
    expect(asked.filter((type: string) => type === "A" || type === "AAAA")).toEqual([]);
  },
);

test("a future mail server is compared with the TLSA records of its name", async () => {
  const host = "mx.danemail.org";
  const look = (address: string) => json(ask(`host=${host}&service=smtp25&connect=${addressOf(address)}`));
  expect((await look(host)).data.servers).toMatchObject([{ dane: { status: "pass" } }]);
  const other = await look("mx1.mailtls.com");
  expect(other.data.servers).toMatchObject([{ dane: { status: "fail", reason: "mismatch" } }]);
  expect(other.findings[0].code).toBe("ssl.host_mismatch");
});

test("a call with connect sends no more queries than one without", async () => {
  const host = "good-rsa.certs.com";
  const count = async (query: string) => (await json(ask(query))).evidence.length;
  const without = await count(`host=${host}`);
  expect(await count(`host=${host}&connect=${addressOf(host)}`)).toBeLessThan(without);
});

test.each([
  ["host=valid.certs.com&connect=10.0.0.1", "connect", "not public (private"],
  ["host=valid.certs.com&connect=127.0.0.1", "connect", "not public (loopback"],
  ["host=valid.certs.com&connect=169.254.169.254", "connect", "not public (metadata"],
  ["host=valid.certs.com&connect=100.64.0.1", "connect", "not public ("],
  ["host=valid.certs.com&connect=[::1]", "connect", "not public (loopback"],
  ["host=valid.certs.com&connect=fd00::1", "connect", "not public ("],
  ["host=valid.certs.com&connect=::ffff:10.0.0.1", "connect", "not public (private"],
  ["host=valid.certs.com&connect=64:ff9b::a00:1", "connect", "not public ("],
  ["host=valid.certs.com&connect=2002:a00:1::1", "connect", "not public ("],
  ["host=valid.certs.com&connect=224.0.0.1", "connect", "not public ("],
  ["host=valid.certs.com&connect=valid.certs.com", "connect", "not an IP address"],
  ["host=valid.certs.com&connect=5.40.0.1,5.40.0.2", "connect", "more than an address"],
  ["connect=5.40.0.1", "host", "Send either host or domain"],
  ["domain=certs.com&connect=5.40.0.1", "domain", "Send the name of the server as host"],
  ["domain=mailtls.com&service=smtp25&connect=5.41.0.1", "domain", "Send the name of the server as host"],
  ["host=5.40.0.1&connect=5.40.0.2", "connect", "host is already an address"],
])("%s is refused, and nothing is sent", async (query, parameter, message) => {
  const response = await ask(query);
  const { code, errors, evidence } = (await response.json()) as {
    readonly code: string;
    readonly errors: readonly object[];
    readonly evidence?: unknown;
  };
  expect([response.status, code, evidence]).toEqual([400, "invalid_parameter", undefined]);
  expect(errors).toMatchObject([{ parameter, message: expect.stringContaining(message) }]);
});

test("an address that the operator denies is not contacted with connect either", async () => {
  await using product = await startProduct("all", { ...OWN, TARGET_DENY: `${addressOf(GOOD)}/32` });
  const response = await fetch(`${product.url}/api/v1/ssl?host=valid.certs.com&connect=${addressOf(GOOD)}`);
  const { code } = (await response.json()) as { readonly code: string };
  expect([response.status, code]).toEqual([400, "target_denied"]);
});
