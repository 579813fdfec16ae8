import { expect, test } from "bun:test";
import { SITUATIONS_PARENT } from "@dnstools/lab/plan/situation-row";
import { json } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** Codes that this table covers: a name must have the codes of its row and no other code of this list. */
const CODES = [
  ...["cname_loop", "cname_chain_long", "cname_target_fails", "type_unanswered", "server_partial"],
  ...["no_own_soa", "no_own_ns", "ns_bogus", "ns_one_address", "servers_ipv6_only"],
  ...["server_no_tcp", "server_no_edns", "ttl_differs_by_server", "soa_timers"],
  ...["cds_delete", "cds_differs", "cds_inconsistent", "key_small", "nsec3_parameters", "nsec3_iterations"],
  ...["ds_servfail"],
] as const;
type ServerCode = (typeof CODES)[number];

/**
 * One row: a name, in full or relative to the parent of all situations; its expected codes; and the record type, if
 * our resolver is to be queried.
 */
type Row = readonly [name: string, codes: readonly ServerCode[], type?: string];

const at = (label: string) => `${label}.${SITUATIONS_PARENT}`;

const ROWS: readonly Row[] = [
  // Tests of aliases, queried from the BIND servers and from our resolver.
  ["itself.bind-aliases.com", ["cname_loop"]],
  ["loop-a.bind-aliases.com", ["cname_loop"]],
  ["far-a.bind-aliases.com", ["cname_loop"]],
  ["far-b.bind-loop.com", ["cname_loop"]],
  ["www.bind-aliases.com", []],
  ["loop-a.bind-aliases.com", ["cname_loop"], "A"],
  ["far-a.bind-aliases.com", ["cname_loop"], "A"],
  [at("to.loop-one"), ["cname_loop"]],
  [at("to.loop-two"), ["cname_loop"]],
  [at("to.loop-one"), ["cname_loop"], "A"],
  [at("to.loop-itself"), ["cname_loop"]],
  [at("to.loop-itself"), ["cname_loop"], "AAAA"],
  [at("c0.chain-of-aliases"), ["cname_chain_long"]],
  [at("c0.chain-of-aliases"), ["cname_chain_long"], "A"],
  [at("c15.chain-of-aliases"), []],
  [at("to.alias-bogus"), ["cname_target_fails"]],
  // Faults of the delegation.
  [at("no-soa"), ["no_own_soa"]],
  [at("no-ns"), ["no_own_ns"]],
  [at("ns-bogus"), ["ns_bogus"]],
  [at("www.ns-bogus"), ["ns_bogus"]],
  [at("ns-bogus-host"), ["ns_bogus"]],
  [at("www.ns-unsigned-host"), ["ns_bogus"]],
  [at("one-address"), ["ns_one_address"]],
  [at("v6-only"), ["servers_ipv6_only"]],
  [at("unsigned.chain-nsec-absent"), ["ds_servfail"]],
  [at("www.unsigned.chain-nsec-missing"), ["ds_servfail"]],
  [at("unsigned.chain-nsec-expired"), []],
  // Faults of name servers.
  [at("no-tcp"), ["server_no_tcp"]],
  [at("www.no-tcp"), ["server_no_tcp"]],
  [at("no-edns"), ["server_no_edns"]],
  [at("no-edns-unsigned"), ["server_no_edns"]],
  [at("ttl-differs"), ["ttl_differs_by_server"]],
  [at("soa-retry"), ["soa_timers"]],
  [at("soa-expire"), ["soa_timers"]],
  [at("soa-minimum"), ["soa_timers"]],
  [at("www.soa-zero"), ["soa_timers"]],
  // Tests of how zones are signed: CDS records, key sizes, algorithms and NSEC3 parameters.
  [at("cds-same"), []],
  [at("cds-delete"), ["cds_delete"]],
  [at("cds-cdnskey-delete"), ["cds_delete"]],
  [at("cds-differs"), ["cds_differs"]],
  [at("cds-no-key"), ["cds_differs"]],
  [at("cds-island"), ["cds_differs"]],
  [at("www.cds-differs"), ["cds_differs"]],
  [at("cds-cdnskey-differ"), ["cds_inconsistent"]],
  [at("rsa1024"), ["key_small"]],
  [at("www.rsa1024-zsk"), ["key_small"]],
  [at("alg8"), []],
  [at("denial-salt"), ["nsec3_parameters"]],
  [at("iterations-0"), []],
  [at("iterations-1"), ["nsec3_parameters"]],
  [at("iterations-150"), ["nsec3_iterations"]],
];

test("each situation of delegation, servers and aliases has exactly its own findings", async () => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0", TOOL_DEADLINES: "dns=60000" });
  const got: unknown[] = [];
  for (const [domain, , type] of ROWS) {
    const query = `domain=${domain}${type === undefined ? "" : `&type=${type}`}`;
    const { findings } = await json(fetch(`${product.url}/api/v1/dns?${query}`));
    const codes = findings.map(({ code }: { code: string }) => code.replace(/^dns\./, ""));
    got.push([query, codes.filter((code: ServerCode) => CODES.includes(code))]);
  }
  const expected = ROWS.map(([domain, codes, type]) => [
    `domain=${domain}${type === undefined ? "" : `&type=${type}`}`,
    codes,
  ]);
  expect(got).toEqual(expected);
});
