import { expect, test } from "bun:test";
import type { TypeObservation } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { DomainName } from "@dnstools/core/protocol/names";
import type { NameServer } from "@dnstools/core/protocol/zone";
import { present, unknown } from "@dnstools/core/tool/outcome";
import { analyse } from "./analyse.ts";
import type { DnsObservation } from "./observations.ts";

/** Tests with observations that the lab's servers cannot produce, in the form in which the probe returns them. */
const INPUT = { domain: "www.example.com" as DomainName, type: null, ns: null, ds: null };
const APEX = "example.com" as DomainName;
const SERVER = { name: "ns1.example.com", address: "192.0.2.53" };

const EDNS = { version: 0, udpSize: 1232, dnssecOk: true, nsid: null, errors: [], cookie: null };

const record = (name: string, type: string, data: Record<string, unknown>): DnsRecord =>
  ({ name, type, ttl: 60, value: "", data }) as DnsRecord;
const alias = (name: string, target: string) => record(name, "CNAME", { target });
const reply = (answers: readonly DnsRecord[], rcode = "NOERROR"): TypeObservation["outcome"] => ({
  kind: "present",
  value: { rcode, flags: ["aa"], answers, authorities: [], additionals: [], edns: EDNS } satisfies DnsReply,
});

function observed(types: readonly Partial<TypeObservation>[], denied = false): DnsObservation {
  return {
    mode: "authoritative",
    zone: { kind: "present", value: { apex: "example.com" as DomainName, nameServers: [], denied } },
    resolverAlive: null,
    unchecked: null,
    isUnvalidated: false,
    delegation: null,
    childNs: null,
    childOnlyServers: [],
    parentNs: [],
    hostCheck: null,
    wishes: [],
    tcp: null,
    inBailiwick: [],
    aliases: [],
    at: 0,
    validation: null,
    chain: null,
    exchanges: null,
    evidence: [],
    types: types.map((type) => ({
      type: "A",
      source: "authoritative",
      server: SERVER,
      outcome: reply([]),
      outOfZone: null,
      replies: [{ server: SERVER, outcome: type.outcome ?? reply([]) }],
      ...type,
    })),
  };
}

const judged = (types: readonly Partial<TypeObservation>[]) => {
  const judgement = analyse(observed(types), INPUT);
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  return { ...judgement.data, codes: judgement.findings.map(({ code, subject }) => [code, subject]) };
};

test("a loop of aliases is unknown, not empty", () => {
  const loop = reply([alias("www.example.com", "b.example.com"), alias("b.example.com", "www.example.com")]);
  const data = judged([
    { type: "A", outcome: loop },
    { type: "CNAME", outcome: loop },
  ]);
  expect(data.types.A).toMatchObject({ status: "unknown", reason: "malformed" });
  expect(data.records).toMatchObject({ A: null, CNAME: [{ name: "www.example.com" }] });
  expect(data.codes).toEqual([["dns.cname_loop", "www.example.com"]]);
});

test("an alias with a target that the resolver could not resolve is unknown, with the reason", () => {
  const outOfZone = {
    target: "cdn.example.net",
    server: null,
    outcome: { kind: "unknown", reason: "timeout" },
  } as const;
  const data = judged([{ outcome: reply([alias("www.example.com", "cdn.example.net")]), outOfZone }]);
  expect(data.types.A).toMatchObject({ status: "unknown", reason: "timeout", source: "resolver" });
  expect(data.records.A).toBeNull();
  expect(data.codes).toEqual([]);
  const failed = { ...outOfZone, outcome: unknown("servfail") };
  const found = judged([
    { outcome: reply([alias("www.example.com", "cdn.example.net")]), outOfZone: failed },
  ]);
  expect(found.codes).toEqual([["dns.cname_target_fails", "cdn.example.net"]]);
});

test("a target whose signatures alone make the resolver fail is not told to have failing servers", () => {
  const outOfZone = { target: "cdn.example.net", server: null, outcome: reply([A]) };
  const refused = { ...outOfZone, outcome: unknown("servfail"), unchecked: reply([]) };
  const outcome = reply([alias("www.example.com", "cdn.example.net")]);
  const codes = (failed: TypeObservation["outOfZone"]) =>
    judged([
      { outcome, outOfZone },
      { type: "AAAA", outcome, outOfZone: failed },
    ]).codes;
  expect(codes(refused)).toEqual([]);
  expect(codes({ ...refused, unchecked: null })).toEqual([
    ["dns.cname_target_partial", "cdn.example.net AAAA"],
  ]);
});

test("an alias that an answer repeats is one record (RFC 2181 5)", () => {
  const answer = (...targets: readonly string[]) =>
    reply([...targets.map((target) => alias("www.example.com", target)), record("b.example.com", "A", {})]);
  const codes = (...targets: readonly string[]) =>
    judged([{ outcome: answer(...targets) }]).codes.map(([code]) => code);
  expect(codes("b.example.com.", "B.example.com.")).toEqual([]);
  expect(codes("b.example.com.", "c.example.com.")).toEqual(["dns.several_cnames"]);
});

test("NXDOMAIN for an alias's target does not mean that the name itself is missing", () => {
  const data = judged([{ outcome: reply([alias("www.example.com", "gone.example.com")], "NXDOMAIN") }]);
  expect(data.types.A).toMatchObject({ status: "nodata" });
  expect(data.codes).toEqual([["dns.cname_to_missing", "gone.example.com"]]);
});

test("NXDOMAIN for one type holds for the name, even if other types are unknown", () => {
  const judgement = analyse(
    observed([
      { outcome: { kind: "unknown", reason: "timeout" } },
      { type: "MX", outcome: reply([], "NXDOMAIN") },
    ]),
    INPUT,
  );
  expect(judgement).toMatchObject({
    kind: "domain_not_found",
    detail: expect.stringContaining("ns1.example.com"),
  });
});

