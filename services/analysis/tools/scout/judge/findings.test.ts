import { expect, test } from "bun:test";
import { withEvidence } from "@dnstools/core/tool/finding-evidence";
import type { NameData, ScoutData, ServerData, WildcardData } from "../data.ts";
import { FINDINGS } from "../findings.ts";
import { FOREIGN_NAME, type ScoutObservation } from "../observations.ts";
import type { JudgedParts } from "./email-parts.ts";
import { findingsOf } from "./findings.ts";
import { summaryOf } from "./summary.ts";

const SEEN = {
  zone: { kind: "absent" },
  servers: [],
  exists: true,
  names: { subdomains: null, srv: null },
  records: { zone: null, childOnlyServers: [], types: [] },
  hosts: new Map(),
  evidence: [],
} as unknown as ScoutObservation;
const NOTHING = {
  domain: "example.com",
  zone: "example.com",
  records: null,
  email: null,
  srv: null,
  subdomains: null,
  axfr: null,
  ptr: null,
} as unknown as ScoutData;
const name = (more: Partial<NameData>): NameData => ({
  name: "old.example.com",
  proof: "no_wildcard",
  delegated: false,
  nameServers: [],
  aliases: [],
  target: null,
  reason: null,
  records: [],
  ...more,
});
const wildcard = (more: Partial<WildcardData>) =>
  ({ level: "example.com", type: "A", kind: "fixed", dname: null, ...more }) as WildcardData;

function codesOf(names: readonly NameData[], wildcards: readonly WildcardData[]) {
  const data = { ...NOTHING, subdomains: { complete: true, names, wildcards } } as unknown as ScoutData;
  return findingsOf(data, SEEN).map(({ code, subject }) => `${code} ${subject}`);
}

test("a DNAME record is one finding, at a name or above all names, and is not a wildcard", () => {
  const to = { owner: "example.com", target: "elsewhere.net" };
  const records = [{ type: "DNAME", ttl: 300, values: ["new.net."], total: 1 }];
  expect(
    codesOf([name({ records })], [wildcard({ dname: to }), wildcard({ dname: to, type: "AAAA" })]),
  ).toEqual(["scout.dname example.com -> elsewhere.net", "scout.dname old.example.com -> new.net"]);
  expect(codesOf([], [wildcard({})])).toEqual(["scout.wildcard example.com"]);
});

test("an alias to itself is a loop", () => {
  const self = name({ name: "self.example.com", aliases: ["self.example.com"], target: "unknown" });
  expect(codesOf([self], [])).toEqual(["scout.alias_loop self.example.com"]);
});

test("findings of one code are limited to ten", () => {
  const names = Array.from({ length: 30 }, (_, i) =>
    name({ name: `n${i}.example.com`, aliases: ["gone.example.com"], target: "missing" }),
  );
  expect(codesOf(names, [])).toHaveLength(10);
});

/** Creates a name server without faults, except for the given fields. */
const server = (more: Partial<ServerData>): ServerData => ({
  name: "ns1.example.com",
  address: "192.0.2.53",
  udp: { status: "ok", reason: null, elapsedMs: 1 },
  tcp: { status: "ok", reason: null, elapsedMs: 1 },
  authoritative: true,
  serial: 1,
  edns: true,
  recursion: "closed",
  nsid: null,
  ...more,
});

const recordsWith = (servers: readonly ServerData[], complete = true) =>
  ({
    ...NOTHING,
    records: {
      complete,
      coverage: { wanted: 2, known: 1 },
      servers,
      records: {},
      types: {},
      differences: [],
      dnssec: null,
      zone: "example.com",
    },
  }) as unknown as ScoutData;
const questions = ["example.com. IN SOA +dnssec", `${FOREIGN_NAME}. IN A`, "ns1.example.com. IN A"];
const EVIDENCE = questions.map((question, i) => ({
  id: String(i + 1),
  question,
  server: "ns1.example.com",
  address: "192.0.2.53",
  transport: "udp",
  reason: null,
})) as unknown as ScoutObservation["evidence"];

test("the evidence for an open resolver is the query for a foreign name", () => {
  const data = recordsWith([server({ recursion: "open" })]);
  const [finding, ...more] = withEvidence(
    findingsOf(data, { ...SEEN, evidence: EVIDENCE }),
    FINDINGS,
    EVIDENCE,
  );
  expect(more).toEqual([]);
  expect(finding).toMatchObject({
    code: "scout.open_recursion",
    subject: "ns1.example.com (192.0.2.53)",
    subjects: ["ns1.example.com", "192.0.2.53"],
    evidence: ["2"],
  });
});

