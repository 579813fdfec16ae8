import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf } from "@dnstools/lab/plan/plan";
import { DELEGATED, REGISTRATION } from "@dnstools/lab/plan/registrations";
import { REGISTRIES } from "@dnstools/lab/plan/registries";
import { checkCases, type ToolCase } from "@dnstools/lab/support/cases";
import {
  json,
  metric,
  type Product,
  startProduct,
  WIRINGS,
  type Wiring,
} from "@dnstools/lab/support/product";

const FREELY = { REGISTRY_RATE: "0", RATE_LIMIT_UNITS: "0" };

function ask(product: Product, query: string) {
  return json(fetch(`${product.url}/api/v1/whois?${query}`));
}

const asking = (product: Product, wiring: Wiring) => product.process(wiring === "all" ? "all" : "network");

/** A case of a domain: its availability, and what else. */
function domain(
  says: string,
  name: string,
  availability: string,
  data: Record<string, unknown> = {},
): ToolCase {
  return { says: `${name}: ${says}`, query: `domain=${name}`, data: { availability, ...data } };
}
const unknown = (says: string, name: string, reason: string, data: Record<string, unknown> = {}) =>
  domain(says, name, "unknown", { reason, ...data });

const rdap = (status: string, more: Record<string, unknown> = {}) => ({ kind: "rdap", status, ...more });

const RDAP_CASES: readonly ToolCase[] = [
  domain("registered, whole", "registered.com", "registered", {
    reason: null,
    registrable: "registered.com",
    registrar: { ianaId: "9995", name: "Lab Registrar, Inc.", abuse: { email: "abuse@labregistrar.com" } },
    dates: { created: REGISTRATION.registered, expires: REGISTRATION.expires },
    nameServers: [
      { name: "ns1.labdns.net", addresses: ["5.9.0.53", "2a01:4f8::53"] },
      { name: "ns2.labdns.net", addresses: [] },
    ],
    dnssec: { signed: true, ds: [{ algorithm: 13, digestType: 2 }] },
    redacted: expect.arrayContaining(["Registrant Email"]),
    sources: [
      { kind: "rdap", says: "registered" },
      { kind: "dns", says: "delegated" },
    ],
    parts: { registration: { status: "ok" }, delegation: { status: "ok" }, network: { status: "skipped" } },
  }),
  domain("a name below it is answered for it", "a.b.registered.co.uk", "registered", {
    registrable: "registered.co.uk",
    domain: "a.b.registered.co.uk",
  }),
  domain("an internationalised name, either way", "xn--mnchen-3ya.net", "registered", {
    unicode: "münchen.net",
  }),
  domain("the registrar's name lies in a contact of it", "nameless.com", "registered", {
    registrar: { name: expect.any(String) },
  }),
  domain("the registrar has neither handle nor number", "handleless.com", "registered", {
    registrar: { name: expect.any(String), ianaId: null },
  }),
  domain("what is redacted is no value", "redacted.com", "registered", {
    registrant: null,
    redacted: expect.arrayContaining([expect.any(String)]),
  }),
  domain("free, with an error object", "free.com", "available", {
    sources: [
      { kind: "rdap", status: "absent", says: "not_found" },
      { kind: "dns", status: "absent", says: "not_delegated" },
    ],
    registrar: null,
    parts: { registration: { status: "absent" } },
  }),
  domain("free, with an empty 404", "free-bare.org", "available"),
  unknown("RDAP denies it and DNS knows it", "ghost.com", "contradictory", {
    sources: [{ says: "not_found" }, { says: "delegated" }],
  }),
  domain("deleted, and not yet free", "dropped.com", "registered", {
    status: expect.arrayContaining([
      expect.objectContaining({ code: "redemptionPeriod", meaning: expect.stringContaining("restored") }),
    ]),
  }),
  domain("reserved, in words beside 404", "reserved.com", "reserved", {
    reserved: expect.stringContaining("reserved"),
  }),
  domain("reserved, as an object", "reserved-object.com", "reserved"),
  domain("a redirect to another host that has it", "moved.org", "registered"),
  domain("over plain http, where that is the base", "registered.fm", "registered", {
    sources: [{ kind: "rdap", status: "ok" }, {}],
  }),
];

