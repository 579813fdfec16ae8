import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DomainName } from "@dnstools/core/protocol/names";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { worstFirst } from "@dnstools/core/tool/finding";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { IpAddress } from "@dnstools/core/tool/params";
import { analyse } from "./analyse.ts";
import type { Blocklist } from "./blocklist.ts";
import { FINDINGS } from "./findings.ts";
import { BLACKLISTS, INFORMATIONAL } from "./lists.ts";
import type { AskedObservation, DnsblObservation, ListHealth, Subject } from "./observations.ts";
import { shownName } from "./questions.ts";

const HEALTHY: ListHealth = {
  state: "healthy",
  fault: null,
  reason: null,
  checkedAt: "2026-11-20T00:00:00.000Z",
  points: ["2.0.0.127: listed 127.0.0.2", "1.0.0.127: not listed"],
};
const ALL = [...BLACKLISTS, ...INFORMATIONAL].filter(({ takes }) => takes.includes("ipv4"));
const NOWHERE: Outcome<readonly string[]> = absent("nxdomain");

/** Returns an address with which the list reports a listing. */
function codeOf({ codes }: Blocklist): string {
  const [pattern = ""] = Object.keys(codes);
  if (pattern.startsWith("bit ")) return `127.0.0.${Object.keys(codes).at(-1)?.slice(4)}`;
  return pattern.replaceAll("*", "2").replaceAll(/-\d+/g, "");
}

const MX_ANSWER: Outcome<DnsReply> = present({
  ...{ rcode: "NOERROR", flags: [], authorities: [], additionals: [], edns: null },
  answers: [
    {
      ...{ name: "bad.example.com", type: "MX", ttl: 60, value: "10 mail.example.com." },
      data: { preference: 10, exchange: "mail.example.com" },
    },
  ],
});

const ask = (
  list: Blocklist,
  addresses: Outcome<readonly string[]>,
  subject: Subject = "ip",
): AskedObservation => ({
  zone: list.zone,
  subject,
  family: subject === "domain" ? "domain" : "ipv4",
  addresses,
  text: null,
  health: HEALTHY,
  sent: true,
});
const judged = (
  asked: readonly AskedObservation[],
  domain: string | null = null,
  more: Partial<DnsblObservation> = {},
) => {
  const observed: DnsblObservation = {
    mx: domain === null ? null : absent("nodata"),
    firstMx: null,
    notPublic: false,
    asked,
    resolverAlive: null,
    publicResolvers: [],
    withoutKey: [],
    evidence: asked.map(({ zone, subject }, i) => exchange(i, shownName(zone, soughtBy(subject, domain)))),
    ...more,
  };
  const input = {
    ip: domain === null ? ("9.9.9.9" as IpAddress) : null,
    domain: domain as DomainName | null,
  };
  const judgement = analyse(observed, input);
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  return { ...judgement, findings: worstFirst(judgement.findings) };
};

const MX_IP = "5.66.7.7";
const MX = {
  mx: MX_ANSWER,
  firstMx: { host: "mail.example.com", preference: 10, addresses: present([MX_IP]) },
};
/** Returns the name or address that is looked up for a subject, in a call for `bad.example.com` or for 9.9.9.9. */
function soughtBy(subject: Subject, domain: string | null): string {
  if (subject === "mx_ip") return MX_IP;
  return subject === "ip" ? "9.9.9.9" : (domain ?? "");
}

function exchange(i: number, name: string): Evidence {
  return {
    ...{ id: String(i + 1), question: `${name}. IN A`, server: "resolver", address: "5.53.0.53" },
    ...{ transport: "udp", rcode: "NOERROR", flags: [], errors: [], nsid: null, ttl: 60, elapsedMs: 1 },
    ...{ at: "2026-11-20T00:00:00.000Z", reason: null },
  };
}

test("an address on all lists gives few findings, the most important first, with the removal links", () => {
  const { data, findings } = judged(ALL.map((list) => ask(list, present([codeOf(list)]))));
  expect(data.summary.listed).toBeGreaterThan(50);
  expect(findings.length).toBeLessThanOrEqual(6);
  expect(findings[0]).toMatchObject({
    code: "dnsbl.listed",
    message: expect.stringContaining("9.9.9.9 on zen.spamhaus.org, sbl.spamhaus.org, xbl.spamhaus.org."),
    subject: "9.9.9.9",
    subjects: ["9.9.9.9", "zen.spamhaus.org", "sbl.spamhaus.org", "xbl.spamhaus.org"],
    fix: expect.stringContaining("Removal: https://check.spamhaus.org/."),
  });
  expect(new Set(findings.map(({ code, fix }) => `${code} ${fix}`)).size).toBe(findings.length);
  const minor = findings.filter(({ code }) => code === "dnsbl.listed_minor");
  expect(minor).toMatchObject([
    { message: expect.stringMatching(/: 9\.9\.9\.9 on \S+, .* and \d+ more\.$/) },
  ]);
});

