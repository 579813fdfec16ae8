import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressesOf, hostOf, serversOf, ZONE } from "@dnstools/lab/plan/plan";
import { WORDS_BY, WORDS_MISSING, WORDS_THERE } from "@dnstools/lab/plan/scout-zones";
import type { Zone } from "@dnstools/lab/plan/shapes";
import { checkCases, type ToolCase } from "@dnstools/lab/support/cases";
import { countQuestions } from "@dnstools/lab/support/count";
import { json, startProcess, startProduct, WIRINGS } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { SRV_NAMES } from "./srv-names.ts";
import { namesIn } from "./test/plan.ts";
import { WORD_LIST } from "./word-list.ts";

const OWN = { RATE_LIMIT_UNITS: "0" };
/** Number of simultaneous calls; more calls would overload the test machine. */
const AT_ONCE = 3;

type SubdomainsData = {
  readonly names: readonly Name[];
  readonly indistinguishable: readonly Name[];
  readonly indistinguishableTotal: number;
  readonly wildcards: readonly {
    readonly type: string;
    readonly kind: string;
    readonly selective: boolean;
    readonly signed: boolean;
  }[];
  readonly fromWildcard: number;
};

type Name = {
  readonly name: string;
  readonly proof: string | null;
  readonly records: { readonly type: string }[];
};
const labels = (names: readonly Name[], apex: string) =>
  names.map(({ name }) => name.slice(0, -apex.length - 1)).sort();

const ok = { status: "ok", complete: true, reason: null };
const containing = (...all: readonly unknown[]) => expect.arrayContaining(all as unknown[]);
const having = (fields: Record<string, unknown>) => expect.objectContaining(fields);

/** Domains, each with the expected results of its zone transfers and the expected findings. */
const TRANSFERS: readonly (readonly [
  domain: string,
  results: readonly string[],
  codes: readonly string[],
])[] = [
  ["xfr-small.com", ["allowed", "allowed"], ["scout.axfr_open"]],
  ["open-transfer.com", ["allowed", "allowed", "allowed", "allowed"], ["scout.axfr_open"]],
  ["xfr-mixed.com", ["allowed", "notauth"], ["scout.axfr_open"]],
  ["words.com", Array(8).fill("refused"), []],
  ["signed.com", Array(4).fill("notauth"), []],
  ["axfr-cut.com", ["unfinished"], ["scout.axfr_unfinished"]],
  ["axfr-unclosed.com", ["unfinished"], ["scout.axfr_unfinished"]],
  ["axfr-endless.com", ["unfinished"], ["scout.axfr_unfinished"]],
  ["axfr-first-only.com", ["failed"], ["scout.incomplete"]],
  ["axfr-servfail.com", ["failed"], ["scout.incomplete"]],
  ["axfr-garbage.com", ["failed"], ["scout.incomplete"]],
  // RFC 5936 2.2: a zone is sent as records that begin with its SOA. Without a record, nothing was transferred.
  ["axfr-empty.com", ["not_transferred"], []],
  ["axfr-nxdomain.com", ["not_transferred"], []],
  ["axfr-reset.com", ["not_transferred"], []],
  ["axfr-closed.com", ["not_transferred"], []],
  ["axfr-silent.com", ["timeout"], ["scout.incomplete"]],
  ["tcp-refused.org", ["no_tcp"], ["scout.zone_unreachable"]],
  ["private.com", Array(4).fill("refused"), []],
];