/** Of .info, whose registry has no port 43. */
const RDAP_FAILURES: readonly ToolCase[] = [
  unknown("another registry's 404 proves nothing", "moved-free.info", "not_authoritative"),
  unknown("refused", "forbidden.info", "blocked"),
  unknown("failing", "broken.info", "server_error"),
  unknown("HTML", "garbage.info", "malformed"),
  unknown("nothing", "empty.info", "malformed"),
  unknown("cut in the middle", "truncated.info", "malformed"),
  unknown("200,000 arrays in each other", "deep.info", "malformed"),
  unknown("30 MB", "huge.info", "too_large"),
  unknown("without end", "endless.info", "too_large"),
  unknown("a byte a second", "drip.info", "timeout"),
  unknown("silence", "silent.info", "timeout"),
  unknown("the connection is closed", "resets.info", "malformed"),
  unknown("members of wrong types", "wrong-types.info", "malformed"),
  unknown("another domain's object", "other-name.info", "malformed"),
  unknown("packed though nobody asked", "bomb.info", "malformed"),
  unknown("a redirect in a circle", "loop.info", "malformed"),
  unknown("ten redirects", "far.info", "malformed"),
  unknown("a redirect to a private address", "to-private.info", "not_allowed"),
  unknown("a redirect to localhost", "to-loopback.info", "not_allowed"),
  unknown("a redirect to a name at a metadata address", "to-bait.info", "not_allowed"),
  unknown("a redirect from https to http", "to-http.info", "malformed"),
  unknown("RDAP fails, and nobody is at port 43", "registered.tv", "server_error"),
];

const through43 = (server: string, reason: string) => ({
  sources: [rdap("unknown", { reason }), { kind: "whois", server, says: "registered" }, {}],
});

/** Registries whose RDAP fails: port 43 answers, and the failure stays in sources. */
const FALLBACK: readonly ToolCase[] = [
  domain("RDAP answers 503", "registered.cz", "registered", through43("whois.nic.cz", "server_error")),
  domain("nothing listens", "registered.fr", "registered", through43("whois.nic.fr", "unreachable")),
  domain("RDAP answers HTML", "registered.si", "registered", through43("whois.register.si", "malformed")),
  domain("RDAP is silent", "registered.no", "registered", through43("whois.norid.no", "timeout")),
  domain("the certificate is another's", "registered.id", "registered", through43("whois.id", "tls_failed")),
  domain("the server is at a private address", "registered.cc", "registered", {
    sources: [
      rdap("unknown", { reason: "not_allowed" }),
      { kind: "whois", server: "ccwhois.verisign-grs.com" },
      { kind: "whois" },
      {},
    ],
  }),
  domain("free by port 43 after a failure", "free.cz", "available"),
  domain("free by port 43, asked after 500", "broken.com", "available"),
];

const PORT_43: readonly ToolCase[] = [
  domain("comments that speak of names that do not exist", "mentions.io", "registered"),
  domain("a referral to private addresses is not followed", "referral-private.io", "registered"),
  domain("a referral to a metadata address is not followed", "referral-bait.io", "registered"),
  domain("a referral to itself ends", "referral-loop.io", "registered"),
  domain("a referral to another port", "referral-port.io", "registered"),
  domain("a referral with control characters is none", "referral-crlf.io", "registered"),
  domain("a chain of referrals ends", "referral-chain.io", "registered"),
  domain("IANA is asked for a server that is not in the table", "registered.ovh", "registered", {
    sources: [{ kind: "whois", server: "whois.nic.ovh", says: "registered" }, {}],
  }),
  domain("the same, free", "free.ovh", "available"),
  unknown("nothing that is known", "unsure.io", "malformed"),
  unknown("maintenance", "maintenance.io", "server_error"),
  unknown("an empty answer", "empty.io", "malformed"),
  unknown("random bytes", "binary.io", "malformed"),
  unknown("a line of 1 MB", "long-line.io", "too_large"),
  unknown("without end", "endless.io", "too_large"),
  unknown("a byte a second", "drip.io", "timeout"),
  unknown("silence", "silent.io", "timeout"),
  unknown("the connection is reset", "resets.io", "unreachable"),
  unknown("who asks is not permitted", "registered.ch", "blocked"),
  domain("the registrar does not know it: the registry's word goes first", "contradicts.cc", "registered"),
  domain("ISO 8859-1", "registered.br", "registered", { registrant: null }),
  domain("Japanese, in English", "registered.jp", "registered"),
  domain("by A-labels", "xn--mnchen-3ya.de", "registered", { unicode: "münchen.de" }),
];

