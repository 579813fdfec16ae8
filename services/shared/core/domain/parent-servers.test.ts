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

const nsec = (next: string, ...types: readonly string[]) =>
  record(ZONE, "NSEC", `${next}. ${types.join(" ")}`, { types });
/** NSEC3 hashes without salt and iterations: of example.com, and of com with the names around it. */
const [HASH, OTHER] = ["onib9mgub9h0rml3cdf5bgrj59dkjhvk", "ck0pojmg874ljref7efn8430qvit8bsm"];
const nsec3 = (hash: string, flags: number, ...types: readonly string[]) =>
  record(`${hash}.com`, "NSEC3", "", { algorithm: 1, flags, iterations: 0, salt: "", next: "", types });

test.each([
  ["a DS", reply([], [record(ZONE, "DS")]), "delegated"],
  ["NXDOMAIN", reply([soa("com")], [], NXDOMAIN), "denied"],
  ["the SOA of the zone itself", reply([soa(ZONE)]), "child"],
  ["NSEC with NS", reply([soa("com"), nsec("f.com", "NS", "RRSIG", "NSEC")]), "delegated"],
  ["NSEC without NS", reply([soa("com"), nsec("f.com", "A", "RRSIG", "NSEC")]), "own_data"],
  // RFC 9824 2: the name does not exist.
  ["NSEC with NXNAME", reply([soa("com"), nsec("\\000.example.com", "RRSIG", "NSEC", "TYPE128")]), "denied"],
  ["NSEC3 with NS", reply([soa("com"), nsec3(HASH, 0, "NS")]), "delegated"],
  ["NSEC3 without NS", reply([soa("com"), nsec3(HASH, 0, "A", "RRSIG")]), "own_data"],
  [
    "NSEC3 without NS beside one of another name",
    reply([soa("com"), nsec3(OTHER, 1, "NS", "SOA"), nsec3(HASH, 1, "A", "RRSIG")]),
    "own_data",
  ],
  [
    "opt-out at a registry (RFC 5155 7.2.4)",
    reply([soa("com"), nsec3(OTHER, 1, "NS", "SOA"), nsec3("cc", 1, "A")]),
    "delegated",
  ],
  // RFC 5155 7.2.4: one record may be that of the closest encloser and cover the next closer name too.
  ["opt-out with one record", reply([soa("com"), nsec3(OTHER, 1)]), "delegated"],
  ["NSEC3 of other names without opt-out", reply([soa("com"), nsec3(OTHER, 0, "A")]), null],
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

test("a referral is one with the AA flag too, as it has no SOA record; compact denial is a denial", () => {
  const referral = present(reply([ns("ns1.example.net")]));
  const denied = present(reply([soa("com"), nsec("\\000.example.com", "NSEC", "TYPE128")]));
  expect(said(observed([], [at("2", referral), at("3", denied)]))).toEqual([
    ["2", "delegated", "ns1.example.net"],
    ["3", "denied", undefined],
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
