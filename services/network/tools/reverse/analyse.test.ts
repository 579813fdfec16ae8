import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import { parseIp, reverseName } from "@dnstools/core/protocol/ip";
import { absent, present, unknown } from "@dnstools/core/tool/outcome";
import type { IpAddress } from "@dnstools/core/tool/params";
import { analyse } from "./analyse.ts";
import { namesIn } from "./judge-names.ts";
import type { ReverseObservation } from "./observations.ts";

/** The findings about an address whose PTR records have these names. */
function findingsOf(ip: string, names: readonly string[], forward: PtrName["forward"]) {
  const name = reverseName(parseIp(ip) ?? []);
  const answers = names.map((target): DnsRecord<"PTR"> => {
    return { name, type: "PTR", ttl: 60, value: `${target}.`, data: { target } };
  });
  const ptr = present({
    ...{ rcode: "NOERROR", flags: [], answers, authorities: [], additionals: [], edns: null },
  } as DnsReply);
  const failed = unknown("timeout");
  const observed: ReverseObservation = {
    ...{ reverseName: name, ptr, ptrMs: 1, namesMs: 1, resolverAlive: null, evidence: [] },
    names: namesIn(ptr, name).map((one) => ({ name: one, forward })),
    origins: { source: "team_cymru", outcome: failed, countryCode: null, elapsedMs: 1 },
    network: { outcome: failed, sources: [], elapsedMs: 1 },
  };
  const judgement = analyse(observed, { ip: ip as IpAddress });
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  return judgement.findings;
}

test("an IPv6 address whose name has an A record only: the AAAA record is what is missing", () => {
  const [finding] = findingsOf("2001:4860::1", ["host.example.com"], absent("nodata"));
  expect(finding).toMatchObject({ code: "reverse.no_forward", subject: "host.example.com" });
  expect(finding?.message).toContain("AAAA for IPv6");
});

test("many names that do not lead back are one finding for each reason", () => {
  const names = Array.from({ length: 60 }, (_, i) => `host${i}.example.com`);
  const codes = findingsOf("5.31.0.1", names, present(["5.31.0.2"])).map(({ code }) => code);
  expect(codes).toEqual(["reverse.other_address", "reverse.many_ptr"]);
});

test("a finding about several names is a sentence as it is about one", () => {
  const [finding] = findingsOf("5.31.0.1", ["a.home.arpa", "b.internal"], null);
  expect(finding?.message).toBe(
    "Named by the PTR record, but not in the public DNS, and so not looked up: a.home.arpa, b.internal.",
  );
});

test.each(["2a01-31--1.dyn.example.com", "host-2a01-0031-0000-0000-0000-0000-0000-0001.example.com"])(
  "an IPv6 address in its short or long form makes a generic name: %s",
  (name) => {
    const codes = findingsOf("2a01:31::1", [name], present(["2a01:31::1"])).map(({ code }) => code);
    expect(codes).toEqual(["reverse.generic_name"]);
  },
);

test("a name of a private network is well formed, and said to be private", () => {
  expect(findingsOf("5.31.0.1", ["server.internal"], null)).toMatchObject([
    { code: "reverse.not_in_public_dns", subject: "server.internal" },
  ]);
});
