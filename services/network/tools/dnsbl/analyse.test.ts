import { expect, test } from "bun:test";
import { absent, type Outcome, present } from "@dnstools/core/outcome";
import type { IpAddress } from "@dnstools/core/params";
import type { DomainName } from "@dnstools/core/protocol/names";
import { analyse } from "./analyse.ts";
import type { Blocklist } from "./blocklist.ts";
import { BLACKLISTS, INFORMATIONAL } from "./lists.ts";
import type { AskedSeen, DnsblSeen, ListHealth, Subject } from "./seen.ts";

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

const ask = (list: Blocklist, addresses: Outcome<readonly string[]>, subject: Subject = "ip"): AskedSeen => ({
  zone: list.zone,
  subject,
  family: subject === "domain" ? "domain" : "ipv4",
  asked: `${subject === "domain" ? "bad.example.com" : "9.9.9.9"}.${list.zone}`,
  addresses,
  text: null,
  health: HEALTHY,
  elapsedMs: 1,
});
const judged = (asked: readonly AskedSeen[], domain: string | null = null) => {
  const seen: DnsblSeen = {
    mx: domain === null ? null : absent("nodata"),
    firstMx: null,
    notPublic: false,
    asked,
    resolverAlive: null,
    publicResolvers: [],
    withoutKey: [],
    evidence: [],
  };
  const input = {
    ip: domain === null ? ("9.9.9.9" as IpAddress) : null,
    domain: domain as DomainName | null,
  };
  const judgement = analyse(seen, input);
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
  const codes = (asked: readonly AskedSeen[]) => judged(asked).findings.map(({ code }) => code);
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

test("the proof of a list stands once, whatever it was asked about", () => {
  const [list] = BLACKLISTS.filter(({ takes }) => takes.includes("domain"));
  if (list === undefined) throw new Error("no list of domains");
  const { data } = judged([ask(list, NOWHERE, "domain"), ask(list, NOWHERE, "domain")], "www.example.com");
  const shown = data.lists.find(({ zone }) => zone === list.zone);
  expect(shown?.results).toHaveLength(2);
  expect(shown?.health).toEqual([
    {
      family: "domain",
      state: "healthy",
      fault: null,
      checkedAt: "2026-11-20T00:00:00.000Z",
      points: ["2.0.0.127.list: listed 127.0.0.2", "1.0.0.127.list: not listed"],
    },
  ]);
});