test("a domain and its registrable domain are named separately", () => {
  const lists = BLACKLISTS.filter(({ takes }) => takes.includes("domain")).filter(
    ({ weight }) => weight === "high",
  );
  const { findings } = judged(
    lists.map((list) => ask(list, present([codeOf(list)]), "domain")),
    "bad.example.com",
  );
  const [{ zone = "" } = {}] = lists;
  expect(findings[0]).toMatchObject({
    severity: "error",
    message: expect.stringContaining(`bad.example.com on ${zone}`),
    subjects: expect.arrayContaining(["bad.example.com", zone]),
  });
});

test("a parked list is not blamed on the resolver, and rewritten answers are", () => {
  const parked = present(["93.184.215.98"]);
  const codes = (asked: readonly AskedObservation[]) => judged(asked).findings.map(({ code }) => code);
  expect(codes(ALL.map((list) => ask(list, list.zone === "psbl.surriel.com" ? parked : NOWHERE)))).toEqual([
    "dnsbl.parked",
  ]);
  expect(codes(ALL.map((list) => ask(list, parked)))).toEqual(["dnsbl.inconclusive", "dnsbl.rewritten"]);
});

test("an informational list never counts, whatever it says about the address", () => {
  const { data } = judged(
    ALL.map((list) => ask(list, INFORMATIONAL.includes(list) ? present([codeOf(list)]) : NOWHERE)),
  );
  const codes = data.informational.flatMap(({ results }) => results.flatMap((result) => result.codes));
  expect(codes.length).toBeGreaterThan(3);
  expect(codes.filter(({ counts }) => counts)).toEqual([]);
  expect(data.summary).toMatchObject({ listed: 0, verdict: { status: "pass" } });
});

test("lists with equal test results share one proof, and each result names its proof", () => {
  const proved = (list: Blocklist, listed: string, checkedAt = HEALTHY.checkedAt): AskedObservation => ({
    ...ask(list, NOWHERE),
    health: {
      ...{ ...HEALTHY, checkedAt },
      points: [`2.0.0.127: listed ${listed}`, "1.0.0.127: not listed"],
    },
  });
  const [first, second, third, fourth] = BLACKLISTS.filter(({ takes }) => takes.includes("ipv4"));
  if (!first || !second || !third || !fourth) throw new Error("too few lists");
  const { data } = judged([
    proved(first, "127.0.0.2"),
    proved(second, "127.0.0.2", "2026-11-19T00:00:00.000Z"),
    proved(third, "127.0.0.4"),
    { ...ask(fourth, NOWHERE), health: null },
  ]);
  const one = { family: "ipv4", state: "healthy", fault: null } as const;
  expect(data.proofs).toEqual([
    // Two tests with the same result share one proof, which has the earlier of their times.
    {
      id: "1",
      ...one,
      checkedAt: "2026-11-19T00:00:00.000Z",
      points: ["2.0.0.127: listed 127.0.0.2", "1.0.0.127: not listed"],
    },
    {
      id: "2",
      ...one,
      checkedAt: HEALTHY.checkedAt,
      points: ["2.0.0.127: listed 127.0.0.4", "1.0.0.127: not listed"],
    },
  ]);
  const shown = [first, second, third, fourth].map(({ zone }) => {
    const list = data.lists.find((one) => one.zone === zone);
    return [list?.status, list?.results[0]?.proof];
  });
  expect(shown).toEqual([
    ["not_listed", "1"],
    ["not_listed", "1"],
    ["not_listed", "2"],
    ["unknown", null],
  ]);
});

test("a mail server that could not be determined is reported first, and no list is blamed", () => {
  const asked = BLACKLISTS.filter(({ takes }) => takes.includes("domain")).map((list) =>
    ask(list, NOWHERE, "domain"),
  );
  const { data, findings } = judged(asked, "bad.example.com", { mx: unknown("refused") });
  expect(data.summary.verdict.status).toBe("unknown");
  expect(findings.map(({ code }) => code)).toEqual(["dnsbl.mx_unknown"]);
});

test("findings about the mail server are sorted together with findings about the lists", () => {
  const parked = present(["93.184.215.98"]);
  const asked = BLACKLISTS.filter(({ takes }) => takes.includes("domain")).map((list, i) =>
    ask(list, i === 0 && list.weight !== "high" ? parked : NOWHERE, "domain"),
  );
  const firstMx = { host: "mail.example.com", preference: 10, addresses: present([]) };
  const [, second = asked[0]] = asked;
  const observed = asked.map((one) => (one === second ? { ...one, addresses: parked } : one));
  const { findings } = judged(observed, "bad.example.com", { firstMx });
  expect(findings.map(({ severity }) => severity)).toEqual(["warning", "info"]);
});

