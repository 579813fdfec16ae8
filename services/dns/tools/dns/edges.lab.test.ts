import { expect, test } from "bun:test";
import { addressesOf, hostOf } from "@dnstools/lab/plan/plan";
import { SITUATIONS_PARENT } from "@dnstools/lab/plan/situation-row";
import { TOO_LONG } from "@dnstools/lab/plan/situations-parent";
import { json, startProduct } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { at, type Row, wrongRows } from "./test/edge-rows.ts";

const NXDOMAIN =
  "RFC 1034 4.3.5: all servers of a zone give the same data. Zonemaster: B01_INCONSISTENT_DELEGATION, ERROR.";
const split = (zone: string, said: string) =>
  `error dns.delegation_inconsistent ${at(zone)} is delegated (ns1.binddns.net); ${said} (ns1.knotdns.net)`;
const splitFirst = (zone: string, said: string) =>
  `error dns.delegation_inconsistent ${at(zone)} is delegated (ns1.knotdns.net); ${said} (ns1.binddns.net)`;
const fromChild = (zone: string) => `critical dns.ds_from_child ${at(zone)}`;
const partial = (server: string) =>
  `warning dns.server_partial ${server}.odd-answers.org (${hostOf(`${server}.odd-answers.org`).v4}) MX`;
const OWN = "a name of the zone above, without a delegation";