test("NXDOMAIN for one type and NOERROR for another: the name exists, and the server is reported", () => {
  const data = judged([{ type: "A" }, { type: "AAAA", outcome: reply([], "NXDOMAIN") }]);
  expect(data.types).toMatchObject({ A: { status: "nodata" }, AAAA: { status: "nodata" } });
  expect(data.codes).toEqual([["dns.nxdomain_for_type", "www.example.com AAAA"]]);
});

test("NXDOMAIN together with records of the same name: the records are shown, and the contradiction is reported", () => {
  const a = record("www.example.com", "A", { address: "192.0.2.1" });
  const both = reply([a], "NXDOMAIN");
  const data = judged([{ outcome: both }]);
  expect(data.types.A).toMatchObject({ status: "answer" });
  expect(data.codes).toEqual([["dns.nxdomain_with_records", "www.example.com"]]);
  const judgement = analyse(
    { ...observed([{ source: "resolver", outcome: both }]), mode: "resolver" },
    INPUT,
  );
  expect(judgement).toMatchObject({
    kind: "answer",
    findings: [expect.objectContaining({ code: "dns.nxdomain_with_records" })],
  });
});

test("the resolver's denial counts only if the zone's servers do not answer", () => {
  const silent = { outcome: { kind: "unknown", reason: "timeout" } } as const;
  expect(analyse(observed([silent], true), INPUT)).toMatchObject({
    kind: "domain_not_found",
    detail: expect.stringContaining("our resolver"),
  });
  const a = record("www.example.com", "A", { address: "192.0.2.1" });
  expect(analyse(observed([{ outcome: reply([a]) }], true), INPUT).kind).toBe("answer");
});

test("a DS that our resolver denies is no fault of the zone's servers, and a DS that it has does not make a name exist", () => {
  const denial = { type: "DS", source: "resolver", outcome: reply([], "NXDOMAIN") } as const;
  expect(judged([{ type: "A" }, denial]).codes).toEqual([]);
  const gone = { type: "A", outcome: reply([], "NXDOMAIN") } as const;
  const nodata = { type: "DS", source: "resolver", outcome: reply([]) } as const;
  expect(analyse(observed([gone, nodata]), INPUT).kind).toBe("domain_not_found");
});

test("a server's denial in another zone is not taken as that zone's answer", () => {
  const foreign = reply([
    alias("www.example.com", "cdn.example.net"),
    record("cdn.example.net", "A", { address: "6.6.6.6" }),
  ]);
  const outOfZone = {
    target: "cdn.example.net",
    server: null,
    outcome: { kind: "unknown", reason: "timeout" },
  } as const;
  expect(judged([{ outcome: foreign, outOfZone }])).toMatchObject({
    records: { A: null },
    types: { A: { status: "unknown" } },
  });
});

test("a CNAME next to other records of the name is reported", () => {
  const a = record("www.example.com", "A", { address: "192.0.2.1" });
  const both = [
    { type: "A", outcome: reply([a]) },
    { type: "CNAME", outcome: reply([alias("www.example.com", "b.example.com")]) },
  ] as const;
  expect(judged(both).codes).toEqual([["dns.cname_beside_data", "www.example.com"]]);
});

test("a server that refers to a zone below is not lame", () => {
  expect(judged([{ outcome: { kind: "unknown", reason: "referred" } }]).codes).toEqual([]);
});

test("a server that answered one type is not reported as silent for another", () => {
  const data = judged([{ type: "A" }, { type: "MX", outcome: { kind: "unknown", reason: "timeout" } }]);
  expect(data.types.MX).toMatchObject({ status: "unknown", reason: "timeout" });
  expect(data.codes).toEqual([["dns.server_partial", "ns1.example.com (192.0.2.53) MX"]]);
});

test("nothing known at all is unknown", () => {
  expect(judged([{ outcome: { kind: "unknown", reason: "budget" } }]).status).toBe("unknown");
  expect(
    judged([{ outcome: reply([]) }, { type: "MX", outcome: { kind: "unknown", reason: "budget" } }]).status,
  ).toBe("unknown");
});

test("deprecated algorithms and digests are reported", () => {
  const key = record("example.com", "DNSKEY", { flags: 257, algorithm: 7, keyTag: 1 });
  const ds = record("example.com", "DS", { keyTag: 1, algorithm: 7, digestType: 1, digest: "00" });
  const judgement = analyse(
    observed([
      { type: "DNSKEY", outcome: reply([key]) },
      { type: "DS", source: "parent", outcome: reply([ds]) },
    ]),
    { domain: "example.com" as DomainName, type: null, ns: null, ds: null },
  );
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  expect(judgement.findings.map(({ code, subject }) => [code, subject])).toEqual([
    ["dns.algorithm_deprecated", "algorithm NSEC3RSASHA1 (7)"],
    ["dns.digest_deprecated", "SHA-1 (1)"],
  ]);
});

test.each([
  ["a TTL of 0", [0, 0], ["dns.ttl_zero"]],
  ["TTLs that differ", [60, 300], ["dns.ttl_differs"]],
  ["TTLs as they should be", [300, 300], []],
] as const)("%s", (_what, ttls, codes) => {
  const records = ttls.map((ttl) => ({ ...record("www.example.com", "A", { address: "192.0.2.1" }), ttl }));
  expect(judged([{ type: "A", outcome: reply(records) }]).codes.map(([code]) => code)).toEqual([...codes]);
});

test("an alias at the zone's apex hides the zone", () => {
  const judgement = analyse(
    observed([{ type: "CNAME", outcome: reply([alias("example.com", "other.net")]) }]),
    {
      domain: "example.com" as DomainName,
      type: null,
      ns: null,
      ds: null,
    },
  );
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  expect(judgement.findings.map(({ code }) => code)).toContain("dns.cname_at_apex");
});

