import { expect, test } from "bun:test";
import type { DnsReply } from "../protocol/dns/message.ts";
import type { DnsRecord } from "../protocol/dns/record.ts";
import type { DomainName } from "../protocol/names.ts";
import { present, unknown } from "../tool/outcome.ts";
import type { DomainObservation, ServerReply } from "./observations.ts";
import { parentViews, readDsReply, splitViews } from "./parent-servers.ts";

const ZONE = "example.com" as DomainName;
const record = (name: string, type: string, value = "", data = {}) =>
  ({ name, type, ttl: 60, value, data }) as DnsRecord;
const soa = (name: string) => record(name, "SOA");
const ns = (target: string) => record(ZONE, "NS", `${target}.`, { target: `${target}.` });
const reply = (
  authorities: readonly DnsRecord[],
  answers: readonly DnsRecord[] = [],
  { rcode = "NOERROR", flags = ["aa"] }: Partial<DnsReply> = {},
): DnsReply => ({ rcode, flags, answers, authorities, additionals: [], edns: null });
const NXDOMAIN = { rcode: "NXDOMAIN" };
const REFERRAL = { flags: [] };

test.each([
  ["a DS", reply([], [record(ZONE, "DS")]), "delegated"],
  ["NXDOMAIN", reply([soa("com")], [], NXDOMAIN), "denied"],
  ["the SOA of the zone itself", reply([soa(ZONE)]), "child"],
  ["NSEC with NS", reply([soa("com"), record(ZONE, "NSEC", "f.com. NS RRSIG NSEC")]), "delegated"],
  ["NSEC without NS", reply([soa("com"), record(ZONE, "NSEC", "f.com. A RRSIG NSEC")]), "own_data"],
  ["NSEC3 with NS", reply([soa("com"), record("aa.com", "NSEC3", "1 0 0 - BB NS")]), "delegated"],
  ["NSEC3 without NS", reply([soa("com"), record("aa.com", "NSEC3", "1 0 0 - BB A RRSIG")]), "own_data"],
  [
    "opt-out at a registry (RFC 5155 7.2.4)",
    reply([
      soa("com"),
      record("aa.com", "NSEC3", "1 1 0 - BB NS SOA"),
      record("cc.com", "NSEC3", "1 1 0 - DD A"),
    ]),
    "delegated",
  ],
  ["a denial without proof", reply([soa("com")]), null],
] as const)("the answer about the DS: %s", (_, answer, says) => expect(readDsReply(answer, ZONE)).toBe(says));

const at = (address: string, outcome: ServerReply["outcome"]): ServerReply => ({
  server: { name: `ns.${address}`, address },
  outcome,
});

/** An observation of a zone that server 1 of the registry delegates to `ns1`. */
function observed(ds: readonly ServerReply[], parentNs: readonly ServerReply[] = []): DomainObservation {
  return {
    delegation: {
      ...{ apex: ZONE, parent: "com", referral: true, server: at("1", unknown("timeout")).server, ttl: 60 },
      nameServers: [{ name: "ns1.example.net", glue: [] }],
    },
    chain: { anchors: [], at: 0, links: [{ zone: ZONE, ds, keys: [] }] },
    parentNs,
  } as unknown as DomainObservation;
}

const said = (observation: DomainObservation) =>
  parentViews(observation).map(({ server, says, nameServers }) => [
    server.address,
    says,
    nameServers?.join(),
  ]);

test("the registry's servers: their referral is worth more than their answer about the DS; failures say nothing", () => {
  const ds = [
    at("1", present(reply([soa("com")]))),
    at("2", present(reply([soa("com")], [], NXDOMAIN))),
    at("3", unknown("timeout")),
    at("4", present(reply([soa("com")]))),
  ];
  const parentNs = [at("4", present(reply([ns("ns2.example.net")], [], REFERRAL)))];
  expect(said(observed(ds, parentNs))).toEqual([
    ["2", "denied", undefined],
    ["4", "delegated", "ns2.example.net"],
    ["1", "delegated", "ns1.example.net"],
  ]);
});

test("a server that answers for the zone itself says nothing about its delegation", () => {
  const own = present(reply([], [ns("ns1.example.net")]));
  expect(said(observed([], [at("2", own), at("3", present(reply([soa("com")])))]))).toEqual([
    ["3", "own_data", undefined],
    ["1", "delegated", "ns1.example.net"],
  ]);
});

test("servers that refer to a zone below contradict those that answer themselves", () => {
  const types = (...replies: readonly ServerReply[]) =>
    ({
      zone: present({ apex: "com" as DomainName, nameServers: [], denied: false }),
      types: [{ type: "A", source: "authoritative", replies }],
    }) as unknown as DomainObservation;
  const referred = at("1", unknown("referred"));
  const denied = at("2", present(reply([soa("com")], [], NXDOMAIN)));
  expect(splitViews(types(referred, denied)).map(({ says }) => says)).toEqual(["delegated", "denied"]);
  expect(splitViews(types(referred, at("2", unknown("timeout"))))).toEqual([]);
  expect(splitViews(types(denied, at("3", present(reply([soa("com")])))))).toEqual([]);
});
