import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf } from "@dnstools/lab/plan/plan";
import { NO_POINTERS, POINTERS } from "@dnstools/lab/plan/pointers";
import { checkCases, type ToolCase } from "@dnstools/lab/support/cases";
import { mmdb } from "@dnstools/lab/support/mmdb";
import { json, labSettings, metric, PRODUCT, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { startRelay } from "@dnstools/lab/support/relay";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { unshownFindings } from "@dnstools/lab/support/shown";

const FREELY = { REGISTRY_RATE: "0", RATE_LIMIT_UNITS: "0" };
/** Settings with such a long deadline that queries end by their own timeouts and not by the deadline. */
const PATIENTLY = { ...FREELY, TOOL_DEADLINES: "reverse=60000", EGRESS_ALLOW: "10.0.0.0/8" };

const pass = { status: "pass", reason: null };
const fail = (reason: string) => ({ status: "fail", reason });
const unknown = (reason: string) => ({ status: "unknown", reason });

/** The addresses of the PTR tests are not announced by any AS. */
const quiet = (ip: string): ToolCase["findings"] => [["reverse.not_announced", ip]];
const of = (ip: string, ...findings: (readonly [string, string | null])[]) => [
  ...(quiet(ip) ?? []),
  ...findings,
];

const POINTER_CASES: readonly ToolCase[] = [
  {
    says: "a name that resolves back",
    query: `ip=${POINTERS.right.address}`,
    data: {
      ip: POINTERS.right.address,
      version: 4,
      ptr: [
        {
          name: "right.ptr.com",
          addresses: [POINTERS.right.address],
          confirmed: true,
          reason: null,
          generic: false,
        },
      ],
      fcrdns: pass,
      parts: { ptr: { status: "ok" }, fcrdns: { status: "ok" } },
    },
    findings: of(POINTERS.right.address),
  },
  {
    says: "one of two names that resolves back is enough",
    query: `ip=${POINTERS.secondAlone.address}`,
    data: { fcrdns: pass, ptrTotal: 2 },
    findings: of(POINTERS.secondAlone.address),
  },
  {
    says: "of 60 names 20 are looked at, and none of these leading back proves nothing of the others",
    query: `ip=${POINTERS.many.address}`,
    data: { ptrTotal: 60, fcrdns: unknown("budget") },
    findings: of(
      POINTERS.many.address,
      ["reverse.many_ptr", "60"],
      [
        "reverse.no_forward",
        "many0.ptr.com, many1.ptr.com, many10.ptr.com, many11.ptr.com, many12.ptr.com and 15 more",
      ],
    ),
  },
  {
    says: "an alias to nowhere",
    query: `ip=${POINTERS.aliasToNowhere.address}`,
    data: {
      ptr: [],
      aliases: ["nowhere.ptr.com"],
      fcrdns: fail("no_ptr"),
      parts: { ptr: { status: "absent" } },
    },
    findings: of(POINTERS.aliasToNowhere.address, ["reverse.dangling_alias", "nowhere.ptr.com"]),
  },
  {
    says: "RFC 2317: aliases into another zone, two names",
    query: "ip=5.9.30.2",
    data: {
      aliases: ["2.0-127.30.9.5.in-addr.arpa"],
      fcrdns: fail("no_forward"),
      ptr: [{ confirmed: false }, { confirmed: false }],
    },
    findings: [["reverse.no_forward", "mail.shop.co.uk, mail2.shop.co.uk"]],
  },
  {
    says: "a name that does not exist",
    query: `ip=${POINTERS.toNowhere.address}`,
    data: {
      ptr: [{ name: "missing.ptr.com", addresses: [], confirmed: false, reason: "no_forward" }],
      fcrdns: fail("no_forward"),
    },
    findings: of(POINTERS.toNowhere.address, ["reverse.no_forward", "missing.ptr.com"]),
  },
  {
    says: "a name that leads elsewhere",
    query: `ip=${POINTERS.toOther.address}`,
    data: {
      ptr: [{ addresses: ["5.31.0.202"], confirmed: false, reason: "other_address" }],
      fcrdns: fail("other_address"),
    },
    findings: of(POINTERS.toOther.address, ["reverse.other_address", "other.ptr.com"]),
  },
  {
    says: "a name whose zone answers SERVFAIL is unknown, not unconfirmed",
    query: `ip=${POINTERS.forwardServfail.address}`,
    data: {
      ptr: [{ confirmed: null, reason: "servfail" }],
      fcrdns: unknown("servfail"),
      parts: { ptr: { status: "ok" }, fcrdns: { status: "unknown", reason: "servfail" } },
    },
    findings: of(POINTERS.forwardServfail.address),
  },
  {
    says: "a name whose zone is silent is unknown, not unconfirmed",
    query: `ip=${POINTERS.forwardSilent.address}`,
    data: { ptr: [{ confirmed: null }], fcrdns: { status: "unknown" } },
    findings: of(POINTERS.forwardSilent.address),
  },
  {
    says: "a name made of the address",
    query: `ip=${POINTERS.generic.address}`,
    data: { ptr: [{ generic: true, confirmed: true }], fcrdns: pass },
    findings: of(POINTERS.generic.address, ["reverse.generic_name", "5-31-0-9.dyn.ptr.com"]),
  },
  {
    says: "localhost is not looked up",
    query: `ip=${POINTERS.localhost.address}`,
    data: {
      ptr: [{ name: "localhost", confirmed: false, reason: "not_in_public_dns" }],
      fcrdns: fail("not_in_public_dns"),
    },
    findings: of(POINTERS.localhost.address, ["reverse.not_in_public_dns", "localhost"]),
  },
  {
    says: "an address in place of a name is not looked up",
    query: `ip=${POINTERS.literal.address}`,
    data: {
      ptr: [{ name: "10.0.0.1", addresses: [], confirmed: false, reason: "not_a_host_name" }],
      fcrdns: fail("not_a_host_name"),
    },
    findings: of(POINTERS.literal.address, ["reverse.not_a_host_name", "10.0.0.1"]),
  },
  {
    says: "a name with control bytes and HTML is data, escaped as dig does",
    query: `ip=${POINTERS.hostile.address}`,
    data: { ptr: [{ name: String.raw`\000<script>.ptr.com`, confirmed: false, reason: "not_a_host_name" }] },
    findings: of(POINTERS.hostile.address, ["reverse.not_a_host_name", String.raw`\000<script>.ptr.com`]),
  },
  {
    says: "a name at a private address is shown, and nothing connects to it",
    query: `ip=${POINTERS.toPrivate.address}`,
    data: { ptr: [{ addresses: ["10.0.0.1"], confirmed: false, reason: "other_address" }] },
    findings: of(POINTERS.toPrivate.address, ["reverse.other_address", "private.ptr.com"]),
  },
  {
    says: "a name at a cloud's metadata address likewise",
    query: `ip=${POINTERS.toMetadata.address}`,
    data: { ptr: [{ addresses: ["169.254.169.254"], confirmed: false }] },
  },
  {
    says: "the root is no name",
    query: `ip=${POINTERS.toRoot.address}`,
    data: { ptr: [{ name: ".", confirmed: false, reason: "not_a_host_name" }] },
  },
  {
    says: "the letters' case does not matter",
    query: `ip=${POINTERS.upperCase.address}`,
    data: { fcrdns: pass, ptr: [{ name: "upper.ptr.com" }] },
    findings: of(POINTERS.upperCase.address),
  },
  {
    says: "a reverse name with other records alone has no PTR",
    query: `ip=${POINTERS.noPtr.address}`,
    data: {
      ptr: [],
      aliases: [],
      fcrdns: fail("no_ptr"),
      parts: { ptr: { status: "absent" }, fcrdns: { status: "skipped" } },
    },
    findings: of(POINTERS.noPtr.address, ["reverse.no_ptr", POINTERS.noPtr.address]),
  },
  {
    says: "no reverse name at all",
    query: `ip=${NO_POINTERS.nothing}`,
    data: { ptr: [], fcrdns: fail("no_ptr") },
    findings: of(NO_POINTERS.nothing, ["reverse.no_ptr", NO_POINTERS.nothing]),
  },
  {
    says: "a reverse zone that answers SERVFAIL makes the names unknown, not absent",
    query: `ip=${NO_POINTERS.servfail}`,
    data: {
      ptr: null,
      ptrTotal: null,
      fcrdns: unknown("servfail"),
      parts: { ptr: { status: "unknown", reason: "servfail" } },
    },
    findings: of(NO_POINTERS.servfail),
  },
  {
    says: "a silent reverse zone makes the names unknown, and the rest is there",
    query: `ip=${NO_POINTERS.silent}`,
    data: {
      ptr: null,
      fcrdns: { status: "unknown" },
      parts: { ptr: { status: "unknown" }, origins: { status: "absent" }, network: { status: "absent" } },
    },
    findings: of(NO_POINTERS.silent),
  },
  {
    says: "one address among others of the name is enough",
    query: `ip=${POINTERS.amongOthers.address}`,
    data: { fcrdns: pass },
    findings: of(POINTERS.amongOthers.address),
  },
  {
    says: "IPv6: a name that resolves back",
    query: `ip=${POINTERS.rightV6.address}`,
    data: { version: 6, reverseName: expect.stringMatching(/^1(\.[0-9a-f]){31}\.ip6\.arpa$/), fcrdns: pass },
    findings: of(POINTERS.rightV6.address),
  },
  {
    says: "IPv6: a name with IPv4 alone has no way back",
    query: `ip=${POINTERS.otherFamily.address}`,
    data: { fcrdns: fail("no_forward") },
    findings: of(POINTERS.otherFamily.address, ["reverse.no_forward", "right.ptr.com"]),
  },
  {
    says: "IPv6: the second of two names resolves back",
    query: `ip=${POINTERS.secondAloneV6.address}`,
    data: { fcrdns: pass },
  },
  {
    says: "IPv6: an alias to nowhere",
    query: `ip=${POINTERS.aliasToNowhereV6.address}`,
    data: { fcrdns: fail("no_ptr"), aliases: ["nowhere.ptr.com"] },
  },
];

const NETWORK_CASES: readonly ToolCase[] = [
  {
    says: "AS, prefix, block, holder, abuse contact and registered country",
    query: `ip=${addressOf("ns1.example.com")}`,
    data: {
      origins: [{ asn: 24940, name: "HETZNER-AS, DE", prefix: "5.9.0.0/16" }],
      network: {
        startAddress: "5.9.0.0",
        endAddress: "5.9.255.255",
        registry: "rdap.db.ripe.net",
        countryCode: "DE",
        abuse: { email: expect.stringContaining("@") },
      },
      country: { code: "DE", kind: "registered" },
      fcrdns: pass,
      parts: {
        origins: { status: "ok", source: "team_cymru" },
        asNames: { status: "ok" },
        network: { status: "ok" },
      },
    },
    findings: [],
  },
  {
    says: "the abuse contact of ARIN lies within another contact",
    query: "ip=8.8.8.8",
    data: {
      network: {
        handle: "NET-8-8-8-0-2",
        name: "GOGL",
        organization: "Google LLC",
        abuse: { email: "network-abuse@google.com" },
      },
    },
  },
  {
    says: "two origins (MOAS) are a list, each with its name",
    query: "ip=8.8.4.4",
    data: {
      origins: [
        { asn: 15169, name: "GOOGLE, US", prefix: "8.8.4.0/24" },
        { asn: 36040, name: "YOUTUBE, US", prefix: "8.8.4.0/24" },
      ],
    },
  },
  {
    says: "of two prefixes the longer one counts",
    query: "ip=23.0.2.9",
    data: { origins: [{ asn: 20940, prefix: "23.0.2.0/24" }] },
  },
  {
    says: "a row without its date is read",
    query: "ip=24.1.1.1",
    data: { origins: [{ asn: 7922, prefix: "24.1.1.0/24" }] },
  },
  {
    says: "a row that cannot be read is unknown, not unannounced",
    query: "ip=26.1.1.1",
    data: { origins: null, parts: { origins: { status: "unknown", reason: "malformed" } } },
  },
  {
    says: "an AS without a name still announces",
    query: "ip=28.1.1.1",
    data: { origins: [{ asn: 399_999, name: null }], parts: { asNames: { status: "absent" } } },
  },
  {
    says: "an address that no AS announces has no origins, and that is known",
    query: "ip=5.31.0.1",
    data: { origins: [], parts: { origins: { status: "absent" } } },
  },
  {
    says: "IPv6: AS and block",
    query: "ip=2a01:4f8::53",
    data: { origins: [{ asn: 24940, prefix: "2a01:4f8::/32" }], network: { registry: "rdap.db.ripe.net" } },
  },
  { says: "IPv4 in IPv6 is taken for IPv4", query: "ip=::ffff:8.8.8.8", data: { ip: "8.8.8.8", version: 4 } },
  {
    says: "a registry that redirects to another is followed",
    query: "ip=154.6.204.1",
    data: { network: { registry: "rdap.arin.net" }, parts: { network: { status: "ok" } } },
  },
  {
    says: "RDAP down: port 43 answers, and the failure stays in sources",
    query: "ip=196.1.1.1",
    data: {
      network: { registry: "whois.afrinic.net" },
      sources: [
        { kind: "rdap", status: "unknown", reason: "server_error" },
        { kind: "whois", status: "ok" },
      ],
    },
  },
  {
    says: "a registry's stub leads to the registry that has the block",
    query: "ip=202.1.1.1",
    data: {
      network: { registry: "rdap.db.ripe.net" },
      sources: [{ status: "absent" }, { kind: "rdap", status: "ok" }],
    },
  },
  {
    says: "a registry that limits us is unknown, and nothing else suffers",
    query: "ip=190.1.1.1",
    data: {
      network: null,
      parts: { network: { status: "unknown", reason: "rate_limited" }, origins: { status: "absent" } },
    },
  },
  {
    says: "redirects to private addresses are not followed",
    query: "ip=64.1.1.1",
    data: { sources: [{ kind: "rdap", status: "unknown", reason: "not_allowed" }, {}] },
  },
  {
    says: "redirects in a circle and a referral to a private address end",
    query: "ip=63.1.1.1",
    data: { sources: [{ kind: "rdap", status: "unknown", reason: "malformed" }, {}] },
  },
  {
    says: "hostile JSON and an endless whois answer are bounded",
    query: "ip=65.1.1.1",
    data: { network: null, parts: { network: { status: "unknown" } } },
  },
];

const bad = (says: string, ip: string, ...words: string[]): ToolCase => ({
  says,
  query: `ip=${ip}`,
  status: 400,
  data: { code: "invalid_parameter", detail: expect.stringMatching(new RegExp(words.join(".*"), "i")) },
});

const BAD: readonly ToolCase[] = [
  bad("private", "10.1.2.3", "not public", "private"),
  bad("carrier-grade NAT", "100.64.0.1", "not public", "private"),
  bad("loopback", "127.0.0.1", "not public", "loopback"),
  bad("IPv6 loopback", "::1", "not public", "loopback"),
  bad("link local", "169.254.1.1", "not public", "link_local"),
  bad("metadata", "169.254.169.254", "not public", "metadata"),
  bad("multicast", "224.0.0.1", "not public", "multicast"),
  bad("documentation", "192.0.2.1", "not public", "reserved"),
  bad("unique local", "fd12::1", "not public", "private"),
  bad("private in IPv6", "::ffff:10.0.0.1", "not public", "private"),
  bad("a name", "example.com", "not an IP address", "such as"),
  bad("octal", "010.0.0.1", "not an IP address"),
];

describe.each(WIRINGS.map((wiring) => ({ wiring })))("reverse, $wiring", ({ wiring }) => {
  test("every case of names and forward confirmation has the expected answer", async () => {
    await checkCases(await sharedProduct(wiring, FREELY), "reverse", POINTER_CASES);
  });

  test("every case of origins and registries has the expected answer", async () => {
    await checkCases(await sharedProduct(wiring, FREELY), "reverse", NETWORK_CASES);
  });

  test("an address that is not public is 400 and names its scope", async () => {
    await checkCases(await sharedProduct(wiring, FREELY), "reverse", BAD);
  });
});

describe("reverse", () => {
  test.each([addressOf("ns1.example.com"), POINTERS.many.address])(
    "view=summary is short: %s",
    async (ip) => {
      const product = await sharedProduct("all", FREELY);
      const response = await fetch(`${product.url}/api/v1/reverse?ip=${ip}&view=summary`);
      const body = await response.text();
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(5000);
    },
  );

  test("every finding names the exchanges that show it", async () => {
    const queries = [...POINTER_CASES, ...NETWORK_CASES].map(({ query }) => query);
    const product = await sharedProduct("all", FREELY);
    expect(await unshownFindings(product, "reverse", queries, [])).toEqual([]);
    const { findings, evidence } = await json(
      fetch(`${product.url}/api/v1/reverse?ip=${POINTERS.toNowhere.address}`),
    );
    const shown = (code: string) =>
      findings
        .find((one: { code: string }) => one.code === code)
        .evidence.map((id: string) => evidence.find((one: { id: string }) => one.id === id).question);
    // Our resolver and a server of the zone, because the zone is not signed.
    const forward = "missing.ptr.com. IN A";
    expect(shown("reverse.no_forward")).toEqual(["5.0.31.5.in-addr.arpa. IN PTR", forward, forward]);
    expect(shown("reverse.not_announced")).toEqual(["5.0.31.5.origin.asn.cymru.com. IN TXT"]);
  });

  test("EGRESS_ALLOW permits calls about an address that is not public", async () => {
    await checkCases(await sharedProduct("all", PATIENTLY), "reverse", [
      {
        says: "allowed",
        query: "ip=10.1.2.3",
        data: { ip: "10.1.2.3", network: null, parts: { network: { status: "absent" } } },
      },
    ]);
  });

  test("the deadline holds while IANA's list is being fetched, and the other sources are in the answer", async () => {
    // No whois server can be reached, so port 43 cannot replace RDAP.
    await using relay = await startRelay("9.9.9.9", (name) =>
      name === "data.iana.org" || name.startsWith("whois.") ? "drop" : "pass",
    );
    const env = { ...FREELY, DNS_RESOLVERS: relay.address, TOOL_DEADLINES: "reverse=3500" };
    await using product = await startProduct("all", env);
    const { data } = await json(fetch(`${product.url}/api/v1/reverse?ip=8.8.8.8`));
    expect(data).toMatchObject({
      origins: [{ asn: 15_169 }],
      network: null,
      parts: {
        network: { status: "unknown", reason: "budget" },
        ptr: { status: "absent" },
        origins: { status: "ok" },
      },
    });
  });

  test("dead resolvers are 503, never a verdict", async () => {
    await using product = await startProduct("all", { DNS_RESOLVERS: addressOf("closed.resolvers.net") });
    const response = await fetch(`${product.url}/api/v1/reverse?ip=8.8.8.8`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "resolver_unavailable" });
  });

  test("calls for the same address share their work, and a dead registry does not affect the other sources", async () => {
    const product = await sharedProduct("all", PATIENTLY);
    const asking = product.process("all");
    const counts = () =>
      Promise.all([
        metric(asking, "dnstools_egress_connections_total", { kind: "rdap", outcome: "timeout" }),
        metric(asking, "dnstools_rdap_requests_total", { registry: "arin", outcome: "timeout" }),
        metric(asking, "dnstools_tool_requests_total", { tool: "reverse", outcome: "ok" }),
        metric(asking, "dnstools_tool_duration_seconds_count", { tool: "reverse" }),
      ]);
    const before = await counts();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => json(fetch(`${product.url}/api/v1/reverse?ip=66.1.1.1`))),
    );
    // The query to the silent server takes seconds, so all five calls overlap.
    expect(answers[0].data.parts).toMatchObject({
      network: { status: "unknown", reason: "timeout" },
      ptr: { status: "absent" },
      origins: { status: "absent" },
    });
    expect(answers.map(({ data }) => data)).toEqual(Array(5).fill(answers[0].data));
    const after = await counts();
    // Together the five calls need one connection, one request to the registry and one network lookup, and get
    // five answers.
    expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([1, 1, 5, 1]);
    // The first call that needed IANA's list fetched it once.
    const https = { kind: "https", outcome: "ok" };
    expect(await metric(asking, "dnstools_egress_connections_total", https)).toBe(1);
  });
});