test("servers that are all in one network are reported", () => {
  const two = (first: string, second: string) => {
    const nameServers = [first, second].map((address, i) => ({
      name: `ns${i}.x`,
      addresses: [address],
      alias: null,
      reason: null,
    }));
    const one = observed([{ type: "A", outcome: reply([]) }]);
    const zone = { apex: "example.com" as DomainName, nameServers, denied: false };
    const judgement = analyse({ ...one, zone: { kind: "present", value: zone } }, INPUT);
    return judgement.kind === "answer" ? judgement.findings.map(({ code, subject }) => [code, subject]) : [];
  };
  expect(two("203.0.113.1", "203.0.113.2")).toEqual([["dns.one_network", "203.0.113.0/24"]]);
  expect(two("203.0.113.1", "198.51.100.2")).toEqual([]);
});

const NS2 = { name: "ns2.example.com", address: "198.51.100.53" };
const A = record("www.example.com", "A", { address: "192.0.2.1" });

test("a name that one server has lost is not missing", () => {
  const lost = reply([], "NXDOMAIN");
  const replies = [
    { server: SERVER, outcome: lost },
    { server: NS2, outcome: reply([A]) },
  ];
  const data = judged([{ type: "A", outcome: lost, replies }]);
  expect(data.differences).toMatchObject([
    { type: "A", answers: [{ status: "nxdomain" }, { status: "answer" }] },
  ]);
  expect(data.codes).toContainEqual(["dns.servers_disagree", "www.example.com A"]);
});

test("a server that answered one type and lost another is not silent", () => {
  const lost = { kind: "unknown", reason: "timeout" } as const;
  const first = { server: SERVER, outcome: reply([A]) };
  const answered = {
    type: "A",
    outcome: first.outcome,
    replies: [first, { server: NS2, outcome: reply([A]) }],
  } as const;
  const other = {
    type: "MX",
    outcome: reply([]),
    replies: [
      { ...first, outcome: reply([]) },
      { server: NS2, outcome: lost },
    ],
  } as const;
  expect(judged([answered, other]).codes).toEqual([
    ["dns.server_partial", "ns2.example.com (198.51.100.53) MX"],
  ]);
  expect(judged([other]).codes).toEqual([["dns.server_silent", "ns2.example.com (198.51.100.53)"]]);
});

test.each([
  ["a DS and no AD may be a resolver that does not check", true, [], "unknown"],
  ["no DS is insecure", false, [], "insecure"],
  ["AD is secure", true, ["ad"], "secure"],
] as const)("%s", (_what, hasDs, flags, status) => {
  const ds = record("example.com", "DS", { keyTag: 1, algorithm: 13, digestType: 2, digest: "00" });
  const soa = reply([]);
  if (soa.kind !== "present") throw new Error("no reply");
  const validation = {
    name: "example.com",
    outcome: { kind: "present", value: { ...soa.value, flags } } as const,
    unchecked: null,
    isUnvalidated: false,
  };
  const one = observed([{ type: "DS", source: "parent", outcome: reply(hasDs ? [ds] : []) }]);
  const judgement = analyse(
    { ...one, validation },
    { domain: "example.com" as DomainName, type: null, ns: null, ds: null },
  );
  expect(judgement).toMatchObject({ data: { dnssec: { status } } });
});

test.each([
  [
    "a referral without the addresses of servers inside the zone",
    true,
    [["dns.missing_glue", "ns1.example.com"]],
  ],
  ["an answer of a server that holds both zones", false, []],
] as const)("%s", (_what, referral, expected) => {
  const delegation = {
    apex: "example.com" as DomainName,
    parent: "com" as DomainName,
    referral,
    server: NS2,
    nameServers: [
      { name: "ns1.example.com", glue: [] },
      { name: "ns2.example.net", glue: [] },
    ],
    ttl: 60,
  };
  const judgement = analyse({ ...observed([{ type: "A", outcome: reply([A]) }]), delegation }, INPUT);
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  expect(judgement.findings.map(({ code, subject }) => [code, subject])).toEqual(
    expected.map((one) => [...one]),
  );
});

test("a zone on its parent's servers is not delegated if the parent zone lacks the name, and delegated if a referral exists", () => {
  const at = (rcode: string, soa: string) => {
    const denial = reply([], rcode);
    const authorities = [record(soa, "SOA", {})];
    return denial.kind === "present" ? present({ ...denial.value, authorities }) : denial;
  };
  const codes = (referral: boolean, ...ds: readonly TypeObservation["outcome"][]) => {
    const nameServers = ["ns1.example.net", "ns2.example.net"].map((name) => ({ name, glue: [] }));
    const delegation = {
      apex: APEX,
      parent: "com" as DomainName,
      referral,
      server: SERVER,
      nameServers,
      ttl: 60,
    };
    const links = [{ zone: APEX, ds: ds.map((outcome) => ({ server: SERVER, outcome })), keys: [] }];
    const chain = { anchors: [], at: 0, links };
    const judgement = analyse({ ...observed([{ outcome: reply([A]) }]), delegation, chain }, INPUT);
    return judgement.kind === "answer" && judgement.findings.map(({ code }) => code);
  };
  const none = at("NXDOMAIN", "com.");
  expect(codes(false, none, none)).toEqual(["dns.not_delegated"]);
  expect(codes(true, none)).toEqual([]);
  expect(codes(false, none, at("NOERROR", "com."))).toEqual([]);
  expect(codes(false, at("NXDOMAIN", "example.com."))).toEqual([]);
  expect(codes(false)).toEqual([]);
});

/** Builds the replies of the given servers. */
function repliesBy(
  servers: readonly (readonly [name: string, address: string, outcome: TypeObservation["outcome"]])[],
) {
  return servers.map(([name, address, outcome]) => ({ server: { name, address }, outcome }));
}

test("values that differ only in case are different, except names", () => {
  const txt = (value: string) => reply([{ ...record("www.example.com", "TXT", { text: value }), value }]);
  const mx = (value: string) => reply([{ ...record("www.example.com", "MX", { exchange: value }), value }]);
  const both = (type: "TXT" | "MX", one: TypeObservation["outcome"], two: TypeObservation["outcome"]) => ({
    type,
    outcome: one,
    replies: repliesBy([
      ["ns1.example.com", "192.0.2.53", one],
      ["ns2.example.com", "198.51.100.53", two],
    ]),
  });
  expect(judged([both("TXT", txt('"p=AbC"'), txt('"p=aBc"'))]).codes).toEqual([
    ["dns.servers_disagree", "www.example.com TXT"],
  ]);
  expect(judged([both("MX", mx("10 Mail.example.com."), mx("10 mail.example.com."))]).codes).toEqual([]);
});

