import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf } from "@dnstools/lab/plan/plan";
import { REGISTRATION } from "@dnstools/lab/plan/registrations";
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
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { unshownFindings } from "@dnstools/lab/support/shown";
import { until } from "@dnstools/lab/support/until";

/** Start of the test, before any list was fetched. */
const BEGAN = Date.now();

const FREELY = { REGISTRY_RATE: "0", RATE_LIMIT_UNITS: "0" };
const SIX_A_MINUTE = { REGISTRY_RATE: "6", RATE_LIMIT_UNITS: "0" };
/** Settings with which IANA's list cannot be fetched and no answer is cached. */
const WITHOUT_IANA = { ...FREELY, EGRESS_DENY: `${addressOf("data.iana.org")}/32`, CACHE_MAX_AGE_S: "0" };

/**
 * The data folder of the process with all services, and the file in the folder that contains IANA's list of top-level
 * domains.
 */
const KEPT = mkdtempSync(join(tmpdir(), "dnstools-data-"));
const FILE = "rdap-dns.json";
afterAll(() => rmSync(KEPT, { recursive: true, force: true }));

const settingsOf = (wiring: Wiring) => (wiring === "all" ? { ...FREELY, DATA_DIR: KEPT } : FREELY);

function ask(product: Product, query: string) {
  return json(fetch(`${product.url}/api/v1/whois?${query}`));
}

/** Builds a test case for a domain: its expected availability and other data. */
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
  domain("free, with an empty 404: port 43 says so, too", "free-bare.org", "available", {
    sources: [rdap("unknown", { reason: "not_rdap" }), { kind: "whois", says: "not_found" }, {}],
  }),
  domain("free, behind a gateway's 404", "gateway-404.org", "available", {
    sources: [rdap("unknown", { reason: "not_rdap" }), { kind: "whois", says: "not_found" }, {}],
  }),
  unknown("RDAP denies it and DNS knows it", "ghost.com", "contradictory", {
    sources: [{ says: "not_found" }, { says: "delegated" }],
  }),
  {
    ...domain("deleted, and not yet free", "dropped.com", "registered", {
      status: expect.arrayContaining([
        expect.objectContaining({ code: "redemptionPeriod", meaning: expect.stringContaining("restored") }),
      ]),
    }),
    codes: ["whois.pending_delete", "whois.redemption"],
  },
  domain("reserved, in words beside 404", "reserved.com", "reserved", {
    reserved: expect.stringContaining("reserved"),
  }),
  domain("reserved, as an object", "reserved-object.com", "reserved"),
  domain("a redirect to another host that has it", "moved.org", "registered"),
  domain("over plain http, where that is the base", "registered.fm", "registered", {
    sources: [{ kind: "rdap", status: "ok" }, {}],
  }),
];

/**
 * Test cases on port 43 of .io, a registry without RDAP: findings about a registration, and texts that cannot be
 * parsed.
 */
const LIFE: readonly ToolCase[] = [
  {
    ...domain("locked", "registered.io", "registered", { transferLocked: true }),
    codes: ["whois.ds_not_in_dns", "whois.locked", "whois.registry_unreachable"],
  },
  { ...unknown("not recognised", "unsure.io", "not_recognised"), codes: ["whois.not_recognised"] },
  {
    ...unknown("limited", "limited.uk.com", "rate_limited", { retryAfterS: expect.any(Number) }),
    codes: ["whois.rate_limited"],
  },
];

/** Test cases of .info, a registry without port 43. */
const RDAP_FAILURES: readonly ToolCase[] = [
  unknown("another registry's 404 proves nothing", "moved-free.info", "not_authoritative"),
  unknown("a gateway's 404 without a registry behind it", "gateway-404.info", "not_rdap"),
  unknown("an empty 404", "free-bare.info", "not_rdap"),
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
  unknown("50 MB, packed without our asking for it", "bomb.info", "too_large"),
  unknown("a redirect in a circle", "loop.info", "malformed"),
  unknown("ten redirects", "far.info", "malformed"),
  unknown("a redirect to a private address", "to-private.info", "not_allowed"),
  unknown("a redirect to localhost", "to-loopback.info", "not_allowed"),
  unknown("a redirect to a name at a metadata address", "to-bait.info", "not_allowed"),
  unknown("a redirect from https to http", "to-http.info", "malformed"),
  unknown("RDAP fails, and nothing listens on port 43", "registered.tv", "server_error"),
];

const through43 = (server: string, reason: string) => ({
  sources: [rdap("unknown", { reason }), { kind: "whois", server, says: "registered" }, {}],
});

