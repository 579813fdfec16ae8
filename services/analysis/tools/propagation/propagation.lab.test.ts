import { describe, expect, test } from "bun:test";
import { minuteOf } from "@dnstools/core/protocol/calendar";
import { POLICY } from "@dnstools/lab/plan/mail-policy";
import { checkCases, type ToolCase } from "@dnstools/lab/support/cases";
import { countQuestions } from "@dnstools/lab/support/count";
import { dig } from "@dnstools/lab/support/dig";
import {
  json,
  metric,
  type Product,
  startProduct,
  WIRINGS,
  type Wiring,
} from "@dnstools/lab/support/product";
import { publish, publishFile, removeFile } from "@dnstools/lab/support/publish";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { until } from "@dnstools/lab/support/until";
import { COUNTRIES } from "./candidates.ts";
import type { PropagationData, ResultData } from "./data.ts";
import type { ComparedType } from "./observations.ts";

const OPEN = { RATE_LIMIT_UNITS: "0" };
/**
 * Settings of a server whose tool deadline (2.4 s) is shorter than the wait for a silent resolver (3 s) but long
 * enough for everything else. The URL of the resolver list does not exist.
 */
const CUT = {
  ...OPEN,
  WAIT_FACTOR: "2",
  TOOL_DEADLINES: "propagation=1200",
  RESOLVER_LIST_URL: "https://lists.fix.com/not-there.txt",
};
/**
 * Address of a resolver that caches answers. LIAR is the address of one that lies about some names, FLAKY of one that
 * drops half of the queries.
 */
const LAGGARD = "84.200.69.80";
const LIAR = "84.200.70.40";
const FLAKY = "212.224.71.71";

type PropagationResponse = {
  readonly summary: { readonly status: string; readonly text: string };
  readonly data: PropagationData;
  readonly findings: readonly {
    readonly code: string;
    readonly subject: string | null;
    readonly subjects: readonly string[];
    readonly evidence: readonly string[];
  }[];
  readonly evidence: readonly {
    readonly question: string;
    readonly address: string;
    readonly elapsedMs: number;
    readonly id: string;
    readonly at: string;
  }[];
  readonly meta: { readonly elapsedMs: number };
};

/** Formats a result as class and detail. */
const shown = ({ class: is, detail }: ResultData) => (detail === null ? is : `${is} ${detail}`);

/**
 * Returns all results other than `match`, by resolver and type, without the resolver that drops half of the queries.
 */
function others({ resolvers }: PropagationData): Record<string, string> {
  return Object.fromEntries(
    resolvers
      .filter(({ ip }) => ip !== FLAKY)
      .flatMap(({ ip, results }) =>
        (["A", "MX", "TXT"] as const satisfies readonly ComparedType[])
          .filter((type) => results[type].class !== "match")
          .map((type) => [`${ip} ${type}`, shown(results[type])] as const),
      ),
  );
}

/** The unhealthy resolvers of the lab in Germany, with their faults. The lab has a resolver of each kind in Germany. */
const GERMAN_FAULTS: Readonly<Record<string, string>> = {
  "5.1.66.255": "rewrites_nxdomain",
  "185.150.99.255": "lies",
  "176.9.93.198": "refuses",
  "176.9.1.117": "silent",
  "81.169.136.222": "failing",
  "185.181.61.24": "refuses",
  "185.93.180.131": "silent",
  "141.1.27.249": "silent",
  "62.159.231.11": "silent",
  "37.148.235.164": "silent",
  "139.18.25.34": "silent",
};
const GERMAN_HEALTHY = [
  "185.222.222.222",
  LAGGARD,
  "194.25.0.52",
  "81.3.27.54",
  "45.11.45.11",
  LIAR,
  "194.25.0.62",
  "134.255.247.23",
];

type Expected = {
  readonly domain: string;
  readonly status: PropagationData["conclusion"]["status"];
  readonly others: Readonly<Record<string, string>>;
  /** Codes of all findings that are expected. */
  readonly codes: readonly string[];
};