test("servers with the same version of the zone may give different addresses on purpose", () => {
  const soa = record("example.com", "SOA", { serial: 7 });
  const outcome = (address: string): TypeObservation["outcome"] => {
    const answer = reply([{ ...record("www.example.com", "A", { address }), value: address }]);
    return answer.kind === "present" ? { ...answer, value: { ...answer.value, authorities: [soa] } } : answer;
  };
  const denial = reply([]);
  const withSoa =
    denial.kind === "present" ? { ...denial, value: { ...denial.value, authorities: [soa] } } : denial;
  const servers = (one: TypeObservation["outcome"], two: TypeObservation["outcome"]) =>
    repliesBy([
      ["ns1.example.com", "192.0.2.53", one],
      ["ns2.example.com", "198.51.100.53", two],
    ]);
  const types = [
    {
      type: "A",
      outcome: outcome("192.0.2.1"),
      replies: servers(outcome("192.0.2.1"), outcome("192.0.2.2")),
    },
    { type: "SOA", outcome: withSoa, replies: servers(withSoa, withSoa) },
  ] as const;
  expect(judged(types).codes).toEqual([["dns.servers_vary", "www.example.com A"]]);
  // With an alias that varies, the answer for every type varies.
  const via = (target: string) => reply([{ ...alias("www.example.com", target), value: target }]);
  const aliased = (["CNAME", "MX", "TXT"] as const).map((type) => ({
    ...{ type, outcome: via("a.example.net.") },
    replies: servers(via("a.example.net."), via("b.example.net.")),
  }));
  expect(judged([...aliased, types[1]]).codes).toEqual([
    ["dns.servers_vary", "www.example.com CNAME, MX, TXT"],
  ]);
});

test("one network is reported only if all addresses are known, and as an address block", () => {
  const network = (servers: readonly Partial<NameServer>[]) => {
    const nameServers = servers.map((server, i) => ({
      name: `ns${i}.example.com`,
      addresses: [],
      alias: null,
      reason: null,
      ...server,
    }));
    const looked = {
      ...observed([{ type: "A" }]),
      zone: present({ apex: APEX, nameServers, denied: false }),
    };
    const judgement = analyse(looked, {
      domain: "www.example.com" as DomainName,
      type: null,
      ns: null,
      ds: null,
    });
    return judgement.kind === "answer" && judgement.findings.map(({ code, subject }) => `${code} ${subject}`);
  };
  const one = { addresses: ["192.0.2.53"] };
  expect(network([one, { addresses: ["192.0.2.54"] }])).toEqual(["dns.one_network 192.0.2.0/24"]);
  expect(network([one, { reason: "timeout" }])).toEqual([]);
  expect(network([{ addresses: ["2001:678::53"] }, { addresses: ["2001:678::54"] }])).toEqual([
    "dns.one_network 2001:678::/48",
  ]);
  expect(network([{ addresses: ["2a01:4f8::53"] }, { addresses: ["2a01:4f8:0:1::53"] }])).toEqual([
    "dns.one_network 2a01:4f8::/48",
  ]);
});

test("without a DS nothing is bogus, because servers may fail at one moment and not at the next", () => {
  const validation = { name: "example.com", outcome: unknown("servfail"), unchecked: reply([]) } as const;
  const status = (ds: TypeObservation["outcome"]) => {
    const types = [{ type: "A" }, { type: "DS", source: "parent", outcome: ds, replies: [] }] as const;
    const looked = { ...observed(types), validation };
    const judgement = analyse(looked, { domain: APEX, type: null, ns: null, ds: null });
    return judgement.kind === "answer" && judgement.data.dnssec?.status;
  };
  expect(status(reply([]))).toBe("unknown");
  expect(status(unknown("timeout"))).toBe("bogus");
});

test("a failure for which the resolver gives another reason is not bogus, even if it answers without the check", () => {
  const bogus = (codes: readonly number[]) => {
    const errors = codes.map((code) => ({ code, name: `EDE${code}`, text: "" }));
    const looked: DnsObservation = {
      ...observed([{ source: "resolver", outcome: unknown("servfail"), replies: [] }]),
      mode: "resolver",
      zone: null,
      unchecked: reply([]),
      evidence: [
        {
          question: "www.example.com. IN A",
          server: "resolver",
          rcode: "SERVFAIL",
          errors,
        } as unknown as DnsObservation["evidence"][number],
      ],
    };
    const judgement = analyse(looked, INPUT);
    return judgement.kind === "answer" && judgement.data.resolver?.bogus;
  };
  expect([[], [9], [22], [22, 10], [13]].map(bogus)).toEqual([true, true, null, true, true]);
});

/** Returns the findings about example.com if it has these name servers. */
function withServers(
  nameServers: readonly Partial<NameServer>[],
  types: readonly Partial<TypeObservation>[],
) {
  const all = nameServers.map((one, i) => ({
    name: `ns${i}.example.net`,
    addresses: [],
    alias: null,
    reason: null,
    ...one,
  }));
  const zone = present({ apex: APEX, nameServers: all, denied: false });
  const judgement = analyse({ ...observed(types), zone }, { domain: APEX, type: null, ns: null, ds: null });
  return judgement.kind === "answer"
    ? judgement.findings.map(({ code, subject }) => `${code} ${subject}`)
    : [];
}