describe("AS_DATABASE", () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-as-"));
  const file = join(folder, "asn.mmdb");
  const row = (asn: number, organization: string) => ({
    autonomous_system_number: asn,
    autonomous_system_organization: organization,
  });
  writeFileSync(
    file,
    mmdb("asn", {
      "8.8.8.0/24": row(15_169, "Google LLC"),
      "5.9.0.0/16": row(24_940, "Hetzner Online GmbH"),
      "2a01:4f8::/32": row(24_940, "Hetzner Online GmbH"),
    }),
  );
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the same fields come from a local file, and Team Cymru is not asked", async () => {
    await using product = await startProduct("all", { ...FREELY, AS_DATABASE: file });
    await checkCases(product, "reverse", [
      {
        says: "IPv4",
        query: "ip=8.8.8.8",
        data: {
          origins: [{ asn: 15_169, name: "Google LLC", prefix: "8.8.8.0/24" }],
          parts: { origins: { status: "ok", source: "as_database" }, asNames: { status: "ok" } },
        },
      },
      {
        says: "IPv6",
        query: "ip=2a01:4f8::53",
        data: {
          origins: [{ asn: 24_940, prefix: "2a01:4f8::/32" }],
          country: { code: "DE", kind: "registered" },
        },
      },
      {
        says: "no row proves nothing",
        query: "ip=1.1.1.1",
        data: { origins: [], parts: { origins: { status: "absent" } } },
      },
    ]);
    const { findings } = await json(fetch(`${product.url}/api/v1/reverse?ip=1.1.1.1`));
    expect(findings.map(({ code }: { code: string }) => code)).not.toContain("reverse.not_announced");
    const { evidence } = await json(fetch(`${product.url}/api/v1/reverse?ip=8.8.8.8`));
    expect(evidence.filter(({ question }: { question: string }) => question.includes("cymru"))).toEqual([]);
  });

  test.each([
    ["text", "all", Buffer.from("no database")],
    ["a database of countries", "network", mmdb("country", { "8.8.8.0/24": { country_code: "US" } })],
  ])("%s in its place stops the start of %s", async (_, target, bytes) => {
    const broken = join(folder, "broken.mmdb");
    writeFileSync(broken, bytes);
    const { code, err } = await refused(target, { AS_DATABASE: broken });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/AS_DATABASE=.*MMDB/) });
  });
});

/** Starts the product with settings that it must refuse. */
async function refused(target: string, env: Readonly<Record<string, string>>) {
  const child = Bun.spawn([...PRODUCT, `--target=${target}`], {
    env: { ...labSettings(), ...env },
    stderr: "pipe",
  });
  const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
  return { err, code };
}
