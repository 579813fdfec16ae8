import { expect, test } from "bun:test";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { Value } from "@sinclair/typebox/value";
import { replay, type Written } from "../../test/replay.ts";
import { DaneData } from "../data.ts";
import { evaluateDane } from "../evaluate-dane.ts";
import { DANE_FINDINGS } from "../findings.ts";
import { type DaneHost, lookUpDane, usesDane } from "../lookup-dane.ts";

const SHA256 = "ab".repeat(32);
const SHA512 = "cd".repeat(64);
const A = "_25._tcp.a.example.com";
const B = "_25._tcp.b.example.com";
const host = (name: string, more: Partial<DaneHost> = {}): DaneHost => ({
  host: name,
  secure: true,
  reason: null,
  end: name,
  ...more,
});
const HOSTS = [host("a.example.com"), host("b.example.com")];
const CONTEXT = { domain: "example.com", reports: true, evidence: [] };
const SECURE = { secure: true, reason: null };

type Case = {
  readonly says: string;
  /** TLSA records of both servers, or of each server separately. */
  readonly tlsa: readonly string[] | string | readonly [a: readonly string[], b: readonly string[]];
  readonly world?: Partial<Written>;
  readonly hosts?: readonly DaneHost[];
  readonly mxSecure?: boolean;
  readonly reports?: boolean;
  /** Names for which our resolver's SERVFAIL has the extended error "DNSSEC Bogus". */
  readonly bogus?: readonly string[];
  readonly status: DaneData["status"];
  readonly codes: readonly string[];
  readonly unusable?: string;
};

const cases: readonly Case[] = [
  { says: "RFC 7672 3.1.1: DANE-EE", tlsa: [`3 1 1 ${SHA256}`], status: "valid", codes: [] },
  { says: "RFC 7672 3.1.2: DANE-TA", tlsa: [`2 0 2 ${SHA512}`], status: "valid", codes: [] },
  { says: "RFC 6698 2.1.3: the whole key", tlsa: ["3 1 0 3059"], status: "valid", codes: [] },
  {
    says: "RFC 7672 3.1.3: PKIX-TA",
    tlsa: [`0 0 1 ${SHA256}`],
    status: "invalid",
    codes: ["unusable"],
    unusable: "usage",
  },
  {
    says: "RFC 7672 3.1.3: PKIX-EE",
    tlsa: [`1 1 1 ${SHA256}`],
    status: "invalid",
    codes: ["unusable"],
    unusable: "usage",
  },
  {
    says: "RFC 7672 3.1.3: beside one that is usable",
    tlsa: [`1 1 1 ${SHA256}`, `3 1 1 ${SHA256}`],
    status: "valid",
    codes: [],
    unusable: "usage",
  },
  {
    says: "RFC 6698 4.1: an unknown usage",
    tlsa: [`4 1 1 ${SHA256}`],
    status: "invalid",
    codes: ["unusable"],
    unusable: "usage",
  },
  {
    says: "RFC 6698 4.1: an unknown selector",
    tlsa: [`3 2 1 ${SHA256}`],
    status: "invalid",
    codes: ["unusable"],
    unusable: "selector",
  },
  {
    says: "RFC 6698 4.1: an unknown matching type",
    tlsa: [`3 1 3 ${SHA256}`],
    status: "invalid",
    codes: ["unusable"],
    unusable: "matching_type",
  },
  {
    says: "RFC 6698 2.1.3: a digest too short",
    tlsa: [`3 1 1 ${SHA256.slice(2)}`],
    status: "invalid",
    codes: ["unusable"],
    unusable: "length",
  },
  {
    says: "RFC 6698 2.1.3: SHA-256 as SHA-512",
    tlsa: [`3 1 2 ${SHA256}`],
    status: "invalid",
    codes: ["unusable"],
    unusable: "length",
  },
  {
    says: "RFC 6698 2.1.3: nothing",
    tlsa: ["3 1 0 "],
    status: "invalid",
    codes: ["unusable"],
    unusable: "length",
  },
  { says: "RFC 7672 2.2: signed, none", tlsa: [], status: "absent", codes: [] },
  {
    says: "RFC 7672 2.2: of one server alone",
    tlsa: [[`3 1 1 ${SHA256}`], []],
    status: "warning",
    codes: ["partial"],
  },
  {
    says: "RFC 7672 2.2: the other's addresses are not proved",
    tlsa: [[`3 1 1 ${SHA256}`], []],
    hosts: [host("a.example.com"), host("b.example.com", { secure: false })],
    status: "warning",
    codes: ["partial"],
  },
  {
    says: "RFC 7672 2.2: MX records are not proved",
    tlsa: [`3 1 1 ${SHA256}`],
    mxSecure: false,
    status: "not_applicable",
    codes: [],
  },
  {
    says: "RFC 7672 2.2.2: no addresses are proved",
    tlsa: [`3 1 1 ${SHA256}`],
    hosts: [host("a.example.com", { secure: false })],
    status: "not_applicable",
    codes: [],
  },
  { says: "RFC 7672 2.2: no servers", tlsa: [], hosts: [], status: "not_applicable", codes: [] },
  {
    says: "RFC 7672 2.2.3: TLSA records are not proved",
    tlsa: [`3 1 1 ${SHA256}`],
    world: { insecure: [A, B] },
    status: "absent",
    codes: [],
  },
  {
    says: "RFC 7672 2.1.2: SERVFAIL is no absence, and senders wait",
    tlsa: "servfail",
    status: "unknown",
    codes: ["lookup_failed"],
  },
  {
    says: "RFC 7672 2.1.1: SERVFAIL because the signatures do not verify",
    tlsa: "servfail",
    bogus: [A, B],
    status: "invalid",
    codes: ["bogus"],
  },
  {
    says: "RFC 8460 3: no reports",
    tlsa: [`3 1 1 ${SHA256}`],
    reports: false,
    status: "valid",
    codes: ["without_reports"],
  },
  {
    says: "no reports are wanted where there is no DANE",
    tlsa: [],
    reports: false,
    status: "absent",
    codes: [],
  },
];