test("the summary says what was found, the worst finding, or what is unknown; a gap that a finding explains is not repeated", () => {
  const of = (data: ScoutData) => {
    const { status, text } = summaryOf(data, findingsOf(data, SEEN));
    return `${status}: ${text}`;
  };
  expect(of(recordsWith([server({})]))).toBe("pass: Nothing wrong was found at example.com: 1 name server.");
  expect(of(recordsWith([server({ recursion: "open" })]))).toStartWith(
    "fail: The name server ns1.example.com (192.0.2.53)",
  );
  const late = { status: "unknown", reason: "timeout", elapsedMs: 1 } as const;
  expect(
    of(recordsWith([server({}), server({ address: "192.0.2.54", udp: late, tcp: late })], false)),
  ).toStartWith("warning: The name server ns1.example.com (192.0.2.54)");
  const here = { ...late, reason: "no_ipv6_here" } as const;
  expect(
    of(recordsWith([server({}), server({ address: "2001:db8::53", udp: here, tcp: here })], false)),
  ).toBe(
    "unknown: Not everything about example.com could be determined (records: 1 of 2 known), and what was found has no error.",
  );
});

// RFC 5936 5: a server may ignore the query for a transfer. One answer shows how the zone treats strangers, none does not.
test("servers that do not answer the query for a transfer leave the summary unknown only if none answers", () => {
  const transfer = { address: "192.0.2.54", result: "timeout", reason: "timeout" };
  const axfr = (known: number) => ({ complete: false, coverage: { known, wanted: 2 }, servers: [transfer] });
  const of = (data: object) => {
    const all = { ...recordsWith([server({})]), ...data } as ScoutData;
    const { status, text } = summaryOf(all, findingsOf(all, SEEN));
    return `${status}: ${text}`;
  };
  expect(of({ axfr: axfr(0) })).toBe(
    "unknown: Not everything about example.com could be determined (axfr: 0 of 2 known), and what was found has no error.",
  );
  expect(of({ axfr: axfr(1) })).toBe(
    "pass: Nothing wrong was found at example.com: 1 name server, zone transfer known at 1 of 2 addresses.",
  );
  expect(of({ axfr: axfr(1), records: null })).toStartWith("pass: Nothing wrong was found");
  expect(of({ axfr: axfr(0), records: null })).toStartWith("unknown: Not everything about example.com");
});

test("a delegation to a server that does not exist is a finding, worse if its domain does not exist either", () => {
  const gone = (unregistered: boolean) => ({
    ...{ addresses: { kind: "absent", how: "nxdomain" }, end: "", unregistered },
  });
  const hosts = new Map<string, object>([
    ["ns1.gone.net", gone(true)],
    ["ns2.gone.net", gone(false)],
    ["ns3.example.net", { addresses: { kind: "absent", how: "nodata" }, end: "", unregistered: null }],
    ["ns4.example.net", { addresses: { kind: "unknown", reason: "timeout" }, end: "", unregistered: null }],
  ]);
  const nameServers = [...hosts.keys()].map((one) => ({ name: one, addresses: [] }));
  const zone = { kind: "present", value: { apex: "example.com", nameServers } };
  const seen = {
    ...SEEN,
    hosts,
    records: { ...SEEN.records, zone, childOnlyServers: [] },
  } as unknown as ScoutObservation;
  const below = name({ delegated: true, nameServers: ["ns1.gone.net"] });
  const data = {
    ...recordsWith([server({})]),
    subdomains: { complete: true, names: [below], wildcards: [] },
  } as unknown as ScoutData;
  expect(findingsOf(data, seen).map(({ code, subject }) => `${code} ${subject}`)).toEqual([
    "scout.delegation_takeover example.com -> ns1.gone.net",
    "scout.delegation_dangling example.com -> ns2.gone.net",
    "scout.delegation_takeover old.example.com -> ns1.gone.net",
  ]);
});

// RFC 6376 3.1: selectors cannot be listed, unless the name above them does not exist (RFC 8020 2).
test.each([
  ["not_found_in_tried", "DMARC, by the DKIM selectors tried: Nothing shows"],
  ["proven_absent", "DMARC: Nothing shows"],
])("that nothing shows that a domain sends mail, with DKIM keys %s", (conclusion, begin) => {
  const none = { status: "absent", reason: null, findings: [] };
  const missing = {
    code: "mail.dmarc_missing_parked",
    severity: "warning",
    message: "Nothing shows",
    queries: [],
  };
  const parts = { spf: none, dkim: none, mtaSts: none, tlsRpt: none, bimi: none, keys: { conclusion } };
  const all = { ...parts, dmarc: { ...none, findings: [missing] } } as unknown as JudgedParts;
  expect(findingsOf(NOTHING, SEEN, all)).toMatchObject([
    { code: "scout.mail_warning", subject: expect.stringContaining(begin) },
  ]);
});
