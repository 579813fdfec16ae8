import { expect, test } from "bun:test";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { recordFindings } from "./records.ts";

/** Returns the findings about example.com with these records, each given by its type and its data. */
function findingsOf(...records: readonly (readonly [ShownType, object])[]) {
  const of = (wanted: ShownType) =>
    records.flatMap(([type, data]) =>
      type === wanted ? [{ name: "example.com", type, ttl: 60, value: "", data } as DnsRecord] : [],
    );
  return recordFindings(of, "example.com").map(({ code, subject }) => [code, subject]);
}

const A = ["A", { address: "192.0.2.1" }] as const;
const https = (priority: number, target: string) => ["HTTPS", { priority, target, params: {} }] as const;
const caa = (flags: number, tag: string, value: string) => ["CAA", { flags, tag, value }] as const;

test("an HTTPS alias to the name itself or to the root is useless if the name has addresses (RFC 9460 2.5.1)", () => {
  const useless = [["dns.https_alias_useless", "example.com"]];
  expect(findingsOf(A, https(0, "."))).toEqual(useless);
  expect(findingsOf(A, https(0, "Example.com"))).toEqual(useless);
  expect(findingsOf(A, https(0, "www.example.net"))).toEqual([]);
  expect(findingsOf(A, https(1, "."))).toEqual([]);
  expect(findingsOf(https(0, "."))).toEqual([]);
});

test("an SOA without a primary server is reported (RFC 1035 3.3.13)", () => {
  expect(findingsOf(["SOA", { mname: "." }])).toEqual([["dns.soa_no_primary", "example.com"]]);
  expect(findingsOf(["SOA", { mname: "ns1.example.com" }])).toEqual([]);
});

test("each fault of CAA records is reported once for each tag (RFC 8659 4)", () => {
  expect(
    findingsOf(
      caa(129, "tbs", "x"),
      caa(128, "TBS", "y"),
      caa(0, "isue", "ca.example"),
      caa(0, "issue", ";"),
    ),
  ).toEqual([
    ["dns.caa_critical_unknown", "example.com (tbs)"],
    ["dns.caa_flags_reserved", "example.com (tbs)"],
    ["dns.caa_tag_misspelt", "example.com (isue instead of issue)"],
  ]);
});