const EXPECTED: readonly Expected[] = [
  { domain: "example.com", status: "propagated", others: {}, codes: [] },
  {
    domain: "moved.com",
    status: "propagated",
    others: { [`${LIAR} A`]: "different pinned" },
    codes: ["pinned"],
  },
  {
    domain: "blocked.com",
    status: "propagated",
    others: {
      ...Object.fromEntries(
        ["A", "MX", "TXT"].map((type) => [`${LIAR} ${type}`, "nxdomain possible_filter"]),
      ),
      ...Object.fromEntries(["A", "MX", "TXT"].map((type) => [`134.255.247.23 ${type}`, "filtered said_so"])),
    },
    codes: ["denied", "filtered"],
  },
  {
    domain: "diverted.com",
    status: "propagated",
    others: { [`${LIAR} A`]: "filtered blocked_address" },
    codes: ["filtered"],
  },
  {
    domain: "geo.com",
    status: "propagated",
    others: { [`${LAGGARD} A`]: "different same_operator_unproved" },
    codes: ["perhaps_old"],
  },
  {
    domain: "www.cdn.com",
    status: "propagated",
    others: { [`${LAGGARD} A`]: "different near_alias_unproved" },
    codes: ["perhaps_old"],
  },
  { domain: "disagree.com", status: "authoritative_disagree", others: {}, codes: ["authoritative_disagree"] },
  {
    domain: "expired.com",
    status: "inconclusive",
    others: Object.fromEntries(
      GERMAN_HEALTHY.filter((ip) => ip !== "81.3.27.54").flatMap((ip) =>
        ["A", "MX", "TXT"].map((type) => [`${ip} ${type}`, "unknown dnssec"]),
      ),
    ),
    codes: ["dnssec_bogus", "few_answers"],
  },
];

const PARAMETERS: readonly ToolCase[] = [
  {
    says: "a country without resolvers",
    query: "domain=example.com&country=aq",
    status: 400,
    data: {
      code: "invalid_parameter",
      errors: [{ parameter: "country", message: expect.stringContaining(COUNTRIES.join(", ")) }],
    },
  },
  {
    says: "an invalid country",
    query: "domain=example.com&country=germany",
    status: 400,
    data: { errors: [{ parameter: "country" }] },
  },
  {
    says: "too many resolvers",
    query: "domain=example.com&limit=51",
    status: 400,
    data: { errors: [{ parameter: "limit", message: expect.stringContaining("from 1 to 50") }] },
  },
  {
    says: "no resolvers",
    query: "domain=example.com&limit=0",
    status: 400,
    data: { errors: [{ parameter: "limit" }] },
  },
  {
    says: "no domain",
    query: "country=de",
    status: 400,
    data: { errors: [{ parameter: "domain", message: expect.stringContaining("Send domain") }] },
  },
  {
    says: "a name that does not exist",
    query: "domain=no-such-name.com",
    status: 404,
    data: { code: "domain_not_found" },
  },
  {
    says: "a country in capitals, and a name with an underscore",
    query: `domain=_dmarc.${POLICY.parked}&country=DE&limit=1`,
    data: { country: "de", summary: { requested: 1, asked: 1 }, conclusion: { status: "propagated" } },
  },
];

async function ask(query: string, wiring: Wiring = "all"): Promise<PropagationResponse> {
  const { url } = await sharedProduct(wiring, OPEN);
  return json(fetch(`${url}/api/v1/propagation?${query}`));
}

describe.each(WIRINGS)("propagation, %s", (wiring) => {
  test("parameters, and names that do not exist", async () =>
    checkCases(await sharedProduct(wiring, OPEN), "propagation", PARAMETERS));

  test("each kind of resolver is recognized, and its fault is shown", async () => {
    const product = await sharedProduct(wiring, OPEN);
    const service = product.process(wiring === "all" ? "all" : "analysis");
    const { data } = await ask("domain=example.com&country=de&limit=50", wiring);
    const faults: Record<string, string | null> = Object.fromEntries(
      data.excluded.map(({ ip, fault }) => [ip, fault]),
    );
    delete faults[FLAKY];
    expect(faults).toEqual(GERMAN_FAULTS);
    expect(data.resolvers.map(({ ip }) => ip).filter((ip) => ip !== FLAKY)).toEqual(GERMAN_HEALTHY);
    expect(data.summary).toMatchObject({
      requested: 50,
      available: 20,
      asked: data.resolvers.length,
      excluded: data.excluded.length,
    });
    expect(data.intercepted).toBeNull();
    expect(await metric(service, "dnstools_propagation_resolvers", { state: "lies" })).toBe(1);
  });

  test("each answer of a resolver gets the right class", async () => {
    const all = await Promise.all(
      EXPECTED.map(async ({ domain }): Promise<Expected> => {
        const { data, findings } = await ask(`domain=${domain}&country=de&limit=50`, wiring);
        const codes = [...new Set(findings.map(({ code }) => code.slice("propagation.".length)))].sort();
        return { domain, status: data.conclusion.status, others: others(data), codes };
      }),
    );
    expect(all).toEqual([...EXPECTED]);
  });
});