const SPECIAL: readonly ToolCase[] = [
  unknown("a top-level domain that is known, and that our resolver denies", "example.museum", "no_servers"),
  domain("special use", "printer.local", "reserved", {
    reserved: expect.stringContaining("RFC 6762"),
    sources: [{ kind: "table" }],
  }),
  domain("special use", "x.test", "reserved"),
  domain("special use", "onion", "reserved"),
  domain("no top-level domain", "nonsense", "reserved"),
  {
    says: "a public suffix",
    query: "domain=co.uk",
    status: 400,
    data: { detail: expect.stringMatching(/public suffix.*example\.co\.uk/) },
  },
  {
    says: "a top-level domain",
    query: "domain=com",
    status: 400,
    data: { detail: expect.stringContaining("public suffix") },
  },
  {
    says: "a private suffix is somebody's domain",
    query: "domain=some.github.io",
    data: { registrable: "github.io" },
  },
  {
    says: "a top-level domain that is not there",
    query: "domain=example.notatld",
    status: 404,
    data: { code: "domain_not_found" },
  },
  {
    says: "IPv6",
    query: "ip=2620:fe::fe",
    status: 400,
    data: { detail: expect.stringContaining("/api/v1/reverse") },
  },
  {
    says: "neither",
    query: "",
    status: 400,
    data: { detail: expect.stringContaining("either domain or ip") },
  },
  {
    says: "a URL",
    query: "domain=https://example.com/x",
    status: 400,
    data: { detail: expect.stringContaining("example.com") },
  },
  {
    says: "a private address",
    query: "ip=10.0.0.1",
    status: 400,
    data: { detail: expect.stringContaining("private") },
  },
];

const ADDRESSES: readonly ToolCase[] = [
  {
    says: "ARIN",
    query: "ip=8.8.8.8",
    data: {
      ip: "8.8.8.8",
      domain: null,
      availability: null,
      network: { name: "GOGL", registry: "rdap.arin.net" },
      parts: { network: { status: "ok" } },
    },
  },
  {
    says: "a redirect to a national registry",
    query: "ip=200.160.0.8",
    data: { network: { registry: "rdap.registro.br" } },
  },
  {
    says: "a redirect between registries",
    query: "ip=43.0.0.1",
    data: { network: { registry: "rdap.nic.ad.jp" } },
  },
  { says: "a transferred block", query: "ip=154.6.204.1", data: { network: { registry: "rdap.arin.net" } } },
  { says: "a stub", query: "ip=202.1.1.1", data: { network: { registry: "rdap.db.ripe.net" } } },
  {
    says: "RDAP broken; at port 43 parent and child, rwhois and a referral: the last one counts",
    query: "ip=192.88.1.1",
    data: {
      network: { registry: "whois.ripe.net" },
      sources: [
        rdap("unknown", { reason: "server_error" }),
        { server: "whois.arin.net" },
        { server: "whois.ripe.net" },
      ],
    },
  },
  {
    says: "RDAP to a private address, port 43 good",
    query: "ip=64.1.1.1",
    data: { network: { registry: "whois.arin.net" } },
  },
  {
    says: "hostile both ways",
    query: "ip=65.1.1.1",
    data: { network: null, parts: { network: { status: "unknown" } } },
  },
];