test("a name server without an address is reported, and a zone with only such servers is down", () => {
  const good = { addresses: ["192.0.2.53"] };
  const lost = { outcome: unknown("no_servers"), replies: [] } as const;
  expect(withServers([good, {}], [{}])).toContain("dns.ns_without_address ns1.example.net");
  expect(withServers([{}], [lost])).toEqual([
    "dns.no_server_answers example.com",
    "dns.ns_without_address ns0.example.net",
  ]);
  expect(withServers([{ reason: "timeout" }], [lost])).toEqual([]);
});

test("a zone is down only when all of its servers were asked", () => {
  const dead = {
    outcome: unknown("timeout"),
    replies: repliesBy([["ns0.example.net", "192.0.2.53", unknown("timeout")]]),
  };
  const one = { addresses: ["192.0.2.53"] };
  expect(withServers([one], [dead])).toContain("dns.no_server_reached example.com");
  const two = { addresses: ["198.51.100.53"] };
  expect(withServers([one, two], [dead])).not.toContain("dns.no_server_reached example.com");
});

// A zone is down if its servers answer nobody. Silence towards this API alone does not show that.
test.each([
  ["our resolver fails too", unknown("servfail"), true, "dns.no_server_answers"],
  ["our resolver works and waits in vain", unknown("timeout"), true, "dns.no_server_answers"],
  ["our resolver was not reached", unknown("timeout"), null, "dns.no_server_reached"],
  ["our resolver was not asked", unknown("held_back"), true, "dns.no_server_reached"],
  ["our resolver has no record of the zone", reply([]), null, "dns.no_server_answers"],
  [
    "our resolver has an answer",
    reply([record(APEX, "SOA", { serial: 1 })]),
    null,
    "dns.only_resolver_answers",
  ],
] as const)("all servers are silent, and %s", (_, outcome, resolverAlive, code) => {
  const zone = { apex: APEX, nameServers: [nameServer("ns1.example.com", [SERVER.address])], denied: false };
  const view = { zone: present(zone), validation: { name: APEX, outcome, unchecked: null }, resolverAlive };
  expect(findingsOf(view, [{ outcome: unknown("timeout") }])[0]).toEqual([code, APEX]);
  // Servers that refuse to answer are heard, so nothing is open.
  const heard = findingsOf(view, [{ outcome: unknown("refused") }])[0];
  expect(heard).toEqual([code === "dns.no_server_reached" ? "dns.no_server_answers" : code, APEX]);
});

test("a server that denies a name does not balance load", () => {
  const soa = record("example.com", "SOA", { serial: 7 });
  const a = reply([{ ...record("www.example.com", "A", { address: "192.0.2.1" }), value: "192.0.2.1" }]);
  const gone = reply([], "NXDOMAIN");
  const withSoa = (it: TypeObservation["outcome"]) =>
    it.kind === "present" ? present({ ...it.value, authorities: [soa] }) : it;
  const replies = repliesBy([
    ["ns1.example.com", "192.0.2.53", withSoa(a)],
    ["ns2.example.com", "198.51.100.53", withSoa(gone)],
  ]);
  const denial = repliesBy([["ns1.example.com", "192.0.2.53", withSoa(reply([]))]]);
  const types = [
    { type: "A", outcome: a, replies },
    { type: "SOA", outcome: reply([]), replies: denial },
  ] as const;
  expect(judged(types).codes).toEqual([["dns.servers_disagree", "www.example.com A"]]);
});

test("an expired signature is no fault if another one is valid, or if there is no DS", () => {
  const signature = (expiration: number) =>
    record("example.com", "RRSIG", { covered: "A", signer: "example.com", inception: 0, expiration });
  const codes = (expirations: readonly number[], ds: TypeObservation["outcome"]) => {
    const answer = reply([record("example.com", "A", {}), ...expirations.map(signature)]);
    const types = [{ outcome: answer }, { type: "DS", source: "parent", outcome: ds, replies: [] }] as const;
    const validation = { name: "example.com", outcome: reply([]), unchecked: null };
    const judgement = analyse(
      { ...observed(types), at: 1000, validation },
      { domain: APEX, type: null, ns: null, ds: null },
    );
    return judgement.kind === "answer" ? judgement.findings.map(({ code }) => code) : [];
  };
  const ds = reply([record("example.com", "DS", { keyTag: 1, algorithm: 13, digestType: 2 })]);
  expect(codes([500], ds)).toEqual(["dns.signature_expired"]);
  expect(codes([500, 9_000_000], ds)).toEqual([]);
  expect(codes([500], reply([]))).toEqual([]);
});

test("a server with an address only at the parent can still be asked", () => {
  const name = "ns1.example.com";
  const delegation: DnsObservation["delegation"] = {
    apex: APEX,
    parent: "com" as DomainName,
    referral: true,
    server: { name: "a.gtld-servers.net", address: "192.5.6.30" },
    nameServers: [{ name, glue: ["192.0.2.53"] }],
    ttl: 60,
  };
  const inBailiwick = [{ name, addresses: [], alias: null, reason: null, types: [], check: null }];
  const judgement = analyse(
    { ...observed([{}]), delegation, inBailiwick },
    { domain: APEX, type: null, ns: null, ds: null },
  );
  const codes = judgement.kind === "answer" && judgement.findings.map(({ code }) => code);
  expect(codes).toContain("dns.glue_mismatch");
  expect(codes).not.toContain("dns.ns_without_address");
});

/** Returns the codes and subjects of the findings about example.com. */
function findingsOf(
  change: Partial<DnsObservation>,
  types: readonly Partial<TypeObservation>[] = [{ outcome: reply([]) }],
) {
  const judgement = analyse(
    { ...observed(types), ...change },
    { domain: APEX, type: null, ns: null, ds: null },
  );
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  return judgement.findings.map(({ code, subject }) => [code, subject]);
}

const DELEGATION: NonNullable<DnsObservation["delegation"]> = {
  apex: APEX,
  parent: "com" as DomainName,
  referral: true,
  server: { name: "a.gtld-servers.net", address: "192.5.6.30" },
  nameServers: [
    { name: "ns1.example.com", glue: ["192.0.2.53"] },
    { name: "ns2.example.net", glue: [] },
  ],
  ttl: 60,
};

