import { afterAll, describe, expect, test } from "bun:test";
import { ILL_LISTS, LISTED, loneAddress, SLOW_LIST } from "@dnstools/lab/plan/blocklists";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { checkCases, type ToolCase } from "@dnstools/lab/support/cases";
import {
  json,
  metric,
  type Product,
  startProduct,
  WAIT_FACTOR,
  WIRINGS,
} from "@dnstools/lab/support/product";
import { type Fate, startRelay } from "@dnstools/lab/support/relay";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { unshownFindings } from "@dnstools/lab/support/shown";
import { until } from "@dnstools/lab/support/until";
import { BLACKLISTS, INFORMATIONAL } from "./lists.ts";

type ShownList = {
  zone: string;
  status: string;
  reason: string | null;
  kind: string;
  results: Result[];
};
type Result = {
  subject: string;
  status: string;
  reason: string | null;
  codes: { code: string; counts: boolean }[];
  text: string | null;
  proof: string | null;
};
type ListProof = { id: string; family: string; state: string; fault: string | null; points: string[] };

const FREELY = { RATE_LIMIT_UNITS: "0" };
const OWN = { ...FREELY, DNS_RESOLVERS: OWN_RESOLVER };

function ask(product: Product, query: string) {
  return json(fetch(`${product.url}/api/v1/dnsbl?${query}`));
}

/** Returns the zones of the lists with the given status, in the order of the table. */
function zonesWith(lists: readonly ShownList[], status: string): string[] {
  return lists.filter((list) => list.status === status).map(({ zone }) => zone);
}

const takes = (family: "ipv4" | "ipv6" | "domain") =>
  BLACKLISTS.filter((list) => list.takes.includes(family)).map(({ zone }) => zone);
const ILL: readonly string[] = [...Object.values(ILL_LISTS), "combined.mail.abusix.zone"];
const well = (zones: readonly string[]) => zones.filter((zone) => !ILL.includes(zone));
const listOf = (lists: readonly ShownList[], zone: string) =>
  lists.find((list) => list.zone === zone) as ShownList;

const proofOf = (
  { lists, proofs }: { lists: readonly ShownList[]; proofs: readonly ListProof[] },
  zone: string,
) => proofs.find(({ id }) => id === listOf(lists, zone).results[0]?.proof);