const CASES: readonly ToolCase[] = [
  ...TRANSFERS.map(
    ([domain, results, codes]): ToolCase => ({
      says: `transfer of ${domain}`,
      query: `domain=${domain}&sections=axfr`,
      data: { axfr: { servers: results.map((result) => ({ result })) }, records: null, subdomains: null },
      codes,
    }),
  ),
  {
    says: "a whole zone is counted, and its first records are shown",
    query: "domain=open-transfer.com&sections=axfr",
    data: { axfr: { ...ok, zone: "open-transfer.com", servers: containing(having({ records: 604 })) } },
  },
  {
    says: "an endless zone transfer stops at our limit",
    query: "domain=axfr-endless.com&sections=axfr",
    data: { axfr: { servers: [{ records: expect.any(Number), reason: "too_large" }] } },
  },
  {
    says: "each server: serial, UDP, TCP and closed recursion",
    query: "domain=example.com&sections=records",
    data: {
      zone: "example.com",
      records: {
        ...ok,
        servers: ["ns1.example.com", "ns2.example.com"].map((name) => ({
          name,
          udp: { status: "ok", reason: null },
          tcp: { status: "ok", reason: null },
          authoritative: true,
          serial: 2026112001,
          edns: true,
          recursion: "closed",
        })),
        records: { A: [{ value: "93.184.215.14" }, { value: "93.184.215.15" }] },
        delegation: { parent: "com" },
        dnssec: { status: "secure" },
      },
      email: null,
    },
    codes: [],
  },
  {
    says: "servers that disagree",
    query: "domain=disagree.com&sections=records",
    data: { records: ok },
    codes: ["scout.serials_differ", "scout.servers_disagree"],
  },
  // RFC 1034 4.3.5: servers with one serial have one version of the zone. BIND and Knot never give different data from
  // one version, so servers that do so vary their answers on purpose: the tool dns says the same.
  ...["vary.com", "www.vary.com"].map(
    (domain): ToolCase => ({
      says: `${domain}: addresses and aliases vary at one serial`,
      query: `domain=${domain}&sections=records`,
      data: { records: ok },
      codes: ["scout.servers_vary"],
    }),
  ),
  {
    says: "texts do not vary on purpose, whatever the serial",
    query: "domain=vary-text.com&sections=records",
    data: { records: ok },
    findings: [["scout.servers_disagree", "A, TXT"]],
  },
  {
    // RFC 1912 2.8: a delegation names servers that answer for the zone. Unbound and BIND answer SERVFAIL if none does.
    says: "delegations of the zone and of names below it, to servers that do not exist",
    query: "domain=strayed.com&sections=records,subdomains",
    data: {
      subdomains: {
        names: [
          { name: "blog.strayed.com", delegated: true, nameServers: ["nothing-here.other.net"] },
          { name: "dev.strayed.com", delegated: true, nameServers: ["ns1.labdns.net"] },
          { name: "shop.strayed.com", nameServers: ["ns1.labdns.net", "ns1.never-registered-strayed.com"] },
        ],
      },
    },
    findings: [
      ["scout.delegation_takeover", "strayed.com -> ns.never-registered-strayed.com"],
      ["scout.delegation_dangling", "blog.strayed.com -> nothing-here.other.net"],
      ["scout.delegation_takeover", "shop.strayed.com -> ns1.never-registered-strayed.com"],
      ["scout.incomplete", "subdomains"],
    ],
  },
  {
    says: "a dead server and a working one",
    query: "domain=half.com&sections=records,axfr",
    data: { records: { servers: containing(having({ name: "ns1.half.com", recursion: "unknown" })) } },
    findings: [
      ["scout.server_silent", "ns1.half.com (5.66.0.1)"],
      ["scout.incomplete", "records, axfr"],
    ],
  },
  {
    says: "a server that does not hold the zone",
    query: "domain=halflame.com&sections=records",
    data: {},
    codes: ["scout.server_lame"],
  },
  {
    says: "a server without EDNS",
    query: "domain=no-edns.org&sections=records",
    data: { records: { servers: [{ edns: false }] } },
    codes: ["scout.no_edns"],
  },
  {
    says: "signatures that do not verify",
    query: "domain=expired.com&sections=records",
    data: { records: { dnssec: { status: "bogus" } } },
    codes: ["scout.dnssec_bogus"],
  },
  {
    says: "a name below the apex",
    query: "domain=www.example.com&sections=records,axfr",
    data: {
      zone: "example.com",
      records: { types: { A: { status: "answer" } } },
      axfr: { zone: "example.com" },
    },
  },
  {
    says: "what is published for mail",
    query: "domain=words.com&sections=email",
    data: {
      email: {
        ...ok,
        mx: [
          { preference: 10, exchange: "mail.words.com", addresses: containing("93.184.216.2") },
          { preference: 20, exchange: "smtp.words.com" },
        ],
        spf: { status: "valid", record: "v=spf1 mx -all", all: "-all", includes: [] },
        dmarc: { status: "valid", domain: "words.com", policy: "reject" },
        dkim: {
          status: "valid",
          wildcard: false,
          keys: containing(having({ selector: "google", status: "valid", type: "rsa", bits: 2048 })),
        },
        mtaSts: { status: "absent", record: null },
      },
    },
    codes: [],
  },
  {
    says: "a missing mail policy is absent, not unknown",
    query: "domain=dangling.com&sections=email",
    data: {
      email: {
        ...ok,
        mx: [],
        spf: { status: "absent" },
        dmarc: { status: "absent" },
        dkim: { status: "absent" },
      },
    },
    codes: ["scout.mail_warning"],
  },
  {
    says: "services with their hosts",
    query: "domain=words.com&sections=srv",
    data: {
      srv: {
        ...ok,
        coverage: { wanted: 130, known: 130, failed: 0, stoppedBy: null },
        services: [
          ["_imaps._tcp", "imap.words.com", "yes"],
          ["_ldap._tcp.dc._msdcs", "ldap.words.com", "yes"],
          ["_minecraft._tcp", "vault.words.com", "no"],
          ["_sip._tcp", "sip.words.com", "yes"],
          ["_submission._tcp", ".", "unknown"],
          ["_xmpp-server._tcp", "app.words.com", "yes"],
        ].map(([name, target, targetExists]) => ({
          name: `${name}.words.com`,
          proof: "no_wildcard",
          records: [{ target, targetExists }],
        })),
        indistinguishable: [],
        indistinguishableTotal: 0,
        wildcards: [],
      },
    },
    findings: [["scout.srv_target_missing", "_minecraft._tcp.words.com -> vault.words.com"]],
  },
  {
    says: "a wildcard among services, and a service with records of its own",
    query: "domain=deepwild.com&sections=srv",
    data: {
      srv: {
        services: [{ name: "_sip._tcp.deepwild.com", proof: "other_answer" }],
        // The names for which only the wildcard answers, without the name that has records of its own; at most 10 names
        // are listed.
        indistinguishable: { length: 10 },
        indistinguishableTotal:
          Object.keys(SRV_NAMES).filter((name) => /^[^.]+\._tcp$/.test(name)).length - 1,
        wildcards: [{ level: "_tcp.deepwild.com", type: "SRV", kind: "fixed" }],
      },
    },
    findings: [["scout.wildcard", "_tcp.deepwild.com"]],
  },
  {
    says: "broken aliases, by the state of their target",
    query: "domain=dangling.com&sections=subdomains",
    data: {
      subdomains: {
        complete: false,
        names: [
          ["app", "missing"],
          ["blog", "missing"],
          ["cdn", "exists"],
          ["docs", "exists"],
          ["help", "unknown"],
          ["shop", "unregistered"],
          ["status", "unknown"],
          ["www", null],
        ].map(([label, target]) => ({ name: `${label}.dangling.com`, target })),
      },
    },
    findings: [
      ["scout.dangling_alias", "app.dangling.com -> app2.dangling.com -> missing.dangling.com"],
      ["scout.dangling_alias", "blog.dangling.com -> missing.other.net"],
      ["scout.takeover_possible", "shop.dangling.com -> gone.never-registered-dangling.com"],
      ["scout.alias_loop", "status.dangling.com"],
      ["scout.incomplete", "subdomains"],
    ],
  },
  {
    says: "addresses, and whether their names resolve back",
    query: "domain=words.com&sections=subdomains,ptr",
    data: {
      ptr: {
        ...ok,
        addresses: containing(
          having({
            address: "93.184.216.1",
            of: containing("www.words.com"),
            fcrdns: having({ status: "pass" }),
          }),
          having({ of: ["beta.words.com"], fcrdns: having({ status: "fail", reason: "other_address" }) }),
          having({ of: ["demo.words.com"], names: [], fcrdns: having({ status: "fail", reason: "no_ptr" }) }),
        ),
      },
    },
  },
  {
    says: "names with a special meaning in JavaScript, and an alias target that only our resolver knows",
    query: "domain=oddnames.com&sections=subdomains,ptr",
    data: {
      subdomains: {
        names: [
          { name: "api.oddnames.com", target: "missing" },
          {
            name: "cdn.oddnames.com",
            aliases: ["edge3.other.net", "edge4.never-registered-dangling.com"],
            target: "unregistered",
          },
          { name: "intranet.oddnames.com", records: [{ values: ["10.1.2.3"] }] },
          { name: "www.oddnames.com", aliases: ["__proto__"] },
        ],
      },
      // Our own resolver may know the names of non-public addresses; these names must not be shown.
      ptr: {
        addresses: containing(
          having({
            address: "10.1.2.3",
            names: null,
            fcrdns: having({ status: "unknown", reason: "not_allowed" }),
          }),
        ),
      },
    },
  },
  {
    says: "services behind an alias, and in a zone of their own",
    query: "domain=oddnames.com&sections=srv",
    data: {
      srv: {
        ...ok,
        services: [
          { name: "_imaps._tcp.oddnames.com", records: [{ target: "www.words.com" }] },
          {
            name: "_ldap._tcp.dc._msdcs.oddnames.com",
            records: [{ target: "ldap.words.com", targetExists: "yes" }],
          },
          { name: "_sip._tcp.oddnames.com", records: [{ target: "target.other.net" }] },
        ],
        indistinguishable: [],
        indistinguishableTotal: 0,
        wildcards: [],
      },
    },
    codes: [],
  },
  {
    says: "a domain with a DNAME record has no names of its own",
    query: "domain=dname.records.com&sections=subdomains",
    data: {
      subdomains: {
        names: [],
        indistinguishableTotal: 0,
        fromWildcard: WORD_LIST.length,
        wildcards: [
          {
            level: "dname.records.com",
            type: "A",
            kind: "fixed",
            aliases: ["*.example.com"],
            dname: { owner: "dname.records.com", target: "example.com" },
          },
        ],
      },
    },
    findings: [["scout.dname", "dname.records.com -> example.com"]],
  },
  {
    says: "servers whose names have no address",
    query: "domain=no-glue.com&sections=axfr",
    data: { axfr: { complete: false, servers: [] } },
    codes: ["scout.zone_unreachable", "scout.incomplete"],
  },
  {
    says: "a name that does not exist is not searched",
    query: "domain=nothing-here.example.com",
    status: 404,
    data: { code: "domain_not_found" },
  },
  {
    says: "an unregistered domain",
    query: "domain=never-registered-dangling.com",
    status: 404,
    data: { code: "domain_not_found" },
  },
  {
    says: "a domain whose servers are dead is unknown, not missing",
    query: "domain=silent.com&sections=records,srv,subdomains",
    data: {
      records: { complete: false },
      srv: { status: "unknown", services: [] },
      subdomains: { status: "unknown", complete: false, names: [], indistinguishable: [] },
    },
    codes: ["scout.zone_unreachable", "scout.server_silent", "scout.incomplete"],
  },
  {
    says: "mail records at dead servers are unknown, not absent",
    query: "domain=silent.com&sections=email",
    data: {
      email: {
        complete: false,
        mx: null,
        spf: { status: "unknown" },
        dmarc: { status: "unknown" },
        dkim: { status: "unknown", wildcard: null, tried: 0 },
        mtaSts: { status: "unknown" },
      },
    },
    codes: ["scout.zone_unreachable", "scout.incomplete"],
  },
  {
    says: "servers at addresses that are not public are not asked",
    query: "domain=loopback.com&sections=axfr",
    data: { axfr: { servers: [{ result: "not_asked", reason: "not_allowed" }] } },
  },
  {
    says: "an invalid section",
    query: "domain=example.com&sections=record",
    status: 400,
    data: { errors: [{ parameter: "sections", message: expect.stringContaining("Did you mean records?") }] },
  },
  {
    says: "a section twice",
    query: "domain=example.com&sections=axfr,AXFR",
    status: 400,
    data: { errors: [{ parameter: "sections", message: expect.stringContaining("once") }] },
  },
];