test("a domain that is down says so first", () => {
  const zone = { apex: APEX, nameServers: [nameServer("ns1.example.com", [SERVER.address])], denied: false };
  const one = { ...DELEGATION, nameServers: DELEGATION.nameServers.slice(0, 1) };
  const down = observed([{ outcome: unknown("refused") }]);
  const judgement = analyse(
    { ...down, delegation: one, zone: present(zone) },
    { domain: APEX, type: null, ns: null, ds: null },
  );
  expect(judgement).toMatchObject({
    summary: {
      status: "fail",
      text: "None of the servers of example.com gives a usable answer: the domain is down (and 1 more error).",
    },
  });
});

test("servers that answer nothing usable, and a resolver that does: the domain is not called down", () => {
  const zone = { apex: APEX, nameServers: [nameServer("ns1.example.com", [SERVER.address])], denied: false };
  const validation = (answers: readonly DnsRecord[]) => ({
    name: APEX,
    outcome: reply(answers),
    unchecked: null,
  });
  const code = (answers: readonly DnsRecord[]) =>
    findingsOf({ zone: present(zone), validation: validation(answers) }, [
      { outcome: unknown("not_authoritative") },
    ])[0];
  expect(code([record(APEX, "SOA", { serial: 1 })])).toEqual(["dns.only_resolver_answers", APEX]);
  expect(code([])).toEqual(["dns.no_server_answers", APEX]);
});

test("the parent's answer for the DS shows neither that servers agree nor that the zone is unsigned", () => {
  const replies = repliesBy([["ns.parent", "192.0.2.99", reply([])]]);
  const lost = {
    type: "A" as const,
    outcome: unknown("timeout"),
    replies: repliesBy([["ns1", "192.0.2.53", unknown("timeout")]]),
  };
  const types = [lost, { type: "DS", source: "parent", outcome: reply([]), replies }] as const;
  const validation = { name: "example.com", outcome: unknown("timeout"), unchecked: null } as const;
  const judgement = analyse(
    { ...observed(types), validation },
    { domain: APEX, type: null, ns: null, ds: null },
  );
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  expect(judgement.data.differences).toBeNull();
  expect(judgement.data.dnssec).toMatchObject({ signed: null, ds: false });
});

test("a type that every server fails to answer is an error, unless all are silent", () => {
  const at = (type: "MX" | "TXT", one: TypeObservation["outcome"], two: TypeObservation["outcome"]) => ({
    type,
    outcome: one,
    replies: repliesBy([
      ["ns1.example.com", "192.0.2.53", one],
      ["ns2.example.com", "198.51.100.53", two],
    ]),
  });
  const txt = at("TXT", reply([]), reply([]));
  const [lost, silent] = [unknown("servfail"), unknown("timeout")];
  expect(findingsOf({}, [txt, at("MX", lost, silent)])).toEqual([["dns.type_unanswered", "example.com MX"]]);
  expect(findingsOf({}, [txt, at("MX", silent, silent)]).map(([code]) => code)).toEqual([
    "dns.server_partial",
    "dns.server_partial",
  ]);
  expect(findingsOf({}, [txt, at("MX", lost, reply([]))])).toEqual([
    ["dns.server_partial", "ns1.example.com (192.0.2.53) MX"],
  ]);
});

test.each([
  ["a closed port", "unreachable", "dns.server_unreachable"],
  ["a TCP connection that ends without a byte", "reset", "dns.server_resets"],
] as const)("%s is no silence", (_, reason, code) => {
  expect(findingsOf({}, [{ outcome: unknown(reason) }])).toEqual([[code, "ns1.example.com (192.0.2.53)"]]);
});

test("a difference between parent and zone is described for each side", () => {
  const ns = (...targets: string[]) => reply(targets.map((target) => record(APEX, "NS", { target })));
  const delegation = DELEGATION;
  expect(findingsOf({ delegation, childNs: ns("ns1.example.com", ".") })).toEqual([
    ["dns.delegation_mismatch", 'only the parent names ns2.example.net; only the zone names "."'],
  ]);
  expect(findingsOf({ delegation, childNs: ns("ns1.example.com") })).toEqual([
    ["dns.delegation_mismatch", "only the parent names ns2.example.net"],
  ]);
  expect(findingsOf({ delegation, childNs: ns() })).toEqual([["dns.no_own_ns", APEX]]);
  const inBailiwick = [{ ...nameServer("ns1.example.com", ["203.0.113.53"]), types: [], check: null }];
  expect(findingsOf({ delegation, inBailiwick })).toEqual([
    ["dns.glue_mismatch", "ns1.example.com (parent: 192.0.2.53; zone: 203.0.113.53)"],
  ]);
});

test("one finding names all servers without glue, up to a number", () => {
  const nameServers = Array.from({ length: 15 }, (_, i) => ({ name: `ns${i}.example.com`, glue: [] }));
  const [[code, subject] = []] = findingsOf({ delegation: { ...DELEGATION, nameServers } });
  expect(code).toBe("dns.missing_glue");
  expect(subject).toMatch(/^ns0\.example\.com, .*ns12\.example\.com and 2 more$/);
});

test("one finding names all addresses of a mail server that are not public", () => {
  const exchanges = [nameServer("localhost", ["127.0.0.1", "::1"])];
  expect(findingsOf({ exchanges })).toEqual([["dns.mx_private", "localhost (127.0.0.1, ::1)"]]);
});

test("a mail server with an unknown address is named, unless the failure is our own", () => {
  const lost = (reason: "servfail" | "budget") => ({ ...nameServer("mx.example.net", []), reason });
  expect(findingsOf({ exchanges: [lost("servfail")] })).toEqual([["dns.mx_unresolved", "mx.example.net"]]);
  expect(findingsOf({ exchanges: [lost("budget")] })).toEqual([]);
});