const CASES: readonly ToolCase[] = [
  {
    says: "an address on no list: unhealthy lists do not make it listed",
    query: `ip=${LISTED.nowhere}`,
    data: { summary: { listed: 0, verdict: { status: "pass", reason: null } }, mx: null },
    findings: [
      ["dnsbl.parked", ILL_LISTS.parked],
      ["dnsbl.unhealthy", [ILL_LISTS.wildcard, ILL_LISTS.emptied, ILL_LISTS.gone].join(", ")],
    ],
  },
  {
    says: "a listing by policy is a warning",
    query: `ip=${LISTED.policy}`,
    data: { summary: { listed: 2, verdict: { status: "warning", reason: "listed_by_policy" } } },
  },
  {
    says: "a list that few use is a warning",
    query: `ip=${LISTED.minor}`,
    data: { summary: { listed: 1, verdict: { status: "warning", reason: "listed_by_minor_lists" } } },
  },
  {
    says: "a white list counts for nothing",
    query: `ip=${LISTED.white}`,
    data: { summary: { listed: 0, verdict: { status: "pass" } } },
  },
  {
    says: "Hostkarma's white is no listing",
    query: `ip=${LISTED.karmaWhite}`,
    data: { summary: { listed: 0 } },
  },
  {
    says: "Hostkarma's yellow is no listing",
    query: `ip=${LISTED.karmaYellow}`,
    data: { summary: { listed: 0 } },
  },
  {
    says: "the first mail server's address is asked about, by preference",
    query: "domain=listed.mailtest.com",
    data: {
      target: { domain: "listed.mailtest.com", registrable: "mailtest.com", ip: null },
      mx: { status: "ok", host: "bad.mailtest.com", preference: 10, ip: LISTED.everywhere, nullMx: false },
      summary: { verdict: { status: "fail", reason: "listed" } },
    },
  },
  {
    says: "of mail servers of the same preference the first by name",
    query: "domain=tie.mailtest.com",
    data: { mx: { host: "a.mailtest.com", ip: LISTED.nowhere }, summary: { listed: 0 } },
  },
  {
    says: "a mail server with IPv6 alone",
    query: "domain=v6.mailtest.com",
    data: { mx: { status: "ok", ip: LISTED.everywhereV6 }, summary: { verdict: { status: "fail" } } },
  },
  {
    says: "null MX is shown, and no list of addresses asked",
    query: "domain=null.mailtest.com",
    data: { mx: { status: "absent", nullMx: true, host: null, ip: null }, summary: { listed: 0 } },
  },
  {
    says: "a domain without MX",
    query: "domain=none.mailtest.com",
    data: { mx: { status: "absent", nullMx: false, host: null } },
  },
  {
    says: "a mail server without an address",
    query: "domain=nowhere.mailtest.com",
    data: { mx: { status: "absent", host: "nothing.mailtest.com", ip: null } },
  },
  {
    says: "a mail server at a private address: nothing is asked about it, nothing dialled",
    query: "domain=private.mailtest.com",
    data: {
      mx: { status: "unknown", reason: "not_allowed", ip: "10.0.0.1" },
      summary: { verdict: { status: "unknown" } },
    },
  },
  {
    says: "a mail server at a cloud's metadata address likewise",
    query: "domain=metadata.mailtest.com",
    data: { mx: { status: "unknown", reason: "not_allowed" } },
  },
  {
    says: "a mail server whose address cannot be determined makes the lists unknown, never clean",
    query: "domain=dead.mailtest.com",
    data: { mx: { status: "unknown", host: "mail.silent.com" }, summary: { verdict: { status: "unknown" } } },
    findings: [["dnsbl.mx_unknown", "dead.mailtest.com"]],
  },
  {
    says: "an alias's mail server",
    query: "domain=alias.mailtest.com",
    data: { mx: { status: "ok", host: "bad.mailtest.com" } },
  },
  {
    says: "a listed domain, its mail server clean",
    query: `domain=${LISTED.domain}`,
    data: { mx: { status: "ok", ip: LISTED.nowhere }, summary: { verdict: { status: "fail" } } },
  },
  {
    says: "a domain that does not exist is 404",
    query: "domain=nothing.example.com",
    status: 404,
    data: { code: "domain_not_found" },
  },
  {
    says: "neither an address nor a domain",
    query: "",
    status: 400,
    data: { errors: [{ parameter: "ip", message: expect.stringContaining("either ip or domain") }] },
  },
  {
    says: "an address and a domain",
    query: "ip=9.9.9.9&domain=example.com",
    status: 400,
    data: { errors: [{ parameter: "ip", message: expect.stringContaining("either ip or domain") }] },
  },
  {
    says: "a private address",
    query: "ip=192.168.1.1",
    status: 400,
    data: { detail: expect.stringContaining("private") },
  },
];

describe.each(WIRINGS.map((wiring) => ({ wiring })))("dnsbl, $wiring", ({ wiring }) => {
  test("every case has the expected answer", async () => {
    await checkCases(await sharedProduct(wiring, OWN), "dnsbl", CASES, 2);
  });

  test("an address on all lists is reported by every healthy list and by no other", async () => {
    const product = await sharedProduct(wiring, OWN);
    const { data, findings } = await ask(product, `ip=${LISTED.everywhere}`);
    expect(findings.length).toBeLessThanOrEqual(20);
    expect(data.lists.map(({ zone }: ShownList) => zone)).toEqual(BLACKLISTS.map(({ zone }) => zone));
    expect(zonesWith(data.lists, "listed")).toEqual(well(takes("ipv4")));
    expect(zonesWith(data.lists, "unknown").sort()).toEqual([...ILL].sort());
    expect(zonesWith(data.lists, "not_applicable")).toEqual(
      BLACKLISTS.filter((list) => !list.takes.includes("ipv4")).map(({ zone }) => zone),
    );
    expect(data.summary).toMatchObject({
      listed: 52 + 1,
      notListed: 0,
      verdict: { status: "fail", reason: "listed" },
    });
  });

  test("an unhealthy list is unknown, with its fault and its test points", async () => {
    const product = await sharedProduct(wiring, OWN);
    const { data } = await ask(product, `ip=${LISTED.everywhere}`);
    const shown = Object.fromEntries(
      Object.entries(ILL_LISTS).map(([name, zone]) => {
        const { status, reason } = listOf(data.lists, zone);
        return [name, `${status} ${reason} ${proofOf(data, zone)?.fault ?? null}`];
      }),
    );
    expect(shown).toEqual({
      // The resolver caches that a server is unreachable, so the reason varies.
      dead: expect.stringMatching(/^unknown (timeout|servfail) null$/),
      wildcard: "unknown list_unhealthy lists_everything",
      emptied: "unknown list_unhealthy test_point_missing",
      refusing: "unknown servfail null",
      parked: "unknown rewritten rewritten",
      gone: "unknown list_unhealthy test_point_missing",
      lame: "unknown servfail null",
    });
    expect(proofOf(data, ILL_LISTS.wildcard)).toMatchObject({
      family: "ipv4",
      points: ["2.0.0.127: listed 127.0.0.2", "1.0.0.127: listed 127.0.0.2"],
    });
    expect(listOf(data.lists, "combined.mail.abusix.zone")).toMatchObject({
      status: "unknown",
      reason: "no_key",
      results: [],
    });
  });
});

