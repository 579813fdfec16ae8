import { expect, test } from "bun:test";
import type { SignedSet } from "../signed-set.ts";
import { keySetOf, makeSigner, type Signer, signed, withKey } from "../test/signer.ts";
import { createWork } from "../work.ts";
import { type Ds, digestOf } from "./ds.ts";
import { keyOf, unrevoked, type ZoneKey } from "./keys.ts";
import { type DsMatch, matchDs } from "./match-ds.ts";

const ZONE = "example.com";
const ksk = makeSigner(257);
const zsk = makeSigner(256);
const KEYS = keySetOf([ksk.key, zsk.key]);
const SIGNED = signed(KEYS, [ksk], { labels: 2 });

const ds = (key: ZoneKey, digestType = 2, change: Partial<Ds> = {}): Ds => ({
  keyTag: key.keyTag,
  algorithm: key.algorithm,
  digestType,
  digest: digestOf(ZONE, key, digestType) ?? Uint8Array.of(1, 2, 3),
  ...change,
});
const match = (all: readonly Ds[], keySet: SignedSet | null = SIGNED, at = 1500) =>
  matchDs(ZONE, all, keySet, at, createWork());
const links = ({ kind, all }: DsMatch): string[] => [kind, ...all.map(({ link }) => link)];
const wrong = { digest: new Uint8Array(32) };

function revoked(signer: Signer): Signer {
  const rdata = signer.key.rdata.slice();
  rdata[1] = (rdata[1] ?? 0) | 0x80;
  return withKey(signer, keyOf(rdata));
}
const off = revoked(ksk);
const REVOKED = signed(keySetOf([off.key, zsk.key]), [off], { labels: 2 });

test.each<[string, () => DsMatch, readonly string[]]>([
  ["the right DS", () => match([ds(ksk.key)]), ["secure", "secure"]],
  ["each digest type", () => match([ds(ksk.key, 4)]), ["secure", "secure"]],
  ["SHA-1 alone", () => match([ds(ksk.key, 1)]), ["secure", "secure"]],
  [
    "SHA-1 right beside SHA-256 wrong",
    () => match([ds(ksk.key, 1), ds(ksk.key, 2, wrong)]),
    ["broken", "ignored", "wrong_digest"],
  ],
  [
    "SHA-1 right beside another algorithm's SHA-256",
    () => match([ds(ksk.key, 1), ds(ksk.key, 2, { algorithm: 8 })]),
    ["secure", "secure", "no_key"],
  ],
  [
    "one right and one wrong",
    () => match([ds(ksk.key, 2, wrong), ds(ksk.key)]),
    ["secure", "wrong_digest", "secure"],
  ],
  ["no DNSKEY", () => match([ds(ksk.key)], null), ["broken", "no_key"]],
  ["another key's", () => match([ds(makeSigner().key)]), ["broken", "no_key"]],
  ["another digest", () => match([ds(ksk.key, 2, wrong)]), ["broken", "wrong_digest"]],
  [
    "a digest cut short",
    () => match([ds(ksk.key, 2, { digest: new Uint8Array() })]),
    ["broken", "wrong_digest"],
  ],
  ["a key that signs nothing", () => match([ds(zsk.key)]), ["broken", "key_does_not_sign"]],
  ["an expired signature", () => match([ds(ksk.key)], SIGNED, 3000), ["broken", "key_does_not_sign"]],
  ["a revoked key", () => match([ds(off.key)], REVOKED), ["broken", "revoked"]],
  ["a key revoked since", () => match([ds(ksk.key)], REVOKED), ["broken", "revoked"]],
  ["a digest that is not known", () => match([ds(ksk.key, 3)]), ["insecure", "unsupported_digest"]],
  [
    "an algorithm that is not known",
    () => match([ds(ksk.key, 2, { algorithm: 17 })]),
    ["insecure", "unsupported_algorithm"],
  ],
  [
    "an algorithm that is not known, and no DNSKEY",
    () => match([ds(ksk.key, 2, { algorithm: 17 })], null),
    ["insecure", "unsupported_algorithm"],
  ],
  [
    "a digest that is not known beside a broken one",
    () => match([ds(ksk.key, 3), ds(ksk.key, 2, wrong)]),
    ["broken", "unsupported_digest", "wrong_digest"],
  ],
])("%s", (_, ask, expected) => expect(links(ask())).toEqual([...expected]));

test("the link that got furthest decides, with its key and signature", () => {
  const { by, keys } = match([ds(makeSigner().key), ds(ksk.key, 2, wrong), ds(zsk.key)]);
  expect(by).toMatchObject({
    link: "key_does_not_sign",
    key: { keyTag: zsk.key.keyTag },
    keySet: { state: "missing" },
  });
  expect(keys).toEqual([]);
  expect(match([ds(ksk.key)], SIGNED, 3000).by?.keySet).toMatchObject({
    state: "expired",
    signature: { expiration: 2000 },
  });
});

test("without keys no DS decides; secure keys are returned", () => {
  expect(match([ds(ksk.key)], null).by).toBeNull();
  expect(match([ds(ksk.key)]).keys).toHaveLength(2);
});

test("a DS must match a key that signs; a signature by another key does not help", () => {
  const byZsk = signed(KEYS, [zsk], { labels: 2 });
  expect(links(match([ds(ksk.key)], byZsk))).toEqual(["broken", "key_does_not_sign"]);
  expect(links(match([ds(zsk.key)], byZsk))).toEqual(["secure", "secure"]);
});

test("algorithms of the DS RRset that do not sign are reported", () => {
  const { kind, unsignedAlgorithms } = match([ds(ksk.key), ds(ksk.key, 2, { algorithm: 8 })]);
  expect([kind, unsignedAlgorithms]).toEqual(["secure", [8]]);
});

test("a key without the ZONE flag or protocol 3", () => {
  const bare = makeSigner(1);
  const set = signed(keySetOf([bare.key]), [bare], { labels: 2 });
  expect(links(match([ds(bare.key)], set))).toEqual(["broken", "not_a_zone_key"]);
});

test("an unsupported key is neither secure nor broken", () => {
  const odd = withKey(zsk, keyOf(Uint8Array.of(1, 1, 3, 8, 1, 1, ...new Uint8Array(128).fill(255))));
  const set = signed(keySetOf([odd.key]), [odd], { labels: 2 });
  expect(links(match([ds(odd.key)], set))).toEqual(["not_checked", "unsupported_key"]);
});

test("with an exhausted budget, or after the sixteenth DS, the result is neither secure nor broken", () => {
  expect(matchDs(ZONE, [ds(ksk.key)], SIGNED, 1500, createWork({ cost: 0 })).kind).toBe("not_checked");
  const many = Array.from({ length: 16 }, () => ds(ksk.key, 2, wrong));
  expect(links(match([...many, ds(ksk.key)]))[0]).toBe("not_checked");
});

test("revoking a key changes its key tag", () => {
  expect(off.key.keyTag).not.toBe(ksk.key.keyTag);
  expect(unrevoked(off.key)).toEqual(ksk.key);
});
