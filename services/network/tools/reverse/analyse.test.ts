import { expect, test } from "bun:test";
import type { Network } from "@dnstools/core/network";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import { parseIp, reverseName } from "@dnstools/core/protocol/ip";
import { worstFirst } from "@dnstools/core/tool/finding";
import { absent, present, unknown } from "@dnstools/core/tool/outcome";
import type { IpAddress } from "@dnstools/core/tool/params";
import { analyse } from "./analyse.ts";
import { FINDINGS } from "./findings.ts";
import { namesIn } from "./judge-names.ts";
import type { ReverseObservation } from "./observations.ts";

/** Returns the answer for an address whose PTR records have these names. */
function answerOf(
  ip: string,
  names: readonly string[],
  forward: PtrName["forward"],
  more: Partial<ReverseObservation> & { readonly alias?: string } = {},
) {
  const name = reverseName(parseIp(ip) ?? []);
  const { alias, ...rest } = more;
  const answers: DnsRecord[] = names.map((target): DnsRecord<"PTR"> => {
    return { name, type: "PTR", ttl: 60, value: `${target}.`, data: { target } };
  });
  if (alias !== undefined)
    answers.push({ name, type: "CNAME", ttl: 60, value: `${alias}.`, data: { target: alias } });
  const ptr = present({
    ...{ rcode: "NOERROR", flags: [], answers, authorities: [], additionals: [], edns: null },
  } as DnsReply);
  const failed = unknown("timeout");
  const observed: ReverseObservation = {
    ...{ reverseName: name, ptr, ptrMs: 1, namesMs: 1, resolverAlive: null, evidence: [] },
    names: namesIn(ptr, name).map((one) => ({ name: one, forward })),
    origins: { source: "team_cymru", outcome: failed, countryCode: null, elapsedMs: 1 },
    network: { outcome: failed, sources: [], elapsedMs: 1 },
    ...rest,
  };
  const judgement = analyse(observed, { ip: ip as IpAddress });
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  return judgement;
}

function findingsOf(...given: Parameters<typeof answerOf>) {
  return worstFirst(answerOf(...given).findings);
}

/** Builds origin ASes in the form in which Team Cymru returns them. */
function announcedBy(
  asns: readonly number[],
  countryCode: string | null = null,
): Partial<ReverseObservation> {
  const rows = asns.map((asn) => ({ asn, prefix: "5.31.0.0/16", name: present(`LAB-${asn}`) }));
  const outcome = rows.length === 0 ? absent("nxdomain") : present(rows);
  return { origins: { source: "team_cymru", outcome, countryCode, elapsedMs: 1 } };
}

const NETWORK: Network = {
  ...{
    handle: null,
    name: null,
    startAddress: "5.31.0.0",
    endAddress: "5.31.255.255",
    cidrs: [],
    type: null,
  },
  ...{ status: [], parentHandle: null, organization: null, countryCode: "DE" },
  ...{ abuse: { email: null, phone: null }, created: null, changed: null, registry: "rdap.db.ripe.net" },
};
const IP = "5.31.0.1";
const GOOD = present([IP]);
const NAME = ["host.example.com"];

