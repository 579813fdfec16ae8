import { describe, expect, test } from "bun:test";
import type { Answer } from "@dnstools/core/report/answer";
import { finding } from "@dnstools/core/tool/finding";
import type { DnsData } from "../data.ts";
import { FINDINGS } from "../findings.ts";
import { reportDns } from "./report.ts";

const example: Answer<DnsData> = await Bun.file(
  new URL("../../../../../gateway/openapi/examples/dns.json", import.meta.url),
).json();

/**
 * Builds the report of the recorded answer, with its data and findings replaced by the given ones. Also returns the
 * report's text.
 */
function reportOf(data: Partial<DnsData>, findings: Answer["findings"] = [], answer: Partial<Answer> = {}) {
  const report = reportDns({ ...example, ...answer, findings, data: { ...example.data, ...data } });
  return { ...report, text: plain(report.sections) };
}

/** Returns the full text of a report, including texts from outside this API. */
function plain(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(plain).join("");
  return typeof value === "object" && value !== null ? Object.values(value).map(plain).join("\n") : "";
}

/** Returns only this API's own text, without texts from outside. */
function ownWords(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || "outside" in value) return "";
  return Object.values(value).map(ownWords).join("\n");
}

describe("the report of a zone", () => {
  test("begins with the records if nothing is wrong, and otherwise with the culprit", () => {
    const [records, chain] = reportOf({}).sections;
    expect([records?.heading, records?.status]).toEqual(["Which records does the name have?", "none"]);
    expect([chain?.heading, chain?.status]).toEqual(["Where does the chain of trust break?", "pass"]);
    const about = { subjects: ["ns1.example.com", "5.9.4.53"] };
    const [first] = reportOf({}, [finding(FINDINGS, "dns.server_lame", about)]).sections;
    expect([first?.heading, first?.status]).toEqual(["Where does the chain of trust break?", "fail"]);
    expect(plain(first)).toContain("ns1.example.com (5.9.4.53): lame");
  });

  test("says what is not known, with its reason", () => {
    const types = {
      A: { status: "unknown", reason: "not_authoritative", source: null, server: null },
    } as const;
    const { sections, text } = reportOf({ types, records: { A: null }, zone: null, dnssec: null });
    expect(sections.map(({ status }) => status)).toEqual(["unknown", "unknown"]);
    expect(text).toContain("A (not authoritative)");
    expect(text).toContain("DNSSEC\nunknown\ncould not be determined");
    expect(text).toContain("Zone\nunknown\ncould not be determined");
  });

  test("names a server that only the zone names, and one that was not asked", () => {
    const about = { subjects: ["ns1.example.com", "ns2.example.com", "ns9.example.net"] };
    const nameServers = ["ns1.example.com", "ns9.example.net"].map((name) => ({ name, glue: [] }));
    const delegation = { parent: "com", server: null, ttl: null, nameServers };
    const { text } = reportOf({ delegation }, [finding(FINDINGS, "dns.delegation_mismatch", about)]);
    expect(text).toContain("ns9.example.net: named only by the parent");
    expect(text).toContain("from com, as given in the call");
    expect(reportOf({ delegation }).text).toContain("ns9.example.net: not asked");
    expect(reportOf({ delegation }, [], { evidence: null }).text).not.toContain("not asked");
  });

  test("publishes the parent's NS records where the zone has none", () => {
    const { remedies } = reportOf({}, [finding(FINDINGS, "dns.no_own_ns", "example.com")]);
    expect(remedies?.[0]?.publish[0]?.lines[0]).toBe("example.com. 86400 IN NS ns1.example.com.");
  });

  test("counts the entries that do not fit", () => {
    const TXT = Array.from({ length: 40 }, (_, at) => ({
      ...{ name: "example.com", type: "TXT", ttl: 300, value: `"${at}"` },
      data: { text: `${at}`, strings: [`${at}`] },
    }));
    expect(reportOf({ records: { TXT } }).text).toContain("35 more in the JSON");
    const long = TXT.map((one) => ({ ...one, value: `"${"v".repeat(4000)}"` }));
    expect(reportOf({ records: { TXT: long } }).text.length).toBeLessThan(4000);
  });

  test("marks all text from outside", () => {
    const evil = "\u001b[31m<script>";
    const server = { name: evil, address: evil };
    const record = { name: evil, type: "TXT", ttl: 1, value: evil, data: { text: evil, strings: [evil] } };
    const report = reportOf({
      ...{ zone: evil, server, records: { TXT: [record] } },
      nameServers: [{ name: evil, addresses: [evil], alias: evil, reason: null }],
      exchanges: [{ name: evil, addresses: [evil], alias: evil, reason: null }],
      delegation: { parent: evil, server, nameServers: [{ name: evil, glue: [evil] }], ttl: 1 },
      differences: [{ type: "TXT", answers: [{ status: "answer", values: [evil], servers: [server] }] }],
    });
    expect(report.text).toContain(evil);
    expect(ownWords(report.sections)).not.toContain(evil);
  });
});

describe("the report of a resolver's answer", () => {
  const resolver = { authenticated: false, bogus: null, errors: [] };

  test("shows the whole answer, aliases first", () => {
    const answers = [
      {
        name: "www.example.com",
        type: "CNAME",
        ttl: 1,
        value: "a.example.net.",
        data: { target: "a.example.net" },
      },
      { name: "a.example.net", type: "A", ttl: 2, value: "192.0.2.1", data: { address: "192.0.2.1" } },
    ];
    const { sections } = reportOf({ mode: "resolver", answers, resolver });
    expect(plain(sections).indexOf("a.example.net.")).toBeLessThan(plain(sections).indexOf("192.0.2.1"));
    expect(sections[0]?.status).toBe("pass");
  });

  test("says that DNSSEC is why there is no answer", () => {
    const types = { A: { status: "unknown", reason: "servfail", source: "resolver", server: null } } as const;
    const errors = [{ code: 7, name: "Signature Expired", text: "" }];
    const data = { mode: "resolver", status: "unknown", types, answers: null } as const;
    const { sections, text } = reportOf({ ...data, resolver: { ...resolver, bogus: true, errors } });
    expect(sections[0]?.status).toBe("fail");
    expect(text).toContain("could not be determined (servfail)");
    expect(text).toContain("7 Signature Expired");
  });
});