test("a name server with an unknown address is named, and the root is not shown as an empty name", () => {
  const lost = { ...nameServer("ns.example.net", []), reason: "servfail" as const };
  const zone = { apex: APEX, nameServers: [lost], denied: false };
  const none = unknown("servfail");
  expect(findingsOf({ zone: present(zone) }, [{ outcome: none, replies: [] }])).toEqual([
    ["dns.no_server_answers", APEX],
    ["dns.ns_unresolved", "ns.example.net"],
  ]);
  expect(findingsOf({ childOnlyServers: [nameServer("", [])], delegation: DELEGATION })).toEqual([
    ["dns.ns_without_address", '"."'],
  ]);
});

test("a name that our resolver filters is unknown, and the finding says that the resolver filters it", () => {
  const filtered = {
    ...observed([{ source: "resolver", outcome: unknown("filtered") }]),
    mode: "resolver",
  } as const;
  expect(analyse({ ...filtered, zone: null }, { domain: APEX, type: "A", ns: null, ds: null })).toMatchObject(
    {
      data: { status: "unknown", types: { A: { reason: "filtered" } } },
      findings: [{ code: "dns.resolver_filters", subject: APEX }],
    },
  );
});

/** Builds a name server that has no faults. */
function nameServer(name: string, addresses: readonly string[]): NameServer {
  return { name, addresses, alias: null, reason: null };
}

test("aliases that return through another zone are a loop, and so are aliases at which a server fails", () => {
  const out = reply([alias("www.example.com", "www.example.net")]);
  const outOfZone = { target: "www.example.net", server: null, outcome: unknown("servfail") };
  const aliases = ["www.example.net", "www.example.com"];
  expect(subjectsOf({ aliases }, [{ outcome: out, outOfZone }])).toEqual([
    ["dns.cname_loop", "www.example.com"],
  ]);
  const failed = [
    { outcome: unknown("servfail") },
    { type: "CNAME" as const, outcome: reply([alias("www.example.com", "b.example.com")]) },
  ];
  const circle = ["b.example.com", "www.example.com"];
  expect(subjectsOf({ aliases: circle }, failed)).toEqual([["dns.cname_loop", "www.example.com"]]);
  const many = Array.from({ length: 12 }, (_, i) => `c${i}.example.com`);
  expect(subjectsOf({ aliases: many }, failed)).toEqual([["dns.cname_chain_long", "www.example.com"]]);
  // A single alias does not explain the SERVFAIL of a server.
  expect(subjectsOf({ aliases: ["b.example.com"] }, failed)).toEqual([
    ["dns.type_unanswered", "www.example.com A"],
  ]);
});

function subjectsOf(change: Partial<DnsObservation>, types: readonly Partial<TypeObservation>[]) {
  const judgement = analyse({ ...observed(types), ...change }, INPUT);
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  return judgement.findings.map(({ code, subject }) => [code, subject]);
}

test("two names with one address are one server, and missing IPv4 is reported only if all addresses are known", () => {
  const zoneOf = (...nameServers: NameServer[]) => present({ apex: APEX, nameServers, denied: false });
  const delegation = DELEGATION;
  const [one, two] = [
    nameServer("ns1.example.com", ["192.0.2.53", "2001:db8::1"]),
    nameServer("ns2.example.com", ["192.0.2.53", "2001:db8::2"]),
  ];
  const codes = (...servers: NameServer[]) =>
    findingsOf({ delegation, zone: zoneOf(...servers) }).filter(([code]) => code !== "dns.one_network");
  expect(codes(one, two)).toEqual([["dns.ns_one_address", "ns1.example.com, ns2.example.com (192.0.2.53)"]]);
  expect(codes(one, { ...two, addresses: ["198.51.100.1"] })).toEqual([]);
  const six = nameServer("ns1.example.com", ["2001:db8::1"]);
  expect(codes(six)).toEqual([["dns.servers_ipv6_only", APEX]]);
  expect(codes(six, { ...two, addresses: [], reason: "timeout" })).toEqual([]);
});

test("a zone without SOA is found by asking its servers at the apex, and our resolver below it", () => {
  const none = [{ type: "SOA" as const, outcome: reply([]) }];
  expect(findingsOf({}, none)).toEqual([["dns.no_own_soa", APEX]]);
  expect(findingsOf({}, [{ type: "SOA", outcome: unknown("timeout") }])).not.toContainEqual([
    "dns.no_own_soa",
    APEX,
  ]);
  const validation = { name: "example.com", outcome: unknown("servfail"), unchecked: reply([]) } as const;
  expect(subjectsOf({ validation }, none)).toEqual([["dns.no_own_soa", APEX]]);
  // Below the apex, a server need not return the SOA.
  expect(subjectsOf({}, none)).toEqual([]);
});

test("a name server's address is bogus if it resolves only without the check", () => {
  const hostCheck = { name: "ns.example.net", outcome: unknown("servfail"), unchecked: reply([]) } as const;
  expect(findingsOf({ hostCheck })).toEqual([["dns.ns_bogus", "ns.example.net"]]);
  expect(findingsOf({ hostCheck: { ...hostCheck, unchecked: unknown("servfail") } })).toEqual([]);
  expect(findingsOf({ hostCheck: { ...hostCheck, outcome: reply([]), unchecked: null } })).toEqual([]);
});

test("missing TCP is reported only for a server that answers over UDP, and missing EDNS only if no answer has it", () => {
  const tcp = { server: SERVER, reason: "unreachable" as const };
  const where = "ns1.example.com (192.0.2.53)";
  expect(findingsOf({ tcp })).toEqual([["dns.server_no_tcp", where]]);
  for (const reason of [null, "budget", "timeout"] as const)
    expect(findingsOf({ tcp: { ...tcp, reason } })).toEqual([]);
  const silent = findingsOf({ tcp }, [{ outcome: unknown("timeout") }]);
  expect(silent.map(([code]) => code)).not.toContain("dns.server_no_tcp");
  const plain = reply([]);
  if (plain.kind !== "present") throw new Error();
  const outcome = present({ ...plain.value, edns: null });
  expect(findingsOf({}, [{ outcome }])).toEqual([["dns.server_no_edns", where]]);
  expect(findingsOf({}, [{ outcome }, { type: "MX", outcome: plain }])).toEqual([]);
});