/**
 * Codes of findings without an exchange as evidence: a list that failed its test points is not queried again for some
 * minutes, and `proofs` shows why.
 */
const WITHOUT_EXCHANGE = ["inconclusive", "refused", "rewritten", "parked", "unhealthy"].map(
  (code) => `dnsbl.${code}`,
);

describe("dnsbl", () => {
  test("every finding names the exchanges that show it", async () => {
    const product = await sharedProduct("all", OWN);
    const cases = CASES.filter(({ status = 200 }) => status === 200).map(({ query }) => query);
    const queries = [...cases, `ip=${LISTED.everywhereV6}`, `ip=${LISTED.several}`];
    expect(await unshownFindings(product, "dnsbl", queries, WITHOUT_EXCHANGE)).toEqual([]);
    const { findings, evidence } = await ask(product, "domain=listed.mailtest.com");
    const [{ code, subjects, evidence: ids }] = findings;
    expect({ code, subjects }).toMatchObject({
      code: "dnsbl.listed",
      subjects: [LISTED.everywhere, "zen.spamhaus.org", "sbl.spamhaus.org", "xbl.spamhaus.org"],
    });
    expect(ids.map((id: string) => evidence.find((one: { id: string }) => one.id === id).question)).toEqual(
      ["zen", "sbl", "xbl"].map((name) => `7.7.66.5.${name}.spamhaus.org. IN A`),
    );
  });

  test.each(["domain=listed.mailtest.com", `domain=www.${LISTED.domain}`, "domain=example.com"])(
    "view=summary is short: %s",
    async (query) => {
      const product = await sharedProduct("all", OWN);
      const response = await fetch(`${product.url}/api/v1/dnsbl?${query}&view=summary`);
      const body = await response.text();
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(5020);
    },
  );

  test("the answer about an unlisted address is short, but each result names its proof and its exchange", async () => {
    const product = await sharedProduct("all", OWN);
    for (const [query, bytesMax] of [
      [`ip=${LISTED.nowhere}`, 45_000],
      ["domain=example.com", 51_000],
    ] as const) {
      const response = await fetch(`${product.url}/api/v1/dnsbl?${query}`);
      const body = await response.text();
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(bytesMax);
      const { data, evidence } = JSON.parse(body);
      expect(data.summary.verdict.status).toBe("pass");
      const proofs = new Map(data.proofs.map((proof: ListProof) => [proof.id, proof]));
      const asked = evidence.map(({ question }: { question: string }) => question).join("\n");
      for (const { zone, status, results } of [...data.lists, ...data.informational] as ShownList[])
        for (const { proof } of results) {
          expect(proofs.has(proof)).toBe(true);
          if (status === "not_listed") expect(asked).toContain(`.${zone}. IN A`);
        }
    }
  });

  test("an IPv6 address is looked up in lists with IPv6, and not applicable to other lists", async () => {
    const product = await sharedProduct("all", OWN);
    const listed = await ask(product, `ip=${LISTED.everywhereV6}`);
    expect(zonesWith(listed.data.lists, "listed")).toEqual(well(takes("ipv6")));
    const clean = await ask(product, `ip=${LISTED.nowhereV6}`);
    expect(zonesWith(clean.data.lists, "not_listed")).toEqual(well(takes("ipv6")));
    expect(clean.data.summary.notApplicable).toBe(
      BLACKLISTS.filter((list) => !list.takes.includes("ipv6")).length,
    );
  });

  test("a domain is looked up in the lists of domains, by the name that each list holds", async () => {
    const product = await sharedProduct("all", OWN);
    const { data, evidence } = await ask(product, `domain=www.${LISTED.domain}`);
    expect(zonesWith(data.lists, "listed")).toEqual(well(takes("domain")));
    expect(data.target).toEqual({ ip: null, domain: `www.${LISTED.domain}`, registrable: LISTED.domain });
    const asked = (zone: string) => listOf(data.lists, zone).results.map(({ subject }) => subject);
    expect(asked("multi.surbl.org")).toEqual(["registrable"]);
    expect(asked("dbl.spamhaus.org")).toEqual(["domain", "registrable"]);
    const questions = evidence.map(({ question }: { question: string }) => question);
    expect(questions).toContain(`www.${LISTED.domain}.dbl.spamhaus.org. IN A`);
    expect(questions).toContain(`${LISTED.domain}.multi.surbl.org. IN A`);
    // A list of domains is not queried for an address, and a list of addresses is not queried for a domain.
    expect(asked("zen.spamhaus.org")).toEqual([]);
  });

  test("an entry that only one list has is found on that list alone", async () => {
    const product = await sharedProduct("all", OWN);
    const zones = well(takes("ipv4"));
    const wrong: string[] = [];
    const session = async (zone: string) => {
      const { data } = await ask(product, `ip=${loneAddress(zone)}`);
      const listed = zonesWith(data.lists, "listed");
      if (listed.length !== 1 || listed[0] !== zone) wrong.push(`${zone}: ${listed.join(", ")}`);
    };
    await atOnce(zones, session, 3);
    expect(wrong).toEqual([]);
  });

  test("codes are decoded, texts are data, and white and informational lists are separate", async () => {
    const product = await sharedProduct("all", OWN);
    const several = (await ask(product, `ip=${LISTED.several}`)).data;
    expect(listOf(several.lists, "zen.spamhaus.org")).toMatchObject({
      status: "listed",
      kind: "spam",
      results: [{ codes: [{ code: "127.0.0.4", counts: true }], text: "exploited" }],
    });
    const policy = (await ask(product, `ip=${LISTED.policy}`)).data;
    expect(listOf(policy.lists, "zen.spamhaus.org")).toMatchObject({ status: "listed", kind: "policy" });
    const hostile = (await ask(product, `ip=${LISTED.hostile}`)).data;
    expect(listOf(hostile.lists, "dnsblchile.org").results[0]?.text).toBe(
      `<script>alert(1)</script> see ${LISTED.hostile}`,
    );
    const white = (await ask(product, `ip=${LISTED.white}`)).data;
    expect(white.informational.map(({ zone }: ShownList) => zone)).toEqual(
      INFORMATIONAL.map(({ zone }) => zone),
    );
    expect(listOf(white.informational, "list.dnswl.org")).toMatchObject({
      status: "listed",
      kind: "white",
      results: [{ codes: [{ counts: false }] }],
    });
    const karma = (await ask(product, `ip=${LISTED.karmaWhite}`)).data;
    expect(listOf(karma.lists, "hostkarma.junkemailfilter.com")).toMatchObject({
      status: "not_listed",
      results: [{ codes: [{ code: "127.0.0.1", counts: false }] }],
    });
  });

  test("known lists are asked once each, without their texts, and unhealthy lists are not asked", async () => {
    const product = await sharedProduct("all", OWN);
    await ask(product, `ip=${LISTED.everywhere}`);
    // The resolver has cached nothing about this address, because it has not been queried for this address yet.
    const { data, evidence } = await ask(product, "ip=5.68.0.1");
    const questions = evidence.map(({ question }: { question: string }) => question);
    expect(new Set(questions).size).toBe(questions.length);
    for (const zone of Object.values(ILL_LISTS)) {
      expect(questions.filter((question: string) => question.includes(zone))).toEqual([]);
      expect(listOf(data.lists, zone).status).toBe("unknown");
    }
    // Texts are queried only after a listing; querying them always would double the load on the lists.
    expect(questions.filter((question: string) => question.endsWith("TXT"))).toEqual([]);
    // This list answers 300 ms late, and the tool waits for it.
    expect(listOf(data.lists, SLOW_LIST)).toMatchObject({ status: "not_listed" });
    const slow = evidence.find(({ question }: { question: string }) => question.includes(SLOW_LIST));
    expect(slow.elapsedMs).toBeGreaterThan(250);
  });

  test("through a public resolver no address is clean, and the answer says why", async () => {
    await using product = await startProduct("all", FREELY);
    for (const ip of [LISTED.nowhere, LISTED.everywhere]) {
      const { data, findings } = await ask(product, `ip=${ip}`);
      for (const name of ["zen", "sbl", "xbl", "pbl"])
        expect(listOf(data.lists, `${name}.spamhaus.org`)).toMatchObject({
          status: "unknown",
          reason: "blocked",
        });
      // The list answers an unregistered resolver as if nothing were listed.
      expect(listOf(data.lists, "b.barracudacentral.org")).toMatchObject({
        status: "unknown",
        reason: "list_unhealthy",
      });
      const codes = findings.map((one: { code: string }) => one.code);
      expect(codes).toContain("dnsbl.public_resolver");
      expect(codes).toContain("dnsbl.refused");
    }
    const { data } = await ask(product, `ip=${LISTED.nowhere}`);
    expect(data.summary.verdict).toMatchObject({ status: "unknown", reason: "important_lists_unknown" });
    const domain = (await ask(product, "domain=example.com")).data;
    for (const zone of ["multi.surbl.org", "multi.uribl.com", "dbl.spamhaus.org"])
      expect(listOf(domain.lists, zone)).toMatchObject({ status: "unknown", reason: "blocked" });
  });

  test.each(["lying", "refused"])("a resolver that is %s is 503, never a verdict", async (name) => {
    await using product = await startProduct("all", { DNS_RESOLVERS: addressOf(`${name}.resolvers.net`) });
    const response = await fetch(`${product.url}/api/v1/dnsbl?ip=${LISTED.nowhere}`);
    expect(response.status).toBe(503);
  });

  test("each list's health is on a page for the operator and in metrics", async () => {
    const began = Date.now();
    await using product = await startProduct("all", OWN);
    await ask(product, `ip=${LISTED.everywhere}`);
    const asking = product.process("all");
    const page = await fetch(new URL("/dnsbl", asking.metricsUrl));
    expect(page.headers.get("content-type")).toContain("text/html");
    const html = await page.text();
    expect(html).toContain(`<tr class="unhealthy"><td>${ILL_LISTS.wildcard}</td>`);
    expect(html).toContain('<tr class="healthy"><td>zen.spamhaus.org</td>');
    expect(html).toContain('<tr class="not asked yet"><td>dbl.spamhaus.org</td>');
    const healthy = (list: string) => metric(asking, "dnstools_dnsbl_list_healthy", { list });
    expect(await healthy("zen.spamhaus.org")).toBe(1);
    expect(await healthy(ILL_LISTS.wildcard)).toBe(0);
    const checked = await metric(asking, "dnstools_dnsbl_list_last_check_timestamp_seconds", {
      list: "zen.spamhaus.org",
    });
    expect(checked).toBeGreaterThanOrEqual(began / 1000);
    expect(checked).toBeLessThanOrEqual(Date.now() / 1000);
    expect(
      await metric(asking, "dnstools_dnsbl_queries_total", { list: "zen.spamhaus.org", outcome: "listed" }),
    ).toBe(1);
    expect(await metric(asking, "dnstools_dnsbl_queries_total", { list: ILL_LISTS.dead })).toBe(1);
    // The public API does not serve the operator's page.
    expect((await fetch(`${product.url}/dnsbl`)).status).toBe(404);
  });

  test("a key is used but never shown", async () => {
    const key = "q5k2hx7secretkey4zz";
    await using product = await startProduct("all", { ...OWN, DNSBL_KEYS: `spamhaus=${key},abusix=${key}` });
    const response = await fetch(`${product.url}/api/v1/dnsbl?ip=${LISTED.everywhere}`);
    const body = await response.text();
    expect(body).not.toContain(key);
    const { data, evidence } = JSON.parse(body);
    // The lab has no zones for keys: the names there do not exist, so the lists fail their test points.
    expect(listOf(data.lists, "zen.spamhaus.org")).toMatchObject({
      status: "unknown",
      reason: "list_unhealthy",
    });
    expect(listOf(data.lists, "combined.mail.abusix.zone")).toMatchObject({
      status: "unknown",
      reason: "list_unhealthy",
    });
    const asked = evidence.map(({ question }: { question: string }) => question);
    expect(asked).toContain("7.7.66.5.zen.spamhaus.org. IN A");
    const asking = product.process("all");
    expect(await (await fetch(new URL("/dnsbl", asking.metricsUrl))).text()).not.toContain(key);
    expect(await (await fetch(asking.metricsUrl)).text()).not.toContain(key);
  });

  test("a list with a key is also asked for its text, and neither answer shows the key", async () => {
    const key = "q5k2hx7secretkey4zz";
    await using relay = await startRelay(OWN_RESOLVER, (name) =>
      name.includes(key) && !name.startsWith("1.0.0.127.") ? ["127.0.0.4"] : "pass",
    );
    const env = { ...FREELY, DNS_RESOLVERS: relay.address, DNSBL_KEYS: `spamhaus=${key}` };
    await using product = await startProduct("all", env);
    const response = await fetch(`${product.url}/api/v1/dnsbl?ip=${LISTED.everywhere}`);
    const body = await response.text();
    expect(listOf(JSON.parse(body).data.lists, "zen.spamhaus.org")).toMatchObject({ status: "listed" });
    const asked = JSON.parse(body).evidence.map(({ question }: { question: string }) => question);
    expect(asked).toContain("7.7.66.5.zen.spamhaus.org. IN TXT");
    expect(body).not.toContain(key);
  });

  test.each([
    ["a dead one before the good one", [addressOf("dead.resolvers.net"), OWN_RESOLVER]],
    [
      "three, the good one first",
      [OWN_RESOLVER, addressOf("dead.resolvers.net"), addressOf("closed.resolvers.net")],
    ],
  ])(
    "20 calls at once lose no answer, and another call does not wait for them; resolvers: %s",
    async (_, resolvers) => {
      const env = { ...FREELY, DNS_RESOLVERS: resolvers.join(","), TOOL_DEADLINES: "dnsbl=60000" };
      await using product = await startProduct("all", env);
      let done = 0;
      const calls = Array.from({ length: 20 }, async (_, i) => {
        const { data } = await ask(product, `ip=5.73.${resolvers.length}.${i}`);
        done += 1;
        return data.summary.listed + data.summary.notListed;
      });
      const one = await json(fetch(`${product.url}/api/v1/dns?domain=example.com&type=A`));
      expect(one.data.status).toBe("answer");
      // The earlier calls still wait for the unreachable list, which was queried in parallel with the other lists.
      expect(done).toBe(0);
      const answers = await Promise.all(calls);
      expect(answers.filter((count) => count < well(takes("ipv4")).length - 1)).toEqual([]);
    },
  );
});