test("one parked list among silent lists does not mean that the resolver rewrites answers", () => {
  const parked = present(["93.184.215.98"]);
  const silent = unknown("timeout");
  const asked = ALL.map((list) => ask(list, list.zone === "rbl.blockedservers.com" ? parked : silent));
  const { data, findings } = judged(asked);
  expect(findings.map(({ code }) => code)).toEqual(["dnsbl.inconclusive", "dnsbl.parked"]);
  expect(data.summary.verdict).toMatchObject({
    status: "unknown",
    detail: "Whether 9.9.9.9 is listed is unknown: no list gave a usable answer.",
  });
});

test("a list with a listing has all details, and clean lists are short", () => {
  const [heavy] = BLACKLISTS.filter(({ weight }) => weight === "high");
  const { data } = judged(ALL.map((list) => ask(list, list === heavy ? present([codeOf(list)]) : NOWHERE)));
  const [listed] = data.lists.filter(({ status }) => status === "listed");
  expect(listed).toMatchObject({ operator: heavy?.operator, delistUrl: heavy?.delistUrl });
  const clean = data.lists.filter(({ status }) => status === "not_listed");
  expect(clean.filter(({ operator, delistUrl }) => operator !== null || delistUrl !== null)).toEqual([]);
});

const OF_DOMAINS = BLACKLISTS.filter((list) => list.takes.includes("domain"));
const OF_ADDRESSES = BLACKLISTS.filter((list) => list.takes.includes("ipv4"));
const DOMAIN = "bad.example.com";
const CLEAN = ALL.map((list) => ask(list, NOWHERE));
/** Builds an observation in which the matching lists contain the address. */
const listedBy = (fits: (list: Blocklist) => boolean) =>
  judged(ALL.map((list) => ask(list, fits(list) ? present([codeOf(list)]) : NOWHERE)));
/** Builds an observation in which no list contains the domain or its mail server. */
const ofDomain = (more: Partial<DnsblObservation>, lists = OF_DOMAINS) =>
  judged(
    lists.map((list) => ask(list, NOWHERE, "domain")),
    DOMAIN,
    more,
  );
const cleanServer = judged(
  [
    ...OF_DOMAINS.map((list) => ask(list, NOWHERE, "domain")),
    ...OF_ADDRESSES.map((list) => ask(list, NOWHERE, "mx_ip")),
  ],
  DOMAIN,
  MX,
);

const A = OF_ADDRESSES.length;
const D = OF_DOMAINS.length;
const BOTH = new Set([...OF_ADDRESSES, ...OF_DOMAINS]).size;