const subdomains = new Map<string, Promise<SubdomainsData>>();
/** Returns the names found below a domain. Each domain is queried once. */
function subdomainsOf(apex: string): Promise<SubdomainsData> {
  const found = subdomains.get(apex) ?? askSubdomains(apex);
  subdomains.set(apex, found);
  return found;
}

async function askSubdomains(apex: string): Promise<SubdomainsData> {
  const { url } = await sharedProduct("all", OWN);
  return (await json(fetch(`${url}/api/v1/scout?domain=${apex}&sections=subdomains`))).data.subdomains;
}

describe.each(WIRINGS)("scout, %s", (wiring) => {
  test("each section by itself, at domains right and wrong", async () =>
    checkCases(await sharedProduct(wiring, OWN), "scout", CASES, AT_ONCE));
});

// One distribution of the services over processes is enough, because these results do not depend on it.
describe("scout", () => {
  // Every name that is found is in the zone, and every name that is in both the zone and the word list is found.
  test.each([
    ["example.com", []],
    ["words.com", []],
    ["deepwild.com", []],
    ["wild.com", ["api", "blog", "ftp", "mail", "www"]],
    ["wildcname.com", ["shop", "www"]],
    ["signedwild.com", ["mail", "www"]],
    ["signedwild3.org", ["mail", "www"]],
    ["rotating.com", ["mail", "ns", "www"]],
    ["selective.com", ["mx1", "ns", "www"]],
    ["nodata-all.com", []],
    ["dangling.com", []],
  ])("the names of %s: all existing names of the word list, and no others", async (apex, explicit) => {
    const data = await subdomainsOf(apex);
    const found = labels(data.names, apex);
    const there = namesIn(apex);
    const expected = WORD_LIST.filter((word) => there.has(`${word}.${apex}`)).sort();
    // The target of one alias in dangling.com belongs to a server that does not answer, so the section is only partial.
    const whole = apex === "dangling.com" ? { status: "partial" } : ok;
    expect({ apex, ...data }).toMatchObject({ apex, ...whole, unknown: [] });
    if (explicit.length > 0) expect(expected).toEqual(expect.arrayContaining([...explicit]));
    // Names that cannot be distinguished from random names are listed separately.
    expect(found).toEqual(explicit.length > 0 ? [...explicit].sort() : expected);
    const apart = labels(data.indistinguishable, apex);
    expect(apart).toHaveLength(Math.min(10, data.indistinguishableTotal));
    // The list is complete only if all names fit into it.
    if (apart.length === data.indistinguishableTotal)
      for (const name of expected) expect([...found, ...apart]).toContain(name);
    if (explicit.length === 0) expect(apart).toEqual([]);
  });

  test("each name of words.com has the zone's records", async () => {
    const { names } = await subdomainsOf("words.com");
    for (const word of WORDS_THERE) expect(names.map(({ name }) => name)).toContain(`${word}.words.com`);
    for (const word of WORDS_MISSING)
      expect(names.map(({ name }) => name)).not.toContain(`${word}.words.com`);
    const types = (word: string) =>
      names.find(({ name }) => name === `${word}.words.com`)?.records.map(({ type }) => type);
    for (const word of WORDS_BY.twoFamilies) expect(types(word)).toEqual(["A", "AAAA"]);
    for (const word of WORDS_BY.mxAlone) expect(types(word)).toEqual(["MX"]);
    for (const word of WORDS_BY.txtAlone) expect(types(word)).toEqual(["TXT"]);
    for (const word of WORDS_BY.ipv6Alone) expect(types(word)).toEqual(["AAAA"]);
    for (const word of Object.keys(WORDS_BY.emptyNonTerminal)) expect(types(word)).toEqual([]);
    expect(names).toContainEqual(
      having({ name: "shop.words.com", delegated: true, records: [having({ values: ["93.184.216.220"] })] }),
    );
    expect(names).toContainEqual(having({ name: "video.words.com", records: [having({ total: 12 })] }));
    expect(names).toContainEqual(
      having({ name: "stats.words.com", aliases: ["target.other.net"], target: "exists" }),
    );
  });

  test("each wildcard is shown with its kind", async () => {
    const kinds = async (apex: string) => {
      const { wildcards, fromWildcard } = await subdomainsOf(apex);
      const of = wildcards.find(({ type }) => type === "A");
      return [of?.kind, of?.selective, of?.signed, fromWildcard];
    };
    expect(await kinds("wild.com")).toEqual(["fixed", false, false, 0]);
    expect(await kinds("rotating.com")).toEqual(["rotating", false, false, 0]);
    expect(await kinds("selective.com")).toEqual(["fixed", true, false, 0]);
    expect(await kinds("signedwild.com")).toEqual(["fixed", false, true, 298]);
    expect(await kinds("nodata-all.com")).toEqual(["nodata", false, false, 0]);
    expect(await kinds("words.com")).toEqual([undefined, undefined, undefined, 0]);
  });

  test("a hostile zone costs no more than any other", async () => {
    const product = await sharedProduct("all", OWN);
    // For maze.com, the section on mail is not requested, because our resolver would send so many queries in this zone
    // that all other tests would become slow.
    const sections = { "hostile-scout.com": "", "maze.com": "&sections=records,srv,subdomains,axfr,ptr" };
    for (const [domain, some] of Object.entries(sections)) {
      const response = await fetch(`${product.url}/api/v1/scout?domain=${domain}${some}`);
      const text = await response.text();
      const { data } = JSON.parse(text);
      expect({ domain, status: response.status }).toEqual({ domain, status: 200 });
      expect(data.politeness.questions).toBeLessThanOrEqual(2000);
      // Except ns.maze.com, no name in maze.com can be distinguished from random names.
      expect(labels(data.subdomains.names, domain)).toEqual(domain === "maze.com" ? ["ns"] : []);
      expect(data.subdomains.indistinguishableTotal).toBeGreaterThan(290);
      expect(data.subdomains.indistinguishable).toHaveLength(10);
      expect(text.length).toBeLessThan(1_500_000);
    }
  });

  test("names that exist by chance are not found", async () => {
    const { names, wildcards, indistinguishableTotal } = await subdomainsOf("random-names.com");
    expect(names).toEqual([]);
    expect(wildcards).toMatchObject([{ type: "A", kind: "rotating", selective: true }]);
    expect(indistinguishableTotal).toBeGreaterThan(50);
  });

  test("gaps are shown if a server answers only few queries", async () => {
    const { url } = await sharedProduct("all", OWN);
    const { data, findings } = await json(
      fetch(`${url}/api/v1/scout?domain=limited.com&sections=subdomains`),
    );
    const { complete, status, coverage, names } = data.subdomains;
    expect({ complete, status }).toEqual({ complete: false, status: "partial" });
    expect(coverage.known).toBeGreaterThan(50);
    expect(coverage.known).toBeLessThan(coverage.wanted);
    for (const { name } of names)
      expect(["www", "mail", "ns"].map((one) => `${one}.limited.com`)).toContain(name);
    expect(findings).toContainEqual(having({ code: "scout.incomplete", subject: "subdomains" }));
  });

  test("a server gets at most 300 queries per second after a burst of 100, and a call sends at most 2000", async () => {
    // The random letter case distinguishes our queries from those of other tests.
    await using shouting = await startProduct("all", { ...OWN, DNS_0X20: "on" });
    for (const apex of ["words.com", "rotating.com"]) {
      const addresses = serversOf(ZONE.get(apex) as Zone).flatMap(addressesOf);
      const count = await countQuestions(addresses);
      const start = Date.now();
      const { data } = await json(fetch(`${shouting.url}/api/v1/scout?domain=${apex}`));
      const ours = (await count.stop()).filter(({ name }) => /[A-Z]/.test(name));
      expect(data.politeness).toMatchObject({ questionsMost: 2000, perServerPerSecond: 300, burst: 100 });
      expect(ours.length).toBeLessThanOrEqual(data.politeness.questions);
      expect(ours.length).toBeGreaterThan(300);
      // No query may be sent earlier than the rate limit allows. A late query is accepted here;
      // server-rate-limiter.test.ts checks the exact times.
      for (const [address, all] of Map.groupBy(ours, (one) => one.address)) {
        const times = all.map(({ atMs }) => atMs).sort((a, b) => a - b);
        const early = times.filter((at, i) => i + 1 > 100 + (300 * (at - start)) / 1000);
        expect({ address, early }).toEqual({ address, early: [] });
      }
    }
  });
});

