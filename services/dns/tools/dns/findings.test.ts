import { describe, expect, test } from "bun:test";
import type { DnssecJudged } from "@dnstools/core/domain/dnssec";
import type { LinkJudged } from "@dnstools/core/domain/trust-chain";
import type { FindingRule } from "@dnstools/core/tool/finding";
import type { DnsData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { dnssecFindings } from "./judge/dnssec.ts";
import type { DnsObservation } from "./observations.ts";
import { summaryOf } from "./summary.ts";

const RULES: readonly (readonly [string, FindingRule])[] = Object.entries(FINDINGS);

describe("each rule", () => {
  test("says what it means and how it is found", () => {
    const without = RULES.filter(([, { meaning, found }]) => meaning === undefined || found === undefined);
    expect(without.map(([code]) => code)).toEqual([]);
  });

  test("uses plain words", () => {
    const odd = /\b(whoever|nobody|somebody|everybody|beside|anew|told|ours|it seems)\b/i;
    const texts = RULES.flatMap(([code, { message, fix, meaning = "", found = "" }]) =>
      [message, fix ?? "", meaning, found].map((text) => `${code}: ${text}`),
    );
    expect(texts.filter((text) => odd.test(text))).toEqual([]);
  });

  test("shows records of example.com at documentation addresses", () => {
    const lines = RULES.flatMap(([, { record }]) => record?.split("\n") ?? []);
    const good = /^([a-z0-9-]+\.)?example\.com\. \d+ IN [A-Z0-9]+ /;
    expect(lines.filter((line) => !good.test(line))).toEqual([]);
    const addresses = lines.flatMap((line) => line.match(/\b\d+\.\d+\.\d+\.\d+\b/g) ?? []);
    expect(addresses.filter((one) => !/^(192\.0\.2|198\.51\.100|203\.0\.113)\./.test(one))).toEqual([]);
  });
});

const exchange = (id: string, question: string, address: string) => ({
  ...{ id, question, server: "a.gtld-servers.net", address, transport: "udp" as const },
  ...{ rcode: "NOERROR", flags: [], errors: [], nsid: null, ttl: 60, elapsedMs: 1, at: "", reason: null },
});

test("a finding about the parent's servers that disagree on the DS points to their answers", () => {
  const link: LinkJudged = {
    ...{ zone: "example.com", trust: "secure", reason: null, server: null, state: null, gap: null },
    ...{ match: null, keys: [], broken: [], dsDiffers: true },
  };
  const observed = {
    zone: null,
    delegation: null,
    types: [],
    evidence: [
      exchange("1", "example.com. IN DS +dnssec", "192.5.6.30"),
      exchange("2", "example.com. IN A +dnssec", "192.5.6.30"),
    ],
  } as unknown as DnsObservation;
  const judged = {
    ...{ data: { status: "secure", resolver: { status: "secure", errors: [] } }, failures: [] },
    ...{ chain: [link], bogusTargets: [], bogusServers: [] },
  } as unknown as DnssecJudged;
  expect(dnssecFindings(observed, "example.com", judged)).toMatchObject([
    { code: "dns.ds_servers_differ", subjects: ["example.com"], evidence: ["1"] },
  ]);
});

describe("the summary without findings", () => {
  const type = (status: string, reason: string | null = null) => ({ status, reason });
  const mx = (value: string) => ({ name: "example.com", type: "MX", ttl: 60, value, data: {} });
  const summary = (data: object) =>
    summaryOf(
      [],
      { mode: "authoritative", nameServers: null, dnssec: null, ...data } as DnsData,
      "example.com",
      null,
    );

  test("says what the zone has, and whether DNSSEC secures it", () => {
    const records = { A: [mx("192.0.2.1")], AAAA: [], MX: [mx("10 mail.example.com.")] };
    const types = { A: type("answer"), AAAA: type("nodata"), MX: type("answer") };
    const nameServers = [{}, {}];
    expect(summary({ records, types, nameServers, dnssec: { status: "secure" } })).toEqual({
      status: "pass",
      text: "example.com has A and MX records at 2 name servers; DNSSEC secures it.",
    });
    expect(summary({ records, types, nameServers, dnssec: { status: "insecure" } }).text).toEndWith(
      "DNSSEC does not secure it.",
    );
  });

  test("says what could not be determined", () => {
    const types = { A: type("answer"), MX: type("unknown", "timeout") };
    const records = { A: [mx("192.0.2.1")], MX: null };
    expect(summary({ records, types })).toEqual({
      status: "unknown",
      text: "The MX records of example.com could not be determined (timeout).",
    });
    expect(summary({ records: { MX: null }, types: { MX: type("unknown", "servfail") } })).toEqual({
      status: "unknown",
      text: "The records of example.com could not be determined (servfail).",
    });
    // The DS at the parent shows nothing about the zone's own records.
    const below = { MX: type("unknown", "timeout"), DS: type("nodata") };
    expect(summary({ records: { MX: null }, types: below }).text).toBe(
      "The records of example.com could not be determined (timeout).",
    );
    const dnssec = { status: "unknown", ds: true, signed: true };
    expect(summary({ records: {}, types: { A: type("answer") }, dnssec }).status).toBe("unknown");
    expect(summary({ records: {}, types: {}, dnssec: { ...dnssec, ds: false } }).status).toBe("pass");
  });

  test("shows the values of one type", () => {
    const one = { mode: "resolver", types: { MX: type("answer") } };
    const four = ["1 a.", "2 b.", "3 c.", "4 d."].map(mx);
    expect(summary({ ...one, records: { MX: four } }).text).toBe(
      "example.com has 4 MX records: 1 a., 2 b., 3 c. and 1 more.",
    );
    expect(summary({ ...one, types: { MX: type("nodata") }, records: { MX: [] } }).text).toBe(
      "example.com exists and has no MX record.",
    );
  });
});

test("a resolver that refuses a zone of unknown status is reported, unless it needs no signatures to fail", () => {
  const soa = { rcode: "NOERROR", answers: [{ type: "SOA" }] };
  const observed = (unchecked: unknown) =>
    ({
      ...{ zone: null, delegation: null, types: [], evidence: [] },
      validation: { outcome: { kind: "unknown", reason: "servfail" }, unchecked },
    }) as unknown as DnsObservation;
  const judged = {
    ...{ data: { status: "unknown", resolver: { status: "unknown", errors: [] } }, failures: [] },
    ...{ chain: [], bogusTargets: [], bogusServers: [] },
  } as unknown as DnssecJudged;
  const codes = (unchecked: unknown) =>
    dnssecFindings(observed(unchecked), "example.com", judged).map(({ code, severity }) => [code, severity]);
  expect(codes({ kind: "present", value: soa })).toEqual([["dns.resolver_refuses", "warning"]]);
  expect(codes({ kind: "unknown", reason: "servfail" })).toEqual([]);
});