const SITUATIONS: readonly (readonly [
  code: keyof typeof FINDINGS | null,
  answer: ReturnType<typeof judged>,
  summary: string,
])[] = [
  [null, judged(CLEAN), `pass: None of the ${A} lists that answered has 9.9.9.9.`],
  [
    null,
    cleanServer,
    `pass: None of the ${BOTH} lists that answered has bad.example.com or its mail server mail.example.com (5.66.7.7).`,
  ],
  [
    "dnsbl.listed",
    listedBy(({ zone }) => zone === "zen.spamhaus.org" || zone === "bl.spamcop.net"),
    `fail: 9.9.9.9 is listed by 2 of ${A} lists that answered, among them zen.spamhaus.org.`,
  ],
  [
    "dnsbl.listed_minor",
    listedBy(({ zone }) => zone === "dnsbl-3.uceprotect.net"),
    `warning: 9.9.9.9 is listed by 1 of ${A} lists that answered, dnsbl-3.uceprotect.net, and few receivers use it.`,
  ],
  [
    "dnsbl.listed_policy",
    listedBy(({ zone }) => zone === "pbl.spamhaus.org"),
    `warning: 9.9.9.9 is listed by 1 of ${A} lists that answered, pbl.spamhaus.org: by policy, not for wrongdoing.`,
  ],
  [
    "dnsbl.inconclusive",
    judged(ALL.map((list) => ask(list, list.zone === "zen.spamhaus.org" ? unknown("timeout") : NOWHERE))),
    "unknown: Whether 9.9.9.9 is listed is unknown: zen.spamhaus.org, used by many receivers, gave no usable answer.",
  ],
  [
    "dnsbl.refused",
    judged(ALL.map((list) => ask(list, list.zone === "psbl.surriel.com" ? unknown("refused") : NOWHERE))),
    `pass: None of the ${A - 1} lists that answered has 9.9.9.9; 1 gave no usable answer.`,
  ],
  [
    "dnsbl.rewritten",
    judged(ALL.map((list) => ask(list, present(["93.184.215.98"])))),
    "unknown: Whether 9.9.9.9 is listed is unknown: no list gave a usable answer.",
  ],
  [
    "dnsbl.parked",
    judged(
      ALL.map((list) => ask(list, list.zone === "psbl.surriel.com" ? present(["93.184.215.98"]) : NOWHERE)),
    ),
    `pass: None of the ${A - 1} lists that answered has 9.9.9.9; 1 gave no usable answer.`,
  ],
  [
    "dnsbl.unhealthy",
    judged(
      ALL.map((list) => {
        const health = { ...HEALTHY, state: "unhealthy", fault: "test_point_missing" } as const;
        return { ...ask(list, NOWHERE), ...(list.zone === "psbl.surriel.com" ? { health } : {}) };
      }),
    ),
    `pass: None of the ${A - 1} lists that answered has 9.9.9.9; 1 gave no usable answer.`,
  ],
  [
    "dnsbl.public_resolver",
    judged(CLEAN, null, { publicResolvers: ["5.53.0.53"] }),
    `pass: None of the ${A} lists that answered has 9.9.9.9.`,
  ],
  [
    "dnsbl.null_mx",
    ofDomain({
      mx: present({
        ...{ rcode: "NOERROR", flags: [], authorities: [], additionals: [], edns: null },
        answers: [{ name: DOMAIN, type: "MX", ttl: 60, value: "0 .", data: { preference: 0, exchange: "" } }],
      }),
    }),
    `pass: None of the ${D} lists that answered has bad.example.com.`,
  ],
  ["dnsbl.no_mx", ofDomain({}), `pass: None of the ${D} lists that answered has bad.example.com.`],
  [
    "dnsbl.mx_without_address",
    ofDomain({ ...MX, firstMx: { ...MX.firstMx, addresses: present([]) } }),
    `warning: The first mail server, mail.example.com, has no address; none of the ${D} lists that answered has bad.example.com.`,
  ],
  [
    "dnsbl.mx_unknown",
    ofDomain({ ...MX, firstMx: { ...MX.firstMx, addresses: unknown("servfail") } }),
    "unknown: Whether bad.example.com is listed is unknown: the address of its mail server could not be determined (servfail).",
  ],
  [
    "dnsbl.mx_not_public",
    ofDomain({ ...MX, notPublic: true, firstMx: { ...MX.firstMx, addresses: present(["10.0.0.1"]) } }),
    "unknown: Whether bad.example.com or its mail server mail.example.com (10.0.0.1) is listed is unknown: its mail server mail.example.com has an address that is not public.",
  ],
];

test.each(SITUATIONS)("%p, and the summary sentence", (code, { summary, findings, data }, sentence) => {
  expect(`${summary.status}: ${summary.text}`).toBe(sentence);
  expect(summary).toMatchObject({ status: data.summary.verdict.status, text: data.summary.verdict.detail });
  if (code !== null) expect(findings.map((one) => one.code)).toContain(code);
  // The verdict is `pass` if and only if no finding has the severity warning or higher.
  const worst = findings[0]?.severity ?? "info";
  if (worst === "error") expect(summary.status).toBe("fail");
  if (summary.status === "pass") expect(["notice", "info"]).toContain(worst);
});

test("every code has a test situation", () => {
  const codes = SITUATIONS.map(([code]) => code).filter((code) => code !== null);
  expect(codes.toSorted()).toEqual(Object.keys(FINDINGS).toSorted() as typeof codes);
});

test("a domain and its mail server on all lists: each list is a subject, and the findings are short", () => {
  const everywhere = [
    ...OF_DOMAINS.map((list) => ask(list, present([codeOf(list)]), "domain")),
    ...OF_ADDRESSES.map((list) => ask(list, present([codeOf(list)]), "mx_ip")),
  ];
  const { summary, data, findings } = judged(everywhere, DOMAIN, MX);
  const listed = data.lists.filter(({ status }) => status === "listed").map(({ zone }) => zone);
  expect(listed.length).toBeGreaterThan(70);
  const subjects = new Set(findings.flatMap((finding) => finding.subjects));
  expect([...subjects].toSorted()).toEqual([DOMAIN, MX_IP, ...listed].toSorted());
  expect(summary.text).toBe(
    `5.66.7.7 (mail.example.com, the mail server of bad.example.com) and bad.example.com are listed by ${listed.length} of ${BOTH} lists that answered, among them zen.spamhaus.org.`,
  );
  for (const { evidence } of findings) expect(evidence.length).toBeGreaterThan(0);
  // The other parts of `view=summary` take about 1000 bytes.
  expect(JSON.stringify({ summary, findings }).length).toBeLessThan(4200);
});