test("an operator's own words with several labels, and a limit of queries", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-words-"));
  try {
    const file = join(folder, "words");
    writeFileSync(file, "# names\nwww\nWWW\nmissing\napi.dev\nother.dev\nnode1.db\n");
    // The maximum number of queries is enough for five words, but not for the names of all services.
    const few = { SCOUT_QUESTIONS: "180", DNS_0X20: "on" };
    await using product = await startProduct("all", { ...OWN, ...few, SCOUT_WORDS: file });
    const url = `${product.url}/api/v1/scout`;
    const { data: deep } = await json(fetch(`${url}?domain=deepwild.com&sections=subdomains`));
    expect(deep.subdomains.coverage.wanted).toBe(5);
    expect(labels(deep.subdomains.names, "deepwild.com")).toEqual(["www"]);
    expect(labels(deep.subdomains.indistinguishable, "deepwild.com")).toEqual(["api.dev", "other.dev"]);
    expect(deep.subdomains.wildcards).toMatchObject([{ level: "dev.deepwild.com", kind: "fixed" }]);
    const { data: plain } = await json(fetch(`${url}?domain=words.com&sections=subdomains`));
    expect(labels(plain.subdomains.names, "words.com")).toEqual(["node1.db", "www"]);
    const count = await countQuestions(serversOf(ZONE.get("words.com") as Zone).flatMap(addressesOf));
    const { data: cut } = await json(fetch(`${url}?domain=words.com&sections=srv`));
    const ours = (await count.stop()).filter(({ name }) => /[A-Z]/.test(name));
    expect(ours.length).toBeGreaterThan(50);
    expect(ours.length).toBeLessThanOrEqual(180);
    expect(cut.politeness.questions).toBe(180);
    expect(cut.srv).toMatchObject({ complete: false, coverage: { stoppedBy: "questions" } });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("if all resolvers are dead, the answer is 503", async () => {
  const dead = hostOf("closed.resolvers.net").v4 ?? "";
  await using product = await startProduct("all", { ...OWN, DNS_RESOLVERS: dead });
  const response = await fetch(`${product.url}/api/v1/scout?domain=words.com`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "resolver_unavailable" });
});

test("a word file that cannot be read is refused at startup", async () => {
  await expect(startProcess("analysis", { SCOUT_WORDS: "/nowhere" })).rejects.toThrow();
});

test("at the tool's deadline each section holds its results so far", async () => {
  // A deadline that is shorter than the wait for a silent server's transfer (5 s) but long enough for everything else.
  await using product = await startProduct("all", { ...OWN, TOOL_DEADLINES: "scout=3000" });
  const { data } = await json(fetch(`${product.url}/api/v1/scout?domain=axfr-silent.com`));
  expect(data.axfr).toMatchObject({ status: "unknown", reason: "budget", complete: false });
});
