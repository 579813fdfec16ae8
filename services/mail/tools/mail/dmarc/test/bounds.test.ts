import { expect, test } from "bun:test";
import { DmarcData } from "@dnstools/core/mail/dmarc/data";
import { Value } from "@sinclair/typebox/value";
import { dnsOf, evaluateDns, REPORT } from "./table.ts";

test("hostile records are evaluated in linear time, with few queries, and shown truncated", () => {
  // Length of the texts, in characters. A parser that takes quadratic time would exceed the test's time limit.
  const long = 1_000_000;
  const many = (count: number, text: (i: number) => string, by: string) =>
    Array.from({ length: count }, (_, i) => text(i)).join(by);
  const hosts = many(900, (i) => `mailto:d@h${i}.r${i}.example${i}.net`, ",");
  const worlds = [
    [`v=DMARC1; p=reject; rua=${hosts}; ruf=${hosts}`],
    [`v=DMARC1; p=reject; rua=${many(2000, (i) => `mailto:${i}@r.example.net`, ",")}`],
    [`v=DMARC1; ${many(9000, (i) => `t${i}=x`, ";")}`],
    [`v=DMARC1; ${many(5000, () => "p=none", ";")}`],
    [`v=DMARC1;${";".repeat(long)}`],
    [`v=DMARC1${" ".repeat(long)}`],
    [`v=DMARC1; p=none; ${"\\255\\000".repeat(long / 8)}`],
    [`v=DMARC1; p=none; rua=${"\u202e\ufffd".repeat(long / 2)}`],
    [`v=DMARC1; p=none; rua=mailto:${"%41".repeat(long / 3)}@example.net`],
    [`v=DMARC1; p=none; rua=mailto:d@${"a.".repeat(long / 2)}`],
    [`v${" ".repeat(long)}=dmarc1`, `p${" ".repeat(long)}=none`],
    Array.from({ length: 1000 }, (_, i) => `v=DMARC1; p=none; x=${i}`),
    Array.from({ length: 1000 }, (_, i) => `dmarc1 p=none ${i}`),
  ];
  // As many records as fit into one answer of 64 KB.
  const report = Array.from(
    { length: 35 },
    () => `v=DMARC1; rua=${many(90, (i) => `mailto:${i}@x.example`, ",")}`,
  );
  for (const texts of worlds) {
    const { data, findings, recommendations, asked } = evaluateDns(
      dnsOf({ "example.com": texts, [REPORT]: report }),
      {},
    );
    expect(asked.length).toBeLessThanOrEqual(8 + 6 * 9);
    expect(JSON.stringify([data, findings]).length).toBeLessThan(200_000);
    // The limit includes the size of the published texts, because each recommendation contains the full records that
    // have to be removed.
    expect(JSON.stringify(recommendations).length).toBeLessThan(JSON.stringify(texts).length + 500_000);
    expect(findings.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify([data, findings])).not.toMatch(/\u202e/);
    expect(Value.Errors(DmarcData, data).First()).toBeUndefined();
  }
});

test("a tree walk with hostile records at each name is bounded too", () => {
  const names = [
    "a.b.c.d.e.f.g.example.com",
    "c.d.e.f.g.example.com",
    "d.e.f.g.example.com",
    "e.f.g.example.com",
  ];
  const texts = Array.from({ length: 100 }, (_, i) => `v=DMARC1; p=reject; x=${i}${"y".repeat(500)}`);
  const long = [`v=DMARC1; p=none; ${"a=b;".repeat(12_000)}`];
  const world = Object.fromEntries([
    ...names.map((name) => [name, texts] as const),
    ...["f.g.example.com", "g.example.com", "example.com", "com"].map((name) => [name, long] as const),
  ]);
  const { data, findings, recommendations, asked } = evaluateDns(dnsOf(world), {
    domain: names[0] as string,
  });
  expect(asked.length).toBe(8);
  expect(JSON.stringify([data, findings]).length).toBeLessThan(200_000);
  expect(JSON.stringify(recommendations).length).toBeLessThan(500_000);
});
