import { expect, test } from "bun:test";
import type { DomainName } from "@dnstools/core/protocol/names";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { IpAddress } from "@dnstools/core/tool/params";
import { analyse } from "./analyse.ts";
import type { Blocklist } from "./blocklist.ts";
import { BLACKLISTS, INFORMATIONAL } from "./lists.ts";
import type { AskedObservation, DnsblObservation, ListHealth, Subject } from "./observations.ts";

const HEALTHY: ListHealth = {
  state: "healthy",
  fault: null,
  reason: null,
  checkedAt: "2026-11-20T00:00:00.000Z",
  points: [
    { asked: "2.0.0.127.list", status: "listed", reason: null, codes: ["127.0.0.2"] },
    { asked: "1.0.0.127.list", status: "not_listed", reason: null, codes: [] },
  ],
};
const ALL = [...BLACKLISTS, ...INFORMATIONAL].filter(({ takes }) => takes.includes("ipv4"));
const NOWHERE: Outcome<readonly string[]> = absent("nxdomain");

/** An address that a list answers with for a listing. */
function codeOf({ codes }: Blocklist): string {
  const [pattern = ""] = Object.keys(codes);
  if (pattern.startsWith("bit ")) return `127.0.0.${Object.keys(codes).at(-1)?.slice(4)}`;
  return pattern.replaceAll("*", "2").replaceAll(/-\d+/g, "");
}

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
    evidence: [],
    ...more,
  };
  const input = {
    ip: domain === null ? ("9.9.9.9" as IpAddress) : null,
    domain: domain as DomainName | null,
  };
  const judgement = analyse(observed, input);
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  return judgement;
};

test("an address that all lists have gives few findings, the worst and heaviest first, with the links", () => {
  const { data, findings } = judged(ALL.map((list) => ask(list, present([codeOf(list)]))));
  expect(data.summary.listed).toBeGreaterThan(50);
  expect(findings.length).toBeLessThanOrEqual(20);
  const severities = ["error", "warning", "notice", "info"];
  const order = findings.map(({ severity }) => severities.indexOf(severity));
  expect(order).toEqual(order.toSorted());
  expect(findings[0]).toMatchObject({
    code: "dnsbl.listed",
    subject: "9.9.9.9 on zen.spamhaus.org, sbl.spamhaus.org, xbl.spamhaus.org",
    fix: expect.stringContaining("Removal: https://check.spamhaus.org/."),
  });
  expect(new Set(findings.map(({ code, fix }) => `${code} ${fix}`)).size).toBe(findings.length);
  const minor = findings.filter(({ code }) => code === "dnsbl.listed_minor");
  expect(minor).toMatchObject([{ subject: expect.stringMatching(/^9\.9\.9\.9 on \S+, .* and \d+ more$/) }]);
});

test("a domain and what it belongs to are named by themselves", () => {
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
    subject: expect.stringContaining(`bad.example.com on ${zone}`),
  });
});

test("a list that is parked is not held against the resolver, and answers of a resolver that rewrites are", () => {
  const parked = present(["93.184.215.98"]);
  const codes = (asked: readonly AskedObservation[]) => judged(asked).findings.map(({ code }) => code);
  expect(codes(ALL.map((list) => ask(list, list.zone === "psbl.surriel.com" ? parked : NOWHERE)))).toEqual([
    "dnsbl.parked",
  ]);
  expect(codes(ALL.map((list) => ask(list, parked)))).toEqual(["dnsbl.inconclusive", "dnsbl.rewritten"]);
});

test("nothing counts on an informational list, whatever it says of the address", () => {
  const { data } = judged(
    ALL.map((list) => ask(list, INFORMATIONAL.includes(list) ? present([codeOf(list)]) : NOWHERE)),
  );
  const codes = data.informational.flatMap(({ results }) => results.flatMap((result) => result.codes));
  expect(codes.length).toBeGreaterThan(3);
  expect(codes.filter(({ counts }) => counts)).toEqual([]);
  expect(data.summary).toMatchObject({ listed: 0, verdict: { status: "pass" } });
});

test("the test points of lists stand once for all that answered alike, and each result names its proof", () => {
  const proved = (list: Blocklist, listed: string, checkedAt = HEALTHY.checkedAt): AskedObservation => ({
    ...ask(list, NOWHERE),
    health: {
      ...{ ...HEALTHY, checkedAt },
      points: [
        { asked: `2.0.0.127.${list.zone}`, status: "listed", reason: null, codes: [listed] },
        { asked: `1.0.0.127.${list.zone}`, status: "not_listed", reason: null, codes: [] },
      ],
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
    // The earlier of both.
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

test("a mail server that could not be found out is held against no list, and said first", () => {
  const asked = BLACKLISTS.filter(({ takes }) => takes.includes("domain")).map((list) =>
    ask(list, NOWHERE, "domain"),
  );
  const { data, findings } = judged(asked, "bad.example.com", { mx: unknown("refused") });
  expect(data.summary.verdict.status).toBe("unknown");
  expect(findings.map(({ code }) => code)).toEqual(["dnsbl.mx_unknown"]);
});

test("findings about the mail server are sorted among those about the lists", () => {
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

test("one parked list among lists that are silent does not make the resolver one that rewrites", () => {
  const parked = present(["93.184.215.98"]);
  const silent = unknown("timeout");
  const asked = ALL.map((list) => ask(list, list.zone === "rbl.blockedservers.com" ? parked : silent));
  const { data, findings } = judged(asked);
  expect(findings.map(({ code }) => code)).toEqual(["dnsbl.inconclusive", "dnsbl.parked"]);
  expect(data.summary.verdict).toMatchObject({
    status: "unknown",
    detail: `No list gave an answer that is believed. Unknown: ${data.summary.unknown}.`,
  });
});

test("what is needed of a list with a listing is there, and clean lists are short", () => {
  const [heavy] = BLACKLISTS.filter(({ weight }) => weight === "high");
  const { data } = judged(ALL.map((list) => ask(list, list === heavy ? present([codeOf(list)]) : NOWHERE)));
  const [listed] = data.lists.filter(({ status }) => status === "listed");
  expect(listed).toMatchObject({ operator: heavy?.operator, delistUrl: heavy?.delistUrl });
  const clean = data.lists.filter(({ status }) => status === "not_listed");
  expect(clean.filter(({ operator, delistUrl }) => operator !== null || delistUrl !== null)).toEqual([]);
});