function worldOf({ tlsa, world }: Pick<Case, "tlsa" | "world">): Written {
  const each = typeof tlsa !== "string" && typeof tlsa[0] === "object" ? tlsa : [tlsa, tlsa];
  const dns = Object.fromEntries(
    [A, B]
      .map((name, i) => [`${name} TLSA`, each[i] as readonly string[]] as const)
      .filter(([, values]) => values.length > 0),
  );
  return { dns, secure: true, ...world };
}

function evaluate(one: Case) {
  const { value, asked, rounds } = replay(worldOf(one), (answers) =>
    lookUpDane(answers, one.hosts ?? HOSTS, { secure: one.mxSecure ?? true, reason: null }),
  );
  const evidence = (one.bogus ?? []).map((name) => ({
    ...{ question: `${name}. IN TLSA`, server: "resolver", rcode: "SERVFAIL" },
    errors: [{ code: 6, name: "DNSSEC Bogus", text: "" }],
  })) as unknown as readonly Evidence[];
  const context = { ...CONTEXT, reports: one.reports ?? true, evidence };
  return { ...evaluateDane(value, context), value, asked, rounds };
}

const codesOf = (codes: readonly string[]) => codes.map((code) => code.replace("mail.dane_", "")).sort();

test.each(cases.map((one) => [one.says, one] as const))("%s", (_, one) => {
  const { data, findings, recommendations } = evaluate(one);
  expect([data.status, codesOf(data.findings)]).toEqual([one.status, [...one.codes]]);
  expect(Value.Errors(DaneData, data).First()).toBeUndefined();
  const [record] = data.hosts?.[0]?.records ?? [];
  expect(record?.unusable ?? null).toBe((one.unusable ?? null) as NonNullable<typeof record>["unusable"]);
  for (const { fix } of findings) expect(fix).not.toBeNull();
  for (const { codes, publish } of recommendations) {
    const tlsa = publish.filter(({ type }) => type === "TLSA").map(({ value }) => value);
    const after = evaluate({ ...one, ...(tlsa.length > 0 ? { tlsa } : { reports: true }) });
    expect(after.data.findings.filter((code) => codes.includes(code))).toEqual([]);
  }
});