/** Test cases of registries with failing RDAP: port 43 answers, and `sources` still shows the failure. */
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
  unknown("nothing that is known", "unsure.io", "not_recognised", {
    raw: [{ server: "whois.nic.io", text: expect.stringContaining("Welcome to the registry."), cut: false }],
  }),
  unknown("maintenance", "maintenance.io", "server_error"),
  unknown("the connection is closed without a byte", "empty.io", "empty_answer", { raw: [] }),
  unknown("random bytes", "binary.io", "not_recognised"),
  unknown("a line of 1 MB", "long-line.io", "too_large"),
  unknown("without end", "endless.io", "too_large"),
  unknown("a byte a second", "drip.io", "timeout"),
  unknown("silence", "silent.io", "timeout"),
  unknown("the connection is reset", "resets.io", "unreachable"),
  unknown("our address is not permitted", "registered.ch", "blocked"),
  domain("the registrar denies it: the registry's word goes first", "contradicts.cc", "registered"),
  domain("ISO 8859-1", "registered.br", "registered", { registrant: null }),
  domain("Japanese, in English", "registered.jp", "registered"),
  domain("by A-labels", "xn--mnchen-3ya.de", "registered", { unicode: "münchen.de" }),
];

/** Test cases of zones below a top-level domain that have their own registry. */
const PRIVATE: readonly ToolCase[] = [
  domain("free below uk.com", "free.uk.com", "available", {
    registrable: "free.uk.com",
    sources: [
      { kind: "whois", server: "whois.centralnic.com", says: "not_found" },
      { says: "not_delegated" },
    ],
  }),
  domain("a name below a registered one", "www.registered.uk.com", "registered", {
    registrable: "registered.uk.com",
    sources: [{ kind: "whois", server: "whois.centralnic.com", says: "registered" }, {}],
  }),
  unknown("limited, with when to try again", "limited.uk.com", "rate_limited", {
    retryAfterS: expect.any(Number),
  }),
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
    says: "a private suffix is a registered domain",
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
  {
    says: "a stub of another registry's block",
    query: "ip=202.1.1.1",
    data: { network: { registry: "rdap.db.ripe.net" } },
  },
  {
    says: "RDAP broken; on port 43 parent and child, rwhois and a referral: the last one counts",
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
  test("every state over RDAP has the expected answer", async () => {
    await checkCases(await sharedProduct(wiring, settingsOf(wiring)), "whois", RDAP_CASES);
  });

  test("names that cannot be registered, and bad input, have the expected answers", async () => {
    const product = await sharedProduct(wiring, settingsOf(wiring));
    await checkCases(product, "whois", SPECIAL);
    expect((await ask(product, "domain=printer.local")).evidence).toEqual([]);
  });

  test("addresses at five registries have the expected answers", async () => {
    await checkCases(await sharedProduct(wiring, settingsOf(wiring)), "whois", ADDRESSES);
  });

  test("a known answer is served from the cache with its age, and an unknown answer is not", async () => {
    const product = await sharedProduct(wiring, settingsOf(wiring));
    const asking = product.process(wiring === "all" ? "all" : "network");
    const counts = () =>
      Promise.all([
        metric(asking, "dnstools_cache_requests_total", { cache: "whois", result: "hit" }),
        metric(asking, "dnstools_cache_requests_total", { cache: "whois", result: "miss" }),
        metric(asking, "dnstools_cache_entries", { cache: "whois" }),
        metric(asking, "dnstools_cache_evictions_total", { cache: "whois" }),
      ]);
    const twice = async (name: string) => {
      const first = await ask(product, `domain=${name}`);
      const second = await ask(product, `domain=${name.toUpperCase()}`);
      expect(first.meta.cache).toEqual({ hit: false, ageS: 0 });
      expect(second.meta.requestId).not.toBe(first.meta.requestId);
      if (second.meta.cache.hit) expect({ ...second, meta: null }).toEqual({ ...first, meta: null });
      return second.meta.cache.hit;
    };
    const before = await counts();
    // No other test queries this product for these names, so their answers are not cached yet.
    expect(await twice("redacted.org")).toBe(true);
    expect(await twice("not-taken.org")).toBe(true);
    expect(await twice("ghost.org")).toBe(false);
    const after = await counts();
    expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([2, 4, 2, 0]);
  });
});

/**
 * Findings without an exchange as evidence: a registry that limited this API is not queried again, and `sources` shows
 * the limit.
 */
const WITHOUT_EXCHANGE = ["whois.rate_limited", "whois.registry_unreachable"];

