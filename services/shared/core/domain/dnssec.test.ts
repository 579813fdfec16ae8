import { expect, test } from "bun:test";
import { joinBytes } from "../protocol/dnssec/bytes.ts";
import { digestOf } from "../protocol/dnssec/keys/ds.ts";
import { makeSigner } from "../protocol/dnssec/test/signer.ts";
import { createWork } from "../protocol/dnssec/work.ts";
import { present, unknown } from "../tool/outcome.ts";
import { judgeDnssec } from "./dnssec.ts";
import type { DomainSight } from "./observations.ts";
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
  const observed = {
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
  return judgeDnssec(observed as unknown as DomainSight, "www", work)?.data.status;
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

/** The status of a zone below one whose DS our resolver gives with a signature that has ended, by its extended errors. */
function belowEnded(refused: boolean, codes: readonly number[]) {
  const ds = { text: `com. 300 IN DS ${key.keyTag} 15 2 ${"00".repeat(32)}`, by: root, expiration: 1400 };
  const soa = present({
    rcode: "NOERROR",
    flags: [],
    answers: [],
    authorities: [],
    additionals: [],
    edns: null,
  });
  const rootLink = {
    zone: "",
    ds: [],
    keys: [said({ text: keys, by: root }, NONE, "NOERROR", "", "resolver")],
  };
  const above = { zone: "com", ds: [said(ds, NONE, "NOERROR", "", "resolver", codes)], keys: [] };
  const observed = {
    zone: present({ apex: "example.com", nameServers: [], denied: false }),
    validation: refused
      ? { outcome: unknown("servfail"), unchecked: soa }
      : { outcome: soa, unchecked: null },
    types: [{ type: "DS", source: "parent", outcome: unknown("timeout"), said: [], beyond: null }],
    chain: {
      anchors: [anchor],
      at: 1500,
      links: [rootLink, above, { zone: "example.com", ds: [], keys: [] }],
    },
    evidence: [],
  };
  const judged = judgeDnssec(observed as unknown as DomainSight, "example.com");
  return `${judged?.data.status} ${judged?.data.chain.at(1)?.reason}`;
}

test("what our resolver alone has of a zone above makes nothing bogus where it does not refuse it, or is stale", () => {
  expect(belowEnded(true, [])).toBe("bogus ds_signature");
  expect(belowEnded(true, [3])).toBe("unknown not_confirmed");
  expect(belowEnded(true, [19])).toBe("unknown not_confirmed");
  expect(belowEnded(false, [])).toBe("unknown not_confirmed");
});