// One distribution of the services over processes is enough, because these results do not depend on it.
describe("propagation", () => {
  test("each finding points to queries to its resolvers or servers, and view=summary is small", async () => {
    const statuses = await Promise.all(
      [...EXPECTED.map(({ domain }) => domain), "no-glue.com"].map(async (domain) => {
        const { summary, findings, evidence } = await ask(`domain=${domain}&country=de&limit=50`);
        for (const { code, subjects, evidence: ids } of findings) {
          const shown = evidence.filter(({ id }) => ids.includes(id));
          expect([domain, code, shown.length]).toEqual([domain, code, ids.length]);
          expect(ids.length).toBeGreaterThan(0);
          expect(ids.length).toBeLessThanOrEqual(20);
          // If the zone's servers have no address, the evidence is the failed lookup of their addresses.
          if (domain !== "no-glue.com" || code !== "propagation.authority_unknown")
            for (const { question, address } of shown)
              expect([question.split(". ")[0] === domain || subjects.includes(address), question]).toEqual([
                true,
                question,
              ]);
        }
        expect(summary.text).toContain(domain);
        return [domain, summary.status];
      }),
    );
    const status = (domain: string) => Object.fromEntries(statuses)[domain];
    for (const { domain, status: is } of EXPECTED)
      expect([domain, status(domain)]).toEqual([domain, is === "propagated" ? "pass" : "fail"]);
    expect(status("no-glue.com")).toBe("unknown");
    const { url } = await sharedProduct("all", OPEN);
    const short = await fetch(
      `${url}/api/v1/propagation?domain=expired.com&country=de&limit=50&view=summary`,
    );
    expect((await short.text()).length).toBeLessThanOrEqual(5000);
  });

  test("load-balanced addresses are not called old", async () => {
    const { data, findings } = await ask("domain=roundrobin.com&country=de&limit=50");
    expect(data.conclusion).toMatchObject({ status: "propagated", until: null });
    expect(data.authoritative.agree).toBe(true);
    const results = new Set(
      data.resolvers.map(({ results: { A } }) => (A.class === "different" ? A.detail : A.class)),
    );
    for (const one of results)
      expect(["match", "round_robin", "same_operator", "unknown"]).toContain(one as string);
    expect(data.summary.upToDatePercent).toBe(100);
    expect(findings.map(({ code }) => code)).not.toContain("propagation.in_progress");
  });

  test("the zone's servers are shown with their answers", async () => {
    const { data, findings } = await ask("domain=disagree.com&country=de&limit=3");
    expect(data.authoritative).toMatchObject({
      agree: false,
      zone: "disagree.com",
      serials: [2_026_112_000, 2_026_112_001],
      servers: [
        {
          name: "ns1.disagree.com",
          address: "5.9.9.53",
          results: { A: { status: "answer", values: ["93.184.215.70"] } },
        },
        {
          name: "ns2.disagree.com",
          address: "5.9.10.53",
          results: { A: { values: ["93.184.215.71"] }, MX: { status: "nodata", values: [], total: 0 } },
        },
      ],
      values: { A: { status: "answer", values: ["93.184.215.70", "93.184.215.71"] } },
    });
    expect(findings.find(({ code }) => code === "propagation.authoritative_disagree")?.subject).toContain(
      "93.184.215.70 (ns1.disagree.com) or 93.184.215.71 (ns2.disagree.com)",
    );
  });

  test("a change is followed: old answers and denials, and until when they are kept", async () => {
    const name = `change-${crypto.randomUUID().slice(0, 8)}.fix.com`;
    const before = [
      { name, type: "A", value: "93.184.219.101" },
      { name, type: "TXT", value: "before" },
    ];
    await publish({ add: before });
    const askedAt = Date.now();
    await dig(["A", "MX", "TXT"].map((type) => `@${LAGGARD} ${name} ${type}`));
    const cachedAt = Date.now();
    await publish({
      remove: before,
      add: [
        { name, type: "A", value: "93.184.219.102" },
        { name, type: "TXT", value: "after" },
        { name, type: "MX", value: "10 mx.fix.com." },
      ],
    });
    const { summary, data, findings } = await ask(`domain=${name}&country=de&limit=6`);
    expect(others(data)).toEqual({
      [`${LAGGARD} A`]: "stale",
      [`${LAGGARD} MX`]: "stale negative",
      [`${LAGGARD} TXT`]: "stale",
    });
    const laggard = data.resolvers.find(({ ip }) => ip === LAGGARD);
    expect(laggard?.results).toMatchObject({
      A: { values: ["93.184.219.101"] },
      MX: { values: [], total: 0 },
      TXT: { values: ["before"] },
    });
    // The answer was cached for 300 s. The tolerance is needed because TTLs are whole seconds.
    const until = Date.parse(data.conclusion.until ?? "");
    expect(until).toBeGreaterThan(askedAt + 300_000 - 4000);
    expect(until).toBeLessThan(cachedAt + 300_000 + 4000);
    expect(data.conclusion.status).toBe("in_progress");
    expect(data.summary.latestExpiry).toBe(data.conclusion.until);
    expect(summary.status).toBe("warning");
    expect(summary.text).toEndWith(`and 1 has an old answer until ${minuteOf(data.conclusion.until ?? "")}.`);
    expect(findings.map(({ code }) => code).sort()).toEqual([
      "propagation.in_progress",
      "propagation.negative_cached",
    ]);
  });

  test("a move from a private address, and a move within a hosting provider, do not count as propagated", async () => {
    const of = (what: string) => `${what}-${crypto.randomUUID().slice(0, 8)}.fix.com`;
    const moves = [
      { name: of("private"), from: "10.0.0.9", to: "93.184.219.102", is: "stale" },
      { name: of("hoster"), from: "5.44.7.7", to: "5.44.9.9", is: "different same_operator_unproved" },
    ];
    const records = (which: "from" | "to") =>
      moves.map((move) => ({ name: move.name, type: "A" as const, value: move[which] }));
    await publish({ add: records("from") });
    await dig(moves.map(({ name }) => `@${LAGGARD} ${name} A`));
    await publish({ remove: records("from"), add: records("to") });
    for (const { name, is } of moves) {
      const { data } = await ask(`domain=${name}&country=de&limit=6`);
      expect(others(data)).toEqual({ [`${LAGGARD} A`]: is });
      const { until } = data.resolvers.find(({ ip }) => ip === LAGGARD)?.results.A ?? {};
      expect(Date.parse(until ?? "")).toBeGreaterThan(Date.now());
    }
  });

  test("after five denied names below a zone, resolvers are not asked for further random names", async () => {
    const { data: first } = await ask("domain=example.com&country=de&limit=3");
    const { url } = await sharedProduct("all", OPEN);
    const random = async () => {
      const name = `${crypto.randomUUID()}.moved.com`;
      const response = await fetch(`${url}/api/v1/propagation?domain=${name}&country=de&limit=3`);
      expect(response.status).toBe(404);
      return name;
    };
    const counted = await countQuestions(first.resolvers.map(({ ip }) => ip));
    const five = [await random(), await random(), await random(), await random(), await random()];
    const more = [await random(), await random()];
    expect((await ask("domain=moved.com&country=de&limit=3")).data.summary.asked).toBe(3);
    const asked = new Set((await counted.stop()).map(({ name }) => name.toLowerCase().slice(0, -1)));
    expect(five.filter((name) => asked.has(name))).not.toEqual([]);
    expect(more.filter((name) => asked.has(name))).toEqual([]);
    expect(asked).toContain("moved.com");
  });

  test("with 30 of 50 resolvers dead, the other 20 are asked, and the dead ones delay only the first call", async () => {
    const first = await ask("domain=example.com&limit=50");
    expect(first.data.summary).toMatchObject({
      requested: 50,
      available: 50,
      asked: 20,
      answered: 20,
      excluded: 30,
    });
    expect(first.data.conclusion.status).toBe("propagated");
    const faults = first.data.excluded.map(({ fault }) => fault);
    expect(new Set(faults)).toEqual(new Set(["silent"]));
    const dead = new Set(first.data.excluded.map(({ ip }) => ip));
    const checksIn = ({ evidence }: PropagationResponse) =>
      evidence.filter(({ address }) => dead.has(address));
    // A silent resolver is reported as silent only after its last query has ended.
    const shownAll = async () =>
      new Set(checksIn(await ask("domain=late.com&limit=50")).map(({ address }) => address)).size ===
      dead.size;
    await until(shownAll, undefined, 1000);
    const calledAt = Date.now();
    const answer = await ask("domain=late.com&limit=50");
    expect(answer.data.summary).toMatchObject({ asked: 20, answered: 20, excluded: 30 });
    // The evidence contains the checks of an earlier call, with unique IDs, and no new query to the dead resolvers.
    expect(checksIn(answer).filter(({ at }) => Date.parse(at) >= calledAt)).toEqual([]);
    expect(new Set(answer.evidence.map(({ id }) => id)).size).toBe(answer.evidence.length);
    for (const { ip, results } of answer.data.resolvers)
      expect([ip, ...Object.values(results).map(({ class: is }) => is)]).toEqual([
        ip,
        "match",
        "match",
        "match",
      ]);
  });

  test("the best resolvers come first, and dead resolvers are replaced", async () => {
    const { data } = await ask("domain=example.com&limit=12");
    expect(data.resolvers).toHaveLength(12);
    expect(data.resolvers.slice(0, 3).map(({ ip }) => ip)).toEqual(["8.8.8.8", "1.1.1.1", "64.6.64.6"]);
    expect(data.resolvers.map(({ filters }) => filters).filter((filters) => filters !== null)).toEqual([]);
    expect(data.resolvers[0]).toMatchObject({
      service: "Google Public DNS",
      operator: "Google LLC",
      operatorCountry: "us",
      anycast: true,
      validates: true,
    });
  });

  test("many simultaneous calls check each resolver only once", async () => {
    const domains = ["example.com", "late.com", "geo.com", "moved.com", "signed.com", "blocked.com"];
    const answers = await Promise.all(domains.map((domain) => ask(`domain=${domain}&country=ch&limit=3`)));
    const checks = answers.map(({ data }) =>
      data.excluded.map(({ ip, checkedAt }) => `${ip} ${checkedAt}`).join(),
    );
    expect(new Set(checks).size).toBe(1);
    for (const { data } of answers) expect(data.summary.asked).toBeGreaterThan(0);
  });
});