describe("dnsbl, with a resolver between", () => {
  let fate: (name: string, type: string) => Fate = () => "pass";
  const relaying = startRelay(OWN_RESOLVER, (name, type) => fate(name, type));
  afterAll(async () => (await relaying)[Symbol.asyncDispose]());
  const settings = async () => ({
    ...FREELY,
    DNS_RESOLVERS: (await relaying).address,
    TOOL_DEADLINES: "dnsbl=60000",
  });

  test("a list that begins to refuse or to give wrong answers is not asked again", async () => {
    const relay = await relaying;
    fate = () => "pass";
    await using product = await startProduct("all", await settings());
    const changes = [
      { zone: "bl.spamcop.net", answer: "127.255.255.255", reason: "blocked" },
      { zone: "psbl.surriel.com", answer: "93.184.215.98", reason: "rewritten" },
    ];
    const session = async (ip: string) => {
      const { data } = await ask(product, `ip=${ip}`);
      return changes.map(({ zone }) => {
        const { status, reason } = listOf(data.lists, zone);
        return { status, reason };
      });
    };
    const changed = changes.map(({ reason }) => ({ status: "unknown", reason }));
    expect(await session("5.72.0.2")).toEqual(changes.map(() => ({ status: "not_listed", reason: null })));
    fate = (name) => {
      const change = changes.find(({ zone }) => name.endsWith(`.${zone}`));
      return change === undefined ? "pass" : [change.answer];
    };
    const before = relay.asked.length;
    expect(await session("5.72.0.10")).toEqual(changed);
    for (const { zone: list } of changes)
      await until(
        async () => (await metric(product.process("all"), "dnstools_dnsbl_list_healthy", { list })) === 0,
      );
    for (const ip of ["5.72.0.11", "5.72.0.12", "5.72.0.13"]) expect(await session(ip)).toEqual(changed);
    // Each list is queried once for the address and then for its test points, which decide whether its answers are
    // believed. Its text is never queried.
    for (const { zone } of changes)
      expect(
        relay.asked
          .slice(before)
          .filter((one) => one.includes(zone))
          .toSorted(),
      ).toEqual([`1.0.0.127.${zone} A`, `10.0.72.5.${zone} A`, `2.0.0.127.${zone} A`]);
  });

  test("all lists are asked in parallel: none answers before all are asked", async () => {
    fate = () => "pass";
    const product = await sharedProduct("all", await settings());
    // This call tests the lists, so their health is known from here on.
    await ask(product, "ip=5.75.0.1");
    const unasked = new Set(well(takes("ipv4")).map((zone) => `2.0.75.5.${zone}`));
    // An unanswered query is sent once more.
    fate = (name) => {
      unasked.delete(name);
      return unasked.size > 0 ? "drop" : "pass";
    };
    const { data } = await ask(product, "ip=5.75.0.2");
    expect(zonesWith(data.lists, "not_listed")).toEqual(well(takes("ipv4")));
  });

  test("an IPv6 address is not enough if a mail server's IPv4 addresses cannot be determined", async () => {
    fate = (name, type) => (name === "v6-host.mailtest.com" && type === "A" ? "drop" : "pass");
    const product = await sharedProduct("all", await settings());
    const { data } = await ask(product, "domain=v6.mailtest.com");
    expect(data.mx).toMatchObject({ status: "unknown", host: "v6-host.mailtest.com" });
    // If the machine is busy, the resolver loses queries, which looks like a limit.
    const silent = ["timeout", "resolver_limits"];
    expect(silent).toContain(data.mx.reason);
    expect(data.summary.verdict.status).toBe("unknown");
    const list = listOf(data.lists, "bl.spamcop.net");
    expect([list.status, silent.includes(`${list.reason}`)]).toEqual(["unknown", true]);
  });

  test("when our resolver falls silent for a while the answer is 503, and no list is blamed", async () => {
    fate = () => "pass";
    const product = await sharedProduct("all", await settings());
    await ask(product, "ip=5.74.0.1");
    fate = () => "drop";
    const lost = await Promise.all([2, 3, 4].map((i) => fetch(`${product.url}/api/v1/dnsbl?ip=5.74.0.${i}`)));
    expect(lost.map(({ status }) => status)).toEqual([503, 503, 503]);
    fate = () => "pass";
    const { data } = await ask(product, "ip=5.74.0.5");
    expect(zonesWith(data.lists, "unknown").filter((zone) => !ILL.includes(zone))).toEqual([]);
  });

  test("at the tool's own deadline, answers that have arrived are returned and all others are unknown(budget)", async () => {
    fate = () => "pass";
    // The deadline is shorter than the wait for a silent resolver (2000 ms).
    await using product = await startProduct("all", { ...(await settings()), TOOL_DEADLINES: "dnsbl=1500" });
    // This call tests the lists, so their health is known from here on.
    await ask(product, "ip=5.71.0.1");
    fate = (name) => (name.endsWith(".bl.spamcop.net") ? "drop" : "pass");
    const { data, meta } = await ask(product, "ip=5.71.0.2");
    expect(meta.deadlineMs).toBe(1500 * WAIT_FACTOR);
    expect(listOf(data.lists, "bl.spamcop.net")).toMatchObject({ status: "unknown", reason: "budget" });
    expect(listOf(data.lists, "psbl.surriel.com").status).toBe("not_listed");
  });
});