describe("whois", () => {
  const all = () => sharedProduct("all", settingsOf("all"));

  test("every finding names the exchanges that show it, and view=summary is short", async () => {
    const product = await all();
    const cases = [...RDAP_CASES, ...LIFE, ...FALLBACK, ...PORT_43, ...PRIVATE];
    const queries = cases.map(({ query }) => query);
    expect(await unshownFindings(product, "whois", queries, WITHOUT_EXCHANGE)).toEqual([]);
    const { summary, findings, evidence } = await ask(product, "domain=registered.io");
    expect(summary.text).toBe(
      "The registry has DS data for registered.io (key tag 34505) that is not in DNS, so resolvers do not use it to validate the domain.",
    );
    const shown = findings.map(({ code, evidence: ids }: { code: string; evidence: string[] }) => [
      code,
      ids.map((id) => evidence.find((one: { id: string }) => one.id === id).question),
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      "whois.ds_not_in_dns": [
        expect.stringMatching(/^GET .*\/domain\/registered\.io$/),
        "registered.io",
        "registered.io. IN DS",
      ],
      "whois.registry_unreachable": [expect.stringMatching(/^GET .*\/domain\/registered\.io$/)],
      "whois.locked": [expect.stringMatching(/^GET .*\/domain\/registered\.io$/), "registered.io"],
    });
    for (const query of ["domain=registered.io", "domain=registered.com", "ip=8.8.8.8"]) {
      const response = await fetch(`${product.url}/api/v1/whois?${query}&view=summary`);
      expect(Buffer.byteLength(await response.text())).toBeLessThanOrEqual(5000);
    }
  });

  test("every failure of RDAP is unknown with its reason and never available", async () => {
    const product = await all();
    await checkCases(product, "whois", RDAP_FAILURES);
    // After a registry's endless response, the product still answers, and it has not buffered the response.
    const { data } = await ask(product, "domain=registered.com");
    expect(data.availability).toBe("registered");
    expect(await metric(product.process("all"), "process_resident_memory_bytes")).toBeLessThan(250e6);
  });

  test("port 43 is asked if RDAP fails", async () => {
    await checkCases(await all(), "whois", FALLBACK);
  });

  test("every state and malformed answer on port 43 has the expected answer", async () => {
    await checkCases(await all(), "whois", PORT_43);
  });

  test("a registry below a top-level domain is asked at its own server", async () => {
    await checkCases(await all(), "whois", PRIVATE);
  });

  test("the stage of a registration and unreadable texts are findings", async () => {
    await checkCases(await all(), "whois", LIFE);
  });

  test("at every registry a registered name is never available, and a free one never registered", async () => {
    const product = await all();
    const registries = Object.keys(REGISTRIES);
    // These labels are enough: the others differ only in the RDAP answer, which is the same at every registry (see
    // RDAP_CASES).
    const labels = ["registered", "xn--mnchen-3ya", "ghost", "free"];
    const found: { readonly label: string; readonly tld: string; readonly availability: string }[] = [];
    const session = async ({ label, tld }: { readonly label: string; readonly tld: string }) => {
      const { data } = await ask(product, `domain=${label}.${tld}`);
      found.push({ label, tld, availability: data.availability });
    };
    await atOnce(
      registries.flatMap((tld) => labels.map((label) => ({ label, tld }))),
      session,
      16,
    );
    const never = (label: string) => (label === "free" ? "registered" : "available");
    expect(found.filter(({ label, availability }) => availability === never(label))).toEqual([]);
    // Nearly every registry must return the true state; a tool that always returns unknown would pass the check above.
    const count = (label: string, availability: string) =>
      found.filter((one) => one.label === label && one.availability === availability).length;
    expect(count("registered", "registered")).toBeGreaterThan(registries.length - 4);
    expect(count("free", "available")).toBeGreaterThan(registries.length - 4);
  });

  test("a registry that limits us is not asked again for as long as it says, and its port 43 is asked instead", async () => {
    await using product = await startProduct("all", FREELY);
    const verisign = { registry: "verisign" };
    const overRdap = () => metric(product.process("all"), "dnstools_rdap_requests_total", verisign);
    const first = await ask(product, "domain=limited.com");
    expect(first.data).toMatchObject({ availability: "unknown", reason: "rate_limited" });
    expect(await overRdap()).toBe(1);
    const limited = { ...verisign, outcome: "rate_limited" };
    expect(await metric(product.process("all"), "dnstools_whois_requests_total", limited)).toBe(1);
    const { data } = await ask(product, "domain=registered.com");
    expect(data.sources[0]).toMatchObject({ kind: "rdap", status: "unknown", reason: "rate_limited" });
    expect(await overRdap()).toBe(1);
    // The registry's server on port 43 has limited this API too.
    expect(data).toMatchObject({ availability: "unknown", reason: "rate_limited" });
    const others = Object.keys(REGISTRIES).filter((tld) => tld !== "com");
    const wrong: string[] = [];
    const session = async (tld: string) => {
      const { data } = await ask(product, `domain=limited.${tld}`);
      if (data.availability !== "unknown") wrong.push(`limited.${tld} is ${data.availability}`);
    };
    await atOnce(others, session);
    expect(wrong).toEqual([]);
  });

  test("REGISTRY_RATE limits queries before a registry has to", async () => {
    const product = await sharedProduct("all", SIX_A_MINUTE);
    expect((await ask(product, "domain=registered.io")).data.availability).toBe("registered");
    expect((await ask(product, "domain=mentions.io")).data).toMatchObject({
      availability: "unknown",
      reason: "held_back",
    });
  });

  test("identical concurrent calls send one query to the registry", async () => {
    const product = await sharedProduct("all", SIX_A_MINUTE);
    await Promise.all(Array.from({ length: 8 }, () => ask(product, "domain=registered.com")));
    const count = (name: string, labels: Readonly<Record<string, string>>) =>
      metric(product.process("all"), name, labels);
    const ok = { registry: "verisign", outcome: "ok" };
    expect(await count("dnstools_rdap_requests_total", ok)).toBe(1);
    // The only connection fetched IANA's list, which is cached from then on.
    const https = { kind: "https", outcome: "ok" };
    expect(await count("dnstools_egress_connections_total", https)).toBe(1);
    const ageS = await count("dnstools_data_file_age_seconds", { file: "rdap_dns" });
    expect(ageS).toBeGreaterThan(0);
    expect(ageS).toBeLessThanOrEqual((Date.now() - BEGAN) / 1000);
  });

  test("a failed bootstrap is remembered, and port 43 is asked", async () => {
    const product = await sharedProduct("all", WITHOUT_IANA);
    const refused = () =>
      metric(product.process("all"), "dnstools_egress_refusals_total", { reason: "own_network" });
    const { data } = await ask(product, "domain=registered.com");
    expect(data.availability).toBe("registered");
    expect(data.sources.slice(0, 2)).toMatchObject([
      { kind: "rdap", server: "https://data.iana.org/rdap/dns.json", reason: "egress_denied" },
      { kind: "whois", server: "whois.verisign-grs.com", says: "registered" },
    ]);
    expect(await refused()).toBe(1);
    expect((await ask(product, "domain=registered.org")).data.availability).toBe("registered");
    expect(await refused()).toBe(1);
  });

  test("with CACHE_MAX_AGE_S=0 no answer comes from the cache", async () => {
    const product = await sharedProduct("all", WITHOUT_IANA);
    const ask43 = async () => {
      const { data, meta } = await ask(product, "domain=registered.net");
      expect(data.availability).toBe("registered");
      return meta.cache.hit;
    };
    expect([await ask43(), await ask43()]).toEqual([false, false]);
  });

  test("the bootstrap survives a restart and is checked again after a day", async () => {
    await ask(await all(), "domain=registered.com");
    const kept = JSON.parse(readFileSync(join(KEPT, FILE), "utf8"));
    const folder = mkdtempSync(join(tmpdir(), "dnstools-data-"));
    const file = join(folder, FILE);
    try {
      writeFileSync(file, JSON.stringify({ ...kept, checkedAt: kept.checkedAt - 90_000_000 }));
      writeFileSync(join(folder, "rdap-ipv4.json"), "not JSON");
      await using product = await startProduct("all", { ...FREELY, DATA_DIR: folder });
      const { data, evidence } = await ask(product, "domain=registered.com");
      expect(data.availability).toBe("registered");
      // The answer did not wait for the new list.
      expect(evidence.filter(({ server }: { server: string }) => server === "data.iana.org")).toEqual([]);
      await until(() => JSON.parse(readFileSync(file, "utf8")).checkedAt >= kept.checkedAt);
      // A cached file that cannot be read is fetched again.
      expect((await ask(product, "ip=8.8.8.8")).data.network).toMatchObject({ registry: "rdap.arin.net" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("dead resolvers are 503, never a verdict", async () => {
    await using product = await startProduct("all", { DNS_RESOLVERS: addressOf("closed.resolvers.net") });
    for (const query of ["domain=free.com", "ip=8.8.8.8"]) {
      const response = await fetch(`${product.url}/api/v1/whois?${query}`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: "resolver_unavailable" });
    }
  });
});