describe.each(WIRINGS.map((wiring) => ({ wiring })))("whois, $wiring", ({ wiring }) => {
  test("every state over RDAP", async () => {
    await using product = await startProduct(wiring, FREELY);
    await checkCases(product, "whois", RDAP_CASES);
  }, 30_000);

  test("every failure of RDAP is unknown for its reason, never available", async () => {
    await using product = await startProduct(wiring, FREELY);
    await checkCases(product, "whois", RDAP_FAILURES);
    // Alive, and not larger than it was.
    const { data } = await ask(product, "domain=registered.com");
    expect(data.availability).toBe("registered");
    expect(await metric(asking(product, wiring), "process_resident_memory_bytes")).toBeLessThan(250e6);
  }, 30_000);

  test("where RDAP fails port 43 answers", async () => {
    await using product = await startProduct(wiring, FREELY);
    await checkCases(product, "whois", FALLBACK);
  }, 30_000);

  test("every state and trick at port 43", async () => {
    await using product = await startProduct(wiring, FREELY);
    await checkCases(product, "whois", PORT_43);
  }, 30_000);

  test("names that nobody registers, bad input", async () => {
    await using product = await startProduct(wiring, FREELY);
    await checkCases(product, "whois", SPECIAL);
    expect((await ask(product, "domain=printer.local")).evidence).toEqual([]);
  }, 30_000);

  test("addresses over five registries", async () => {
    await using product = await startProduct(wiring, FREELY);
    await checkCases(product, "whois", ADDRESSES);
  }, 30_000);

  test("at every registry: what is registered is never available, and what is free never registered", async () => {
    await using product = await startProduct(wiring, FREELY);
    const wrong: string[] = [];
    const told: string[] = [];
    const limited: string[] = [];
    await Promise.all(
      Object.keys(REGISTRIES).flatMap((tld) =>
        [...DELEGATED.filter((label) => label !== "limited"), "free"].map(async (label) => {
          const { data } = await ask(product, `domain=${label}.${tld}`);
          told.push(`${label} ${data.availability}`);
          const never = label === "free" ? "registered" : "available";
          if (data.availability === never) wrong.push(`${label}.${tld} is ${data.availability}`);
        }),
      ),
    );
    for (const tld of Object.keys(REGISTRIES)) {
      const { data } = await ask(product, `domain=limited.${tld}`);
      if (data.availability !== "unknown") limited.push(`limited.${tld} is ${data.availability}`);
    }
    expect(wrong).toEqual([]);
    expect(limited).toEqual([]);
    // Nearly all are told, too: unknown alone would be easy.
    const many = Object.keys(REGISTRIES).length;
    expect(told.filter((one) => one === "registered registered").length).toBeGreaterThan(many - 4);
    expect(told.filter((one) => one === "free available").length).toBeGreaterThan(many - 4);
  }, 60_000);

  test("a registry that limits us is left alone as long as it says, and its port 43 asked", async () => {
    await using product = await startProduct(wiring, FREELY);
    const first = await ask(product, "domain=limited.com");
    expect(first.data).toMatchObject({ availability: "unknown", reason: "rate_limited" });
    const rdap = { registry: "verisign" };
    const asked = () => metric(asking(product, wiring), "dnstools_rdap_requests_total", rdap);
    const whois = (outcome: string) =>
      metric(asking(product, wiring), "dnstools_whois_requests_total", { ...rdap, outcome });
    const before = await asked();
    expect(before).toBe(1);
    expect(await whois("rate_limited")).toBe(1);
    const { data } = await ask(product, "domain=registered.com");
    expect(data.sources[0]).toMatchObject({ kind: "rdap", status: "unknown", reason: "rate_limited" });
    expect(await asked()).toBe(before);
    // Port 43 has said so too.
    expect(data).toMatchObject({ availability: "unknown", reason: "rate_limited" });
  }, 30_000);

  test("REGISTRY_RATE holds us back before a registry has to", async () => {
    await using product = await startProduct(wiring, { REGISTRY_RATE: "6" });
    expect((await ask(product, "domain=registered.io")).data.availability).toBe("registered");
    expect((await ask(product, "domain=mentions.io")).data).toMatchObject({
      availability: "unknown",
      reason: "held_back",
    });
  }, 30_000);

  test("what is known is given again with its age; what is unknown is not", async () => {
    await using product = await startProduct(wiring, FREELY);
    const twice = async (name: string) => {
      const first = await ask(product, `domain=${name}`);
      const second = await ask(product, `domain=${name.toUpperCase()}`);
      expect(first.meta.cache).toEqual({ hit: false, ageS: 0 });
      expect(second.meta.requestId).not.toBe(first.meta.requestId);
      if (second.meta.cache.hit) expect({ ...second, meta: null }).toEqual({ ...first, meta: null });
      return second.meta.cache.hit;
    };
    expect(await twice("registered.com")).toBe(true);
    expect(await twice("free.com")).toBe(true);
    expect(await twice("ghost.com")).toBe(false);
    const cache = (name: string, result = {}) =>
      metric(asking(product, wiring), `dnstools_cache_${name}`, { cache: "whois", ...result });
    expect(await cache("requests_total", { result: "hit" })).toBe(2);
    expect(await cache("requests_total", { result: "miss" })).toBe(4);
    expect(await cache("entries")).toBe(2);
    expect(await cache("evictions_total")).toBe(0);
    await using off = await startProduct(wiring, { ...FREELY, CACHE_MAX_AGE_S: "0" });
    await ask(off, "domain=registered.com");
    expect((await ask(off, "domain=registered.com")).meta.cache.hit).toBe(false);
  }, 30_000);

  test("the same question at the same time is one question to the registry", async () => {
    await using product = await startProduct(wiring, FREELY);
    await Promise.all(Array.from({ length: 8 }, () => ask(product, "domain=registered.com")));
    expect(
      await metric(asking(product, wiring), "dnstools_rdap_requests_total", {
        registry: "verisign",
        outcome: "ok",
      }),
    ).toBe(1);
    // IANA's list, which is known from now on.
    const https = { kind: "https", outcome: "ok" };
    expect(await metric(asking(product, wiring), "dnstools_egress_connections_total", https)).toBe(1);
    const age = await metric(asking(product, wiring), "dnstools_data_file_age_seconds", { file: "rdap_dns" });
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThan(60);
  }, 30_000);

  test("a bootstrap that fails is remembered, and port 43 asked", async () => {
    const iana = addressOf("data.iana.org");
    await using product = await startProduct(wiring, { ...FREELY, EGRESS_DENY: `${iana}/32` });
    const refused = () =>
      metric(asking(product, wiring), "dnstools_egress_refusals_total", { reason: "own_network" });
    const { data } = await ask(product, "domain=registered.com");
    expect(data.availability).toBe("registered");
    expect(data.sources.slice(0, 2)).toMatchObject([
      { kind: "rdap", server: "https://data.iana.org/rdap/dns.json", reason: "egress_blocked" },
      { kind: "whois", server: "whois.verisign-grs.com", says: "registered" },
    ]);
    expect(await refused()).toBe(1);
    expect((await ask(product, "domain=registered.org")).data.availability).toBe("registered");
    expect(await refused()).toBe(1);
  }, 30_000);

  test("the bootstrap outlives the process, and is checked anew after a day", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dnstools-data-"));
    const file = join(folder, "rdap-dns.json");
    const kept = () => JSON.parse(readFileSync(file, "utf8"));
    try {
      {
        await using product = await startProduct(wiring, { ...FREELY, DATA_DIR: folder });
        await ask(product, "domain=registered.com");
      }
      const { checkedAt } = kept();
      writeFileSync(file, JSON.stringify({ ...kept(), checkedAt: checkedAt - 90_000_000 }));
      await using product = await startProduct(wiring, { ...FREELY, DATA_DIR: folder });
      const { data, evidence } = await ask(product, "domain=registered.com");
      expect(data.availability).toBe("registered");
      // Nobody waited for it.
      expect(evidence.filter(({ server }: { server: string }) => server === "data.iana.org")).toEqual([]);
      while (kept().checkedAt < checkedAt) await ask(product, "domain=printer.local");
      writeFileSync(file, "not JSON");
      await using other = await startProduct(wiring, { ...FREELY, DATA_DIR: folder });
      expect((await ask(other, "domain=registered.com")).data.availability).toBe("registered");
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 30_000);

  test("dead resolvers are 503, never a verdict", async () => {
    await using product = await startProduct(wiring, { DNS_RESOLVERS: addressOf("closed.resolvers.net") });
    for (const query of ["domain=free.com", "ip=8.8.8.8"]) {
      const response = await fetch(`${product.url}/api/v1/whois?${query}`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: "resolver_unavailable" });
    }
  }, 30_000);
});