test("at the tool's deadline the answer holds the results so far", async () => {
  const product = await sharedProduct("all", CUT);
  const { data }: PropagationResponse = await json(
    fetch(`${product.url}/api/v1/propagation?domain=example.com&country=de&limit=50`),
  );
  const late = data.excluded.filter(({ fault, reason }) => fault === null && reason === "budget");
  expect(late.map(({ ip }) => ip)).toContain("176.9.1.117");
  expect(data.resolvers.map(({ ip }) => ip)).toContain("185.222.222.222");
  expect(data.resolvers.length + data.excluded.length).toBeLessThanOrEqual(20);
});

test("the operator's list adds resolvers after ours, and a list that cannot be fetched does no harm", async () => {
  const head =
    "ip_address,name,as_number,as_org,country_code,city,version,error,dnssec,reliability,checked_at,created_at";
  const row = (ip: string, country: string, reliability: string, error = "") =>
    `${ip},,1,"Some ""Net"", GmbH",${country},,,${error},true,${reliability},2026-11-20T00:00:00Z,2026-11-20T00:00:00Z`;
  const url = "https://lists.fix.com/nameservers.txt";
  const rows = [
    row("5.77.0.9", "SR", "1.00"),
    row("5.77.0.5", "SR", "0.50"),
    row("5.77.0.8", "SR", "1.00", "timeout"),
    row("192.168.1.1", "SR", "1.00"),
    row("84.200.70.40", "XX", "1.00"),
  ];
  publishFile(url, [head, ...rows, ""].join("\n"));
  const asked = async (product: Product): Promise<PropagationData> =>
    (await json(fetch(`${product.url}/api/v1/propagation?domain=example.com&country=sr`))).data;
  try {
    await publish({ add: [{ name: "lists.fix.com", type: "A", value: "5.42.3.1" }] });
    // The query part of the URL may be a secret and must not be shown.
    const secret = `${url}?key=hidden`;
    await using product = await startProduct("all", { ...OPEN, RESOLVER_LIST_URL: secret });
    // The list is fetched in the background.
    await until(async () => (await asked(product)).list.refreshed !== null);
    const data = await asked(product);
    expect(data.list.refreshed).toMatchObject({ source: url, count: 1 });
    expect(data.summary.available).toBe(2);
    expect(data.resolvers.map(({ ip, operator }) => [ip, operator])).toEqual([
      ["5.77.0.9", 'Some "Net", GmbH'],
    ]);
    expect(data.excluded.map(({ ip }) => ip)).toEqual(["186.179.241.146"]);
  } finally {
    removeFile(url);
  }
  const without = await sharedProduct("all", CUT);
  await asked(without);
  expect(await asked(without)).toMatchObject({ list: { refreshed: null }, summary: { available: 1 } });
});