const ROWS: readonly Row[] = [
  {
    name: "child.parent-nxdomain",
    truth: NXDOMAIN,
    status: "fail",
    findings: [split("child.parent-nxdomain", "denied with NXDOMAIN")],
  },
  {
    name: "www.child.parent-nxdomain",
    truth: NXDOMAIN,
    status: "fail",
    findings: [split("child.parent-nxdomain", "denied with NXDOMAIN")],
  },
  ...["child", "www.child"].map(
    (child): Row => ({
      name: `${child}.parent-nxdomain-first`,
      truth: `${NXDOMAIN} The first server that is asked is the one without the delegation.`,
      status: "fail",
      findings: [splitFirst("child.parent-nxdomain-first", "denied with NXDOMAIN")],
    }),
  ),
  {
    name: "child.parent-own-data-first",
    truth: `${NXDOMAIN} The first server that is asked is the one with the data.`,
    status: "fail",
    findings: [splitFirst("child.parent-own-data-first", OWN)],
  },
  {
    name: "child.parent-own-data",
    truth: NXDOMAIN,
    status: "fail",
    findings: [split("child.parent-own-data", OWN)],
  },
  {
    name: "child.parent-own-data-nsec3",
    truth: NXDOMAIN,
    status: "fail",
    findings: [split("child.parent-own-data-nsec3", OWN)],
  },
  {
    name: "child.parent-own-data-plain",
    truth: NXDOMAIN,
    status: "fail",
    findings: [split("child.parent-own-data-plain", OWN)],
  },
  {
    name: "child.parent-ns-differ",
    truth: NXDOMAIN,
    status: "fail",
    findings: [
      `error dns.delegation_inconsistent ${at("child.parent-ns-differ")} is delegated to ns1.knotdns.net, ns1.labdns.net (ns1.knotdns.net); delegated to ns1.labdns.net, ns2.labdns.net (ns1.binddns.net)`,
    ],
  },
  ...["half.museum", "www.half.museum"].map(
    (name): Row => ({
      name,
      truth: `${NXDOMAIN} The parent is a registry.`,
      status: "fail",
      findings: [
        "error dns.delegation_inconsistent half.museum is delegated (ns1.nic.museum); denied with NXDOMAIN (ns2.nic.museum)",
      ],
    }),
  ),
  { name: "child.parent-agree", truth: "The servers agree.", status: "pass", findings: [] },
  { name: "child.parent-agree-plain", truth: "The servers agree.", status: "pass", findings: [] },
  ...["k275.ent", "k707.ent"].map(
    (child): Row => ({
      name: `${child}.parent-optout-ent`,
      truth: "RFC 5155 6: the NSEC3 record of another name says nothing about the child. The servers agree.",
      status: "pass",
      findings: [],
    }),
  ),
  ...["child.ds-from-child", "www.child.ds-from-child", "child.ds-from-child-signed"].map(
    (name): Row => ({
      name,
      truth:
        "RFC 4035 3.1.4.1: the DS is data of the parent. Unbound and BIND: SERVFAIL for the whole child.",
      status: "fail",
      findings: [fromChild(name.replace("www.", ""))],
    }),
  ),
  {
    name: "child.ds-from-child-plain",
    truth: "Nothing validates below an unsigned zone, so it harms nobody: Unbound and BIND answer.",
    status: "warning",
    findings: [],
  },
  {
    name: "child.ds-from-child-one",
    truth: "RFC 4035 3.1.4.1: one of the two servers answers it from the wrong zone.",
    status: "fail",
    findings: [
      `error dns.delegation_inconsistent ${at("child.ds-from-child-one")} is delegated (ns1.labdns.net); answered from the zone itself when asked for its DS (ds-from-child.odd-answers.org)`,
    ],
  },
  {
    name: "www.child.child-without-soa",
    truth:
      "RFC 4035 5.2: the parent proves that the child has no DS, so its records need no signature. Unbound answers.",
    status: "warning",
    findings: [],
  },
  {
    name: "protocol-2",
    truth: "RFC 4034 2.1.2: the protocol must be 3, or the key is invalid. Unbound and BIND: SERVFAIL.",
    status: "fail",
    findings: [`critical dns.dnskey_protocol ${at("protocol-2")}`],
  },
  {
    name: "zsk-protocol-4",
    truth: "RFC 4034 2.1.2, for the key of all records. Unbound and BIND: SERVFAIL.",
    status: "fail",
    findings: [
      `critical dns.dnskey_protocol ${at("zsk-protocol-4")} A, SOA, MX, NS, TXT (key 63425, algorithm 13)`,
    ],
  },
  {
    name: "zsk-unsupported",
    truth:
      "RFC 4035 2.2: each record has a signature of the algorithm in the DS. Unbound and BIND: SERVFAIL for all data.",
    status: "fail",
    findings: [
      `critical dns.signature_unsupported ${at("zsk-unsupported")} A, MX, NS, SOA, TXT (key 46922, algorithm 100)`,
    ],
  },
  {
    name: "ent.ent-nxdomain",
    truth: "RFC 8020 2: a name with names below it exists. Unbound: NOERROR with AD. BIND: SERVFAIL.",
    status: "fail",
    findings: [
      `error dns.nxdomain_of_existing ${at("ent.ent-nxdomain")} A, AAAA, CNAME, MX, NS, SOA, TXT, CAA, DNSKEY, HTTPS, DS`,
    ],
  },
  {
    name: "ent.ent-nxdomain-one",
    truth: "RFC 8020 2, at one server of two, with NSEC3.",
    status: "fail",
    findings: [
      `error dns.servers_disagree ${at("ent.ent-nxdomain-one")} A, AAAA, CNAME, MX, NS, TXT, CAA, DNSKEY, HTTPS`,
      `error dns.nxdomain_of_existing ${at("ent.ent-nxdomain-one")} A, AAAA, CNAME, MX, NS, SOA, TXT, CAA, DNSKEY, HTTPS, DS`,
    ],
  },
  ...[undefined, "A"].map(
    (type): Row => ({
      name: TOO_LONG.slice(0, -SITUATIONS_PARENT.length - 1),
      ...(type === undefined ? {} : { type }),
      truth: "RFC 6672 2.2: YXDOMAIN is the right answer. Unbound and BIND pass it on.",
      status: "fail",
      findings: [`error dns.name_too_long ${TOO_LONG}`],
    }),
  ),
  {
    name: "twice.two-aliases",
    truth: "RFC 1034 3.6.2, RFC 2181 10.1: one CNAME at a name. Unbound follows one. BIND: SERVFAIL.",
    status: "fail",
    findings: [
      `error dns.several_cnames ${at("twice.two-aliases")} CNAME`,
      `warning dns.server_no_edns second-alias.odd-answers.org (${hostOf("second-alias.odd-answers.org").v4})`,
    ],
  },
  {
    name: "x.twice.two-aliases",
    truth: "RFC 6672 2.4: one DNAME at a name. Unbound and BIND: SERVFAIL.",
    status: "fail",
    findings: [
      `error dns.several_cnames ${at("twice.two-aliases")} DNAME`,
      `warning dns.server_no_edns second-alias.odd-answers.org (${hostOf("second-alias.odd-answers.org").v4})`,
    ],
  },
  {
    name: "badvers",
    truth: "RFC 6891 6.1.3: BADVERS is for versions above 0. Unbound: no records. BIND: SERVFAIL.",
    status: "fail",
    findings: [
      `error dns.server_refuses_edns badvers.odd-answers.org (${hostOf("badvers.odd-answers.org").v4}) answers BADVERS`,
    ],
  },
  {
    name: "formerr-opt",
    truth: "RFC 6891 7: a server that does not know EDNS sends no OPT; this one does. BIND: SERVFAIL.",
    status: "fail",
    findings: [
      `error dns.server_refuses_edns formerr-opt.odd-answers.org (${hostOf("formerr-opt.odd-answers.org").v4}) answers FORMERR with an OPT record`,
    ],
  },
  ...["fails-type", "no-aa-type", "ignores-type"].map(
    (server): Row => ({
      name: `mx.${server}`,
      truth:
        "Every second first try fails. Zonemaster: Z09_UNEXPECTED_RCODE_MX, Z09_NO_RESPONSE_MX_QUERY, WARNING.",
      status: "warning",
      findings: [partial(server)],
    }),
  ),
  {
    name: "balanced.half-dead",
    truth:
      "RFC 8659 3: a CA issues nothing if the query for CAA fails. Unbound and BIND: SERVFAIL for CAA and AAAA.",
    status: "fail",
    findings: [
      `error dns.cname_target_partial ${at("www.lb.half-dead")} AAAA, MX, NS, SOA, TXT, CAA, DNSKEY, HTTPS`,
    ],
  },
  {
    name: "ns-bogus-host",
    truth:
      "RFC 4035 5.5: no validating resolver can look up the name server. Unbound and BIND: SERVFAIL for its A.",
    status: "fail",
    findings: [`error dns.ns_bogus ns.${at("ns-bogus-host")}`],
  },
  {
    name: "iterations-101",
    truth:
      "RFC 9276 3.2: Unbound 1.17 and BIND 9.18 answer with AD up to 150 iterations, newer resolvers up to 50.",
    status: "warning",
    findings: [`warning dns.nsec3_iterations ${at("iterations-101")} (iterations 101, no salt)`],
  },
];

