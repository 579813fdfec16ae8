import { expect, test } from "bun:test";
import { joinBytes } from "../protocol/dnssec/bytes.ts";
import { digestOf } from "../protocol/dnssec/keys/ds.ts";
import { makeSigner } from "../protocol/dnssec/test/signer.ts";
import { createWork } from "../protocol/dnssec/work.ts";
import { present } from "../tool/outcome.ts";
import { judgeDnssec } from "./dnssec.ts";
import type { DomainSight } from "./seen.ts";
import { NONE, said } from "./test/said.ts";

const root = makeSigner();
const { key } = root;
const anchor = joinBytes([
  Uint8Array.of(key.keyTag >> 8, key.keyTag & 255, key.algorithm, 2),
  digestOf("", key, 2) ?? new Uint8Array(),
]);
const keys = `. 300 IN DNSKEY 257 3 15 ${Buffer.from(key.rdata.subarray(4)).toString("base64")}`;
const alias = said({ text: "www. 300 IN CNAME a.example.net.", by: root }, NONE, "NOERROR", "");

if (alias.outcome.kind === "present")
  (alias.outcome.value.answers as object[]).push({
    ...{ name: "www.", type: "RRSIG", data: { signer: ".", covered: "CNAME", expiration: 2000 } },
  });

/** The status of an alias in a secure zone, by the flags of the resolver's answers about the zone and the target. */
function statusOf(soa: readonly string[], target: readonly string[], work = createWork()) {
  const reply = (flags: readonly string[]) =>
    present({ rcode: "NOERROR", flags, answers: [], authorities: [], additionals: [], edns: null });
  const beyond = { target: "a.example.net", server: null, outcome: reply(target) };
  const own = { server: alias.server, outcome: alias.outcome, said: [alias], beyond };
  const seen = {
    zone: present({ apex: "", nameServers: [], denied: false }),
    validation: { outcome: reply(soa), unchecked: null },
    types: [{ type: "A", source: "authoritative", ...own }],
    chain: {
      anchors: [anchor],
      at: 1500,
      links: [{ zone: "", ds: [], keys: [said({ text: keys, by: root }, NONE, "NOERROR", "", "resolver")] }],
    },
    evidence: [],
  };
  return judgeDnssec(seen as unknown as DomainSight, "www", work)?.data.status;
}

test.each([
  ["a target that verifies", ["ad"], ["ad"], "secure"],
  ["a target without signatures", ["ad"], [], "insecure"],
  ["a resolver that checks nothing", [], [], "unknown"],
])("%s", (_, soa, target, status) => {
  expect(statusOf(soa, target)).toBe(status as never);
});

test("what was not checked is not secure: then the resolver's word stands", () => {
  const whole = createWork();
  expect(statusOf([], ["ad"], whole)).toBe("secure");
  // One unit too few for the last signature.
  expect(statusOf([], ["ad"], createWork({ cost: whole.spent.cost - 1 }))).toBe("unknown");
});
