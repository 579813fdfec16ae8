import { expect, test } from "bun:test";
import { COUNTRIES, candidatesOf } from "./candidates.ts";
import type { Candidate } from "./observations.ts";

const at = (country: string, ip: string) => candidatesOf(country, []).find((one) => one.ip === ip);

test.each([
  ["us", "149.112.112.9", { operator: "Quad9", anycast: true, filters: "malware" }],
  ["ru", "77.88.8.3", { operator: "Yandex LLC", anycast: false, filters: "adult" }],
  ["dk", "91.239.100.100", { service: "UncensoredDNS", anycast: true, filters: null }],
  ["dk", "89.233.43.71", { operator: "Thomas Steen Rasmussen", anycast: false, filters: null }],
] as const)("of %s: %s has its operator, anycast flag and filters", (country, ip, is) => {
  expect(at(country, ip)).toMatchObject(is);
});

test("filtering resolvers come last, an operator's own come after ours, and each resolver comes once", () => {
  for (const country of COUNTRIES) {
    const filters = candidatesOf(country, []).map((one) => one.filters !== null);
    expect(filters).toEqual(filters.toSorted((one, other) => Number(one) - Number(other)));
  }
  const further = { ...at("us", "149.112.112.9"), anycast: null } as Candidate;
  const all = candidatesOf("us", [further, { ...further, ip: "5.9.0.1" }]);
  expect(all.at(-1)?.ip).toBe("5.9.0.1");
  expect(all.filter(({ ip }) => ip === further.ip)).toHaveLength(1);
});
