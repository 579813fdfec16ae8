import { expect, test } from "bun:test";
import type { DnsRecord } from "./dns/record.ts";
import { isOffQuestion, walkChain } from "./rrset.ts";

const record = (name: string, type: string, data: Record<string, unknown>): DnsRecord =>
  ({ name, type, ttl: 1, value: "", data }) as DnsRecord;
const alias = (name: string, target: string) => record(name, "CNAME", { target });

test("a chain is followed whatever the order and case of its records", () => {
  const a = record("C.example.com", "A", { address: "192.0.2.1" });
  const answers = [a, alias("B.example.com", "C.Example.com"), alias("a.example.com", "b.EXAMPLE.com")];
  const chain = walkChain(answers, "A.example.com", "A");
  expect(chain).toEqual({
    aliases: [answers[2] as DnsRecord, answers[1] as DnsRecord],
    end: "c.example.com",
    records: [a],
    loop: false,
  });
});

test("a loop is detected where it closes", () => {
  const answers = [alias("a.example.com", "b.example.com"), alias("b.example.com", "a.example.com")];
  expect(walkChain(answers, "a.example.com", "A")).toMatchObject({
    aliases: answers,
    end: "a.example.com",
    records: [],
    loop: true,
  });
});

test("a hostile chain of thousands is cut off", () => {
  const answers = Array.from({ length: 4000 }, (_, i) => alias(`a${i}.example.com`, `a${i + 1}.example.com`));
  const chain = walkChain(answers, "a0.example.com", "A");
  expect(chain.loop).toBe(true);
  expect(chain.aliases.length).toBeLessThan(30);
});

test("records of other names are ignored", () => {
  const answers = [record("evil.example.com", "A", { address: "192.0.2.1" })];
  expect(walkChain(answers, "example.com", "A")).toEqual({
    aliases: [],
    end: "example.com",
    records: [],
    loop: false,
  });
});

test("a CNAME is the answer to a CNAME query", () => {
  const answers = [alias("a.example.com", "b.example.com")];
  expect(walkChain(answers, "a.example.com", "CNAME")).toEqual({
    aliases: [],
    end: "a.example.com",
    records: answers,
    loop: false,
  });
});

test.each<[string, boolean, readonly [name: string, type: string][]]>([
  ["no record", false, []],
  ["a record of the name and type", false, [["WWW.example.com", "A"]]],
  ["an alias of the name", false, [["www.example.com", "CNAME"]]],
  ["an alias of a name above it", false, [["example.com", "DNAME"]]],
  ["an alias of the names below it", true, [["www.example.com", "DNAME"]]],
  ["a record of another name", true, [["other.example.com", "A"]]],
  ["a record of another type", true, [["www.example.com", "MX"]]],
])("whether %s is off the question: %p", (_what, off, records) => {
  const answers = records.map(([name, type]) => ({ name, type, ttl: 60, value: "", data: {} }) as DnsRecord);
  const question = { name: "www.example.com", type: "A" };
  expect(isOffQuestion({ rcode: "NOERROR", answers }, question)).toBe(off);
  expect(isOffQuestion({ rcode: "NXDOMAIN", answers }, question)).toBe(false);
});