const SITUATIONS: readonly (readonly [
  code: keyof typeof FINDINGS | null,
  answer: ReturnType<typeof answerOf>,
  summary: string,
])[] = [
  [
    null,
    answerOf(IP, NAME, GOOD, announcedBy([64496])),
    "pass: 5.31.0.1 has the name host.example.com, which resolves back to it; AS64496 (LAB-64496) announces it.",
  ],
  [
    null,
    answerOf(IP, NAME, GOOD),
    "pass: 5.31.0.1 has the name host.example.com, which resolves back to it.",
  ],
  [
    null,
    answerOf(IP, NAME, unknown("servfail")),
    "unknown: It could not be determined whether host.example.com, a name of 5.31.0.1, resolves back to 5.31.0.1 (servfail).",
  ],
  [
    null,
    answerOf(IP, [], null, { ptr: unknown("timeout") }),
    "unknown: The names of 5.31.0.1 could not be determined (timeout).",
  ],
  [
    "reverse.no_ptr",
    answerOf(IP, [], null, announcedBy([64496])),
    "warning: 5.31.0.1 has no PTR record; AS64496 (LAB-64496) announces it.",
  ],
  [
    "reverse.dangling_alias",
    answerOf(IP, [], null, { alias: "1.0-31.0.31.5.in-addr.arpa" }),
    "fail: 5.31.0.1 has no PTR record: its reverse name is an alias for 1.0-31.0.31.5.in-addr.arpa, which has none.",
  ],
  [
    "reverse.no_forward",
    answerOf(IP, NAME, absent("nodata")),
    "warning: 5.31.0.1 has the name host.example.com, which has no A record.",
  ],
  [
    "reverse.other_address",
    answerOf(IP, NAME, present(["5.31.0.2"])),
    "warning: 5.31.0.1 has the name host.example.com, which only has other addresses.",
  ],
  [
    "reverse.not_a_host_name",
    answerOf(IP, ["10.0.0.1"], null),
    "warning: 5.31.0.1 has the name 10.0.0.1, which is not a host name.",
  ],
  [
    "reverse.not_in_public_dns",
    answerOf(IP, ["server.internal"], null),
    "warning: 5.31.0.1 has the name server.internal, which cannot be in the public DNS.",
  ],
  [
    "reverse.many_ptr",
    answerOf(
      IP,
      Array.from({ length: 30 }, (_, i) => `host${i}.example.com`),
      absent("nodata"),
    ),
    "unknown: None of the first 20 of 30 names of 5.31.0.1 resolves back to it.",
  ],
  [
    "reverse.generic_name",
    answerOf(IP, ["5-31-0-1.dyn.example.com"], GOOD),
    "pass: 5.31.0.1 has the name 5-31-0-1.dyn.example.com, which resolves back to it.",
  ],
  [
    "reverse.several_origins",
    answerOf(IP, NAME, GOOD, announcedBy([64496, 64497])),
    "pass: 5.31.0.1 has the name host.example.com, which resolves back to it; AS64496 (LAB-64496) and AS64497 (LAB-64497) announce it.",
  ],
  [
    "reverse.not_announced",
    answerOf(IP, NAME, GOOD, announcedBy([])),
    "pass: 5.31.0.1 has the name host.example.com, which resolves back to it; Team Cymru knows no AS that announces it.",
  ],
  [
    "reverse.registries_disagree",
    answerOf(IP, NAME, GOOD, {
      ...announcedBy([64496], "US"),
      network: { outcome: present(NETWORK), sources: [], elapsedMs: 1 },
    }),
    "pass: 5.31.0.1 has the name host.example.com, which resolves back to it; AS64496 (LAB-64496) announces it.",
  ],
];

test.each(SITUATIONS)("%p, and the summary sentence", (code, { summary, findings }, sentence) => {
  expect(`${summary.status}: ${summary.text}`).toBe(sentence);
  if (code !== null) expect(findings.map((one) => one.code)).toContain(code);
});

test("every code has a test situation", () => {
  const codes = SITUATIONS.map(([code]) => code).filter((code) => code !== null);
  expect(codes.toSorted()).toEqual(Object.keys(FINDINGS).toSorted() as typeof codes);
});

test("a finding about several names has each of them as a subject", () => {
  const names = Array.from({ length: 8 }, (_, i) => `host${i}.example.com`);
  const [finding] = findingsOf(IP, names, absent("nodata"));
  expect(finding).toMatchObject({ subject: expect.stringMatching(/ and 3 more$/), subjects: names });
  const [origins] = findingsOf(IP, NAME, GOOD, announcedBy([64496, 64497]));
  expect(origins).toMatchObject({ subject: "AS64496, AS64497", subjects: ["AS64496", "AS64497"] });
});

test("an IPv6 address whose name has only an A record lacks the AAAA record", () => {
  const [finding] = findingsOf("2001:4860::1", ["host.example.com"], absent("nodata"));
  expect(finding).toMatchObject({ code: "reverse.no_forward", subject: "host.example.com" });
  expect(finding?.message).toContain("AAAA for IPv6");
});

test("many unconfirmed names give one finding for each reason", () => {
  const names = Array.from({ length: 60 }, (_, i) => `host${i}.example.com`);
  const codes = findingsOf("5.31.0.1", names, present(["5.31.0.2"])).map(({ code }) => code);
  expect(codes).toEqual(["reverse.other_address", "reverse.many_ptr"]);
});

test("a finding about several names reads as a sentence, like a finding about one", () => {
  const [finding] = findingsOf("5.31.0.1", ["a.home.arpa", "b.internal"], null);
  expect(finding?.message).toBe(
    "The names in the PTR records cannot be in the public DNS and were not looked up: a.home.arpa, b.internal.",
  );
});

test.each(["2a01-31--1.dyn.example.com", "host-2a01-0031-0000-0000-0000-0000-0000-0001.example.com"])(
  "an IPv6 address in its short or long form makes a generic name: %s",
  (name) => {
    const codes = findingsOf("2a01:31::1", [name], present(["2a01:31::1"])).map(({ code }) => code);
    expect(codes).toEqual(["reverse.generic_name"]);
  },
);

test("a well-formed name of a private network is reported as private", () => {
  expect(findingsOf("5.31.0.1", ["server.internal"], null)).toMatchObject([
    { code: "reverse.not_in_public_dns", subject: "server.internal" },
  ]);
});
