import { expect, test } from "bun:test";
import { joinBytes } from "../protocol/dnssec/bytes.ts";
import { digestOf } from "../protocol/dnssec/keys/ds.ts";
import { makeSigner } from "../protocol/dnssec/test/signer.ts";
import { createWork } from "../protocol/dnssec/work.ts";
import { present, unknown } from "../tool/outcome.ts";
import { judgeDnssec } from "./dnssec.ts";
import type { DomainSight } from "./observations.ts";
import { NONE, serverReply } from "./test/server-reply.ts";

const root = makeSigner();
const { key } = root;
const anchor = joinBytes([
  Uint8Array.of(key.keyTag >> 8, key.keyTag & 255, key.algorithm, 2),
  digestOf("", key, 2) ?? new Uint8Array(),
]);
const keys = `. 300 IN DNSKEY 257 3 15 ${Buffer.from(key.rdata.subarray(4)).toString("base64")}`;
const alias = serverReply({ text: "www. 300 IN CNAME a.example.net.", by: root }, NONE, "NOERROR", "");

/**
 * Returns the status of an alias in a secure zone.
 * @param soa flags of the resolver's answer for the zone.
 * @param target flags of the resolver's answer for the alias's target; null if there is no answer.
 */
function statusOf(soa: readonly string[], target: readonly string[] | null, work = createWork()) {
  const reply = (flags: readonly string[]) =>
    present({ rcode: "NOERROR", flags, answers: [], authorities: [], additionals: [], edns: null });
  const outOfZone = {
    target: "a.example.net",
    server: { name: "resolver", address: "192.0.2.53" },
    outcome: target === null ? unknown("timeout") : reply(target),
  };
  const own = { server: alias.server, outcome: alias.outcome, replies: [alias], outOfZone };
  const observed = {
    zone: present({ apex: "", nameServers: [], denied: false }),
    validation: { name: "", outcome: reply(soa), unchecked: null },
    types: [{ type: "A", source: "authoritative", ...own }],
    chain: {
      anchors: [anchor],
      at: 1500,
      links: [
        { zone: "", ds: [], keys: [serverReply({ text: keys, by: root }, NONE, "NOERROR", "", "resolver")] },
      ],
    },
    evidence: [],
    inBailiwick: [],
  };
  return judgeDnssec(observed as unknown as DomainSight, "www", work)?.data.status;
}

test.each([
  ["a target that passes validation", ["ad"], ["ad"], "secure"],
  ["a target without signatures", ["ad"], [], "insecure"],
  ["a resolver that does not validate", [], [], "unknown"],
  ["a target without an answer is not checked, so it is not secure", ["ad"], null, "unknown"],
] as const)("%s", (_, soa, target, status) => {
  expect(statusOf(soa, target)).toBe(status as never);
});

test("an answer that was not checked is not secure: the resolver's verdict is used instead", () => {
  const whole = createWork();
  expect(statusOf([], ["ad"], whole)).toBe("secure");
  // The budget is one unit too small to verify the last signature.
  expect(statusOf([], ["ad"], createWork({ cost: whole.spent.cost - 1 }))).toBe("unknown");
});

test("a registry's denial that only a resolver without signature checks accepts is bogus", () => {
  const denial = present({ rcode: "NXDOMAIN", flags: [], answers: [], authorities: [], additionals: [] });
  const soa = { name: "com.", type: "RRSIG", data: { signer: "com.", covered: "SOA", expiration: 2000 } };
  const own = present({ rcode: "NXDOMAIN", flags: ["aa"], answers: [], authorities: [soa], additionals: [] });
  const replies = [{ server: alias.server, outcome: own }];
  const status = (outcome: unknown, unchecked: unknown) => {
    const observed = {
      zone: present({ apex: "com", nameServers: [], denied: true }),
      validation: { name: "nx.com", outcome, unchecked },
      types: [{ type: "A", source: "authoritative", outcome: own, replies, outOfZone: null }],
      chain: null,
      evidence: [],
      inBailiwick: [],
    };
    return judgeDnssec(observed as unknown as DomainSight, "nx.com")?.data.status;
  };
  expect(status(unknown("servfail"), denial)).toBe("bogus");
  expect(status(denial, null)).not.toBe("bogus");
  expect(status(unknown("timeout"), null)).not.toBe("bogus");
});

/**
 * Returns the status of a zone whose parent has a DS that only our resolver returned, with an expired signature.
 * @param refused true if the resolver refuses the zone.
 * @param codes extended errors of the resolver's answer.
 */
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
    keys: [serverReply({ text: keys, by: root }, NONE, "NOERROR", "", "resolver")],
  };
  const above = { zone: "com", ds: [serverReply(ds, NONE, "NOERROR", "", "resolver", codes)], keys: [] };
  const observed = {
    zone: present({ apex: "example.com", nameServers: [], denied: false }),
    validation: refused
      ? { outcome: unknown("servfail"), unchecked: soa }
      : { outcome: soa, unchecked: null },
    types: [{ type: "DS", source: "parent", outcome: unknown("timeout"), replies: [], outOfZone: null }],
    chain: {
      anchors: [anchor],
      at: 1500,
      links: [rootLink, above, { zone: "example.com", ds: [], keys: [] }],
    },
    evidence: [],
    inBailiwick: [],
  };
  const judged = judgeDnssec(observed as unknown as DomainSight, "example.com");
  return `${judged?.data.status} ${judged?.data.chain.at(1)?.reason}`;
}

test("data that only our resolver has for a parent zone makes nothing bogus unless the resolver refuses the zone and its data is not stale", () => {
  expect(belowEnded(true, [])).toBe("bogus ds_signature");
  expect(belowEnded(true, [3])).toBe("unknown not_confirmed");
  expect(belowEnded(true, [19])).toBe("unknown not_confirmed");
  expect(belowEnded(false, [])).toBe("unknown not_confirmed");
});
