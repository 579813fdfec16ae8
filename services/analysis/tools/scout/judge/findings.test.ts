import { expect, test } from "bun:test";
import type { NameData, ScoutData, WildcardData } from "../data.ts";
import type { ScoutObservation } from "../observations.ts";
import { findingsOf } from "./findings.ts";

const SEEN = { zone: { kind: "absent" }, servers: [], exists: true } as unknown as ScoutObservation;
const name = (more: Partial<NameData>): NameData => ({
  name: "old.example.com",
  proof: "no_wildcard",
  delegated: false,
  aliases: [],
  target: null,
  reason: null,
  records: [],
  ...more,
});
const wildcard = (more: Partial<WildcardData>) =>
  ({ level: "example.com", type: "A", kind: "fixed", dname: null, ...more }) as WildcardData;

function told(names: readonly NameData[], wildcards: readonly WildcardData[]) {
  const rest = { records: null, email: null, srv: null, axfr: null, ptr: null };
  const data = { ...rest, domain: "example.com", subdomains: { complete: true, names, wildcards } };
  return findingsOf(data as unknown as ScoutData, SEEN).map(({ code, subject }) => `${code} ${subject}`);
}

test("a DNAME record is told once, at a name and above all names, and is no wildcard", () => {
  const to = { owner: "example.com", target: "elsewhere.net" };
  const records = [{ type: "DNAME", ttl: 300, values: ["new.net."], total: 1 }];
  expect(told([name({ records })], [wildcard({ dname: to }), wildcard({ dname: to, type: "AAAA" })])).toEqual(
    ["scout.dname example.com -> elsewhere.net", "scout.dname old.example.com -> new.net"],
  );
  expect(told([], [wildcard({})])).toEqual(["scout.wildcard example.com"]);
});

test("an alias to itself is a circle", () => {
  const self = name({ name: "self.example.com", aliases: ["self.example.com"], target: "unknown" });
  expect(told([self], [])).toEqual(["scout.alias_loop self.example.com"]);
});