test("each row has exactly the findings that are true of it", async () => {
  expect(await wrongRows(ROWS)).toEqual([]);
});

test("the servers of a parent are asked for the delegation only if their answers about the DS leave it open", async () => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const parents = ["ns1.binddns.net", "ns1.knotdns.net"].map(hostOf).flatMap(addressesOf);
  const asked = async (name: string) => {
    const { evidence } = await json(fetch(`${product.url}/api/v1/dns?domain=${at(name)}`));
    return (evidence as { question: string; address: string }[]).filter(
      ({ question, address }) => question.startsWith(`${at(name)}. IN NS`) && parents.includes(address),
    ).length;
  };
  expect(await asked("child.parent-agree")).toBe(1);
  expect(await asked("child.parent-nxdomain")).toBe(1);
  expect(await asked("child.parent-agree-plain")).toBe(parents.length);
});

test("our resolver is asked once for each type of a target that fails, besides the queries without validation", async () => {
  // With long waits, no query goes to another resolver because a busy machine answers late.
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", WAIT_FACTOR: "10" });
  const { evidence } = await json(fetch(`${product.url}/api/v1/dns?domain=${at("balanced.half-dead")}`));
  const asked = (evidence as { question: string; server: string }[])
    .filter(({ server }) => server === "resolver")
    .map(({ question }) => question)
    .filter((question) => question.startsWith(at("www.lb.half-dead")) && !question.includes("+cd"));
  expect(asked).toHaveLength(10);
  expect(new Set(asked).size).toBe(asked.length);
});
