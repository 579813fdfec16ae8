import { expect, test } from "bun:test";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { at, type Row, wrongRows } from "./test/edge-rows.ts";

const ROWS: readonly Row[] = [
  ...["t", "x.star", "d.dname", "back", "away", "www.leaves"].flatMap((alias) =>
    ["into-expired", "into-corrupt", "into-unsigned-set", "into-wrong-ds"].map((label): Row => {
      const target = {
        t: "b.sub",
        "x.star": "b.sub",
        "d.dname": "d.b.sub",
        back: "alias.sub",
        away: "away.sub",
        "www.leaves": "www.leaves.sub",
      }[alias];
      return {
        name: `${alias}.${label}`,
        truth:
          "RFC 4035 5: the records at an alias's target must validate in their own zone. Unbound and BIND: SERVFAIL.",
        status: "fail",
        findings: [
          `critical dns.dnssec_bogus ${target}.${at(label)}`,
          `error dns.cname_target_fails ${target}.${at(label)}`,
        ],
      };
    }),
  ),
  {
    name: "alias.into-unproved",
    truth: "RFC 4035 5.4: nothing proves that the target has no AAAA. Unbound and BIND: SERVFAIL for AAAA.",
    status: "fail",
    findings: [
      `critical dns.denial_not_proven ${at("www.into-unproved")} AAAA, MX, NS, SOA, TXT, CAA, DNSKEY, HTTPS, DS`,
    ],
  },
  {
    name: "nothing.nsec-leaves",
    truth: "RFC 4034 4.1.1: the next name of an NSEC record is in its zone. Unbound and BIND: SERVFAIL.",
    status: "fail",
    findings: [
      `critical dns.denial_not_proven ${at("nothing.nsec-leaves")} A, AAAA, CNAME, MX, NS, SOA, TXT, CAA, DNSKEY, HTTPS, DS`,
    ],
  },
  {
    name: "al.compact",
    truth: "RFC 9824 2: NXNAME says that the alias's target does not exist, as NXDOMAIN would.",
    status: "fail",
    findings: [`error dns.cname_to_missing ${at("nothing.compact")}`],
  },
];

test("a name whose NSEC record says NXNAME does not exist (RFC 9824 2), with and without a type", async () => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  for (const type of ["", "&type=A", "&type=MX"])
    expect(
      await (await fetch(`${product.url}/api/v1/dns?domain=${at("nothing.compact")}${type}`)).json(),
    ).toMatchObject({
      code: "domain_not_found",
      detail: expect.stringContaining("NXNAME (RFC 9824)"),
    });
});

test("each row has exactly the findings that are true of it", async () => {
  expect(await wrongRows(ROWS)).toEqual([]);
});