test("every finding has a case", () => {
  const met = new Set(cases.flatMap(({ codes }) => codes));
  expect(codesOf(Object.keys(DANE_FINDINGS)).filter((code) => !met.has(code))).toEqual([]);
});

test("no other form is recommended for records that have no effect", () => {
  const recommendations = [`0 0 1 ${SHA256}`, `1 1 1 ${SHA256}`, "1 1 1 ab"].map(
    (record) => evaluate({ says: "", tlsa: [record], status: "invalid", codes: [] }).recommendations,
  );
  expect(recommendations.flat()).toEqual([]);
});

test("an alias's end goes first, and the host where nothing is proved there (RFC 7672 2.2.3)", () => {
  const alias = [host("mx.example.com", { end: "a.example.com" })];
  const own = "_25._tcp.mx.example.com";
  const ask = (dns: Written["dns"], insecure: readonly string[] = []) => {
    const { value, asked } = replay({ dns, secure: true, insecure }, (answers) =>
      lookUpDane(answers, alias, SECURE),
    );
    return [
      asked.map((key) => key.split(" ")[0]),
      evaluateDane(value, CONTEXT).data.hosts?.[0]?.status,
      usesDane(value),
    ];
  };
  const right = [`3 1 1 ${SHA256}`];
  expect(ask({ [`${A} TLSA`]: right })).toEqual([[A], "usable", true]);
  expect(ask({ [`${own} TLSA`]: right })).toEqual([[A, own], "usable", true]);
  expect(ask({ [`${A} TLSA`]: right, [`${own} TLSA`]: right }, [A])).toEqual([[A, own], "usable", true]);
  expect(ask({ [`${A} TLSA`]: "servfail", [`${own} TLSA`]: right })).toEqual([[A], "unknown", false]);
  expect(ask({})).toEqual([[A, own], "absent", false]);
});

test("TLSA records may be behind an alias of their own", () => {
  const dns = { [`${A} CNAME`]: ["tlsa.example.com"], "tlsa.example.com TLSA": [`3 1 1 ${SHA256}`] };
  const { value } = replay({ dns, secure: true }, (answers) =>
    lookUpDane(answers, HOSTS.slice(0, 1), SECURE),
  );
  expect(evaluateDane(value, CONTEXT).data.status).toBe("valid");
});

test("ten servers are asked about at once, and none that senders do not ask about", () => {
  const many = Array.from({ length: 60 }, (_, i) => host(`mx${i}.example.com`));
  const { asked, rounds, data } = evaluate({ says: "", tlsa: [], hosts: many, status: "absent", codes: [] });
  expect([asked.length, rounds, data.hosts?.length, data.hosts?.[10]?.status]).toEqual([
    10,
    1,
    50,
    "not_asked",
  ]);
  expect(
    evaluate({ says: "", tlsa: [], mxSecure: false, status: "not_applicable", codes: [] }).asked,
  ).toEqual([]);
});

test("hostile records are cut", () => {
  const long = `0 0 0 ${"ab".repeat(30_000)}`;
  const tlsa = Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? long : `1 1 1 ${SHA256}`));
  const { data, findings, recommendations } = evaluate({ says: "", tlsa, status: "valid", codes: [] });
  expect(JSON.stringify([data, findings, recommendations]).length).toBeLessThan(50_000);
});