const SOA = {
  mname: "ns1.example.com",
  rname: ".",
  serial: 1,
  refresh: 86_400,
  retry: 7200,
  expire: 3_600_000,
  minimum: 3600,
};

test("timers that contradict each other are reported, and usual timers are not", () => {
  const timers = (change: Partial<typeof SOA>) =>
    findingsOf({}, [{ type: "SOA", outcome: reply([record(APEX, "SOA", { ...SOA, ...change })]) }]);
  expect(timers({})).toEqual([]);
  // A large provider uses these SOA timers.
  expect(timers({ refresh: 900, retry: 900, expire: 1800, minimum: 60 })).toEqual([]);
  const odd = (text: string) => [["dns.soa_timers", `example.com (${text})`]];
  expect(timers({ retry: 86_401 })).toEqual(odd("retry 86401 is above refresh 86400"));
  expect(timers({ expire: 90_000 })).toEqual(odd("expire 90000 is below refresh and retry, 93600"));
  expect(timers({ minimum: 86_401 })).toEqual(odd("minimum 86401 is more than a day"));
  expect(timers({ refresh: 86_401 })).toEqual(odd("refresh 86401 is more than a day"));
  expect(timers({ refresh: 0 })).toEqual(odd("refresh is 0"));
});

test("TTLs that differ by server are reported only for the same records", () => {
  const b = { name: "ns2.example.com", address: "198.51.100.53" };
  const a = (ttl: number, value: string) => reply([{ ...record(APEX, "A", { address: value }), ttl, value }]);
  const of = (...outcomes: TypeObservation["outcome"][]) =>
    findingsOf({}, [
      {
        outcome: outcomes[0] as TypeObservation["outcome"],
        replies: outcomes.map((outcome, i) => ({ server: i === 0 ? SERVER : b, outcome })),
      },
    ]);
  expect(of(a(60, "192.0.2.1"), a(60, "192.0.2.1"))).toEqual([]);
  expect(of(a(60, "192.0.2.1"), a(300, "192.0.2.1"))).toEqual([
    [
      "dns.ttl_differs_by_server",
      "example.com A: 60 at ns1.example.com (192.0.2.53), 300 at ns2.example.com (198.51.100.53)",
    ],
  ]);
  const other = of(a(60, "192.0.2.1"), a(300, "192.0.2.2")).map(([code]) => code);
  expect(other).not.toContain("dns.ttl_differs_by_server");
});

test("the DS that a zone asks for is compared with the parent's DS and with the wishes of its other servers", () => {
  const b = { name: "ns2.example.com", address: "198.51.100.53" };
  const ds = (type: string, ...tags: number[]) =>
    reply(
      tags.map((keyTag) =>
        record(APEX, type, { keyTag, algorithm: keyTag === 0 ? 0 : 13, digestType: 2, digest: "" }),
      ),
    );
  const wishes = (
    parent: TypeObservation["outcome"] | null,
    cds: TypeObservation["outcome"],
    cdnskey = reply([]),
  ) =>
    findingsOf({
      chain:
        parent === null
          ? null
          : {
              anchors: [],
              at: 0,
              links: [{ zone: APEX, ds: [{ server: SERVER, outcome: parent }], keys: [] }],
            },
      wishes: [
        { type: "CDS", server: SERVER, outcome: cds },
        { type: "CDNSKEY", server: b, outcome: cdnskey },
      ],
    });
  const [one, two] = ["key 1 (algorithm 13)", "key 2 (algorithm 13)"];
  expect(wishes(ds("DS", 1), reply([]))).toEqual([]);
  expect(wishes(ds("DS", 1), ds("CDS", 1), ds("CDNSKEY", 1))).toEqual([]);
  expect(wishes(ds("DS", 1), ds("CDS", 2))).toEqual([
    ["dns.cds_differs", `example.com (zone: ${two}; parent: ${one})`],
  ]);
  expect(wishes(ds("DS"), ds("CDS", 1))).toEqual([
    ["dns.cds_differs", `example.com (zone: ${one}; parent: no DS)`],
  ]);
  expect(wishes(ds("DS", 1), ds("CDS", 0))).toEqual([["dns.cds_delete", APEX]]);
  // No finding is expected: the parent already has the DS that the zone requests, or nothing is known about the parent.
  expect(wishes(ds("DS"), ds("CDS", 0))).toEqual([]);
  expect(wishes(null, ds("CDS", 2))).toEqual([]);
  expect(wishes(ds("DS", 1), ds("CDS", 1), ds("CDNSKEY", 2))).toEqual([
    ["dns.cds_inconsistent", `example.com (CDS: ${one}; CDNSKEY: ${two})`],
  ]);
});

test("a salt or iterations are reported for the zone's own NSEC3 records, not for its parent's", () => {
  const proof = (owner: string, iterations: number, salt: string): TypeObservation["outcome"] => {
    const none = reply([]);
    if (none.kind !== "present") return none;
    const nsec3 = record(owner, "NSEC3", { iterations, salt });
    return present({ ...none.value, authorities: [nsec3] });
  };
  const of = (...parts: Parameters<typeof proof>) => findingsOf({}, [{ outcome: proof(...parts) }]);
  expect(of("abc.example.com", 0, "")).toEqual([]);
  expect(of("abc.example.com", 0, "AB")).toEqual([
    ["dns.nsec3_parameters", "example.com (iterations 0, salt AB)"],
  ]);
  expect(of("abc.example.com", 1, "")).toEqual([
    ["dns.nsec3_parameters", "example.com (iterations 1, no salt)"],
  ]);
  expect(of("abc.example.com", 51, "")).toEqual([
    ["dns.nsec3_iterations", "example.com (iterations 51, no salt)"],
  ]);
  expect(of("abc.com", 1, "AB")).toEqual([]);
});
