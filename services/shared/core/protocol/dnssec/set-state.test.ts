import { expect, test } from "bun:test";
import { keyOf } from "./keys/keys.ts";
import { stateOfSet } from "./set-state.ts";
import type { SignedSet } from "./signed-set.ts";
import { setOf, setsOf } from "./test/sets.ts";
import { keySetOf, makeSigner, type Signer, signatureOf, signed, withKey } from "./test/signer.ts";
import { createWork } from "./work.ts";

const ZONE = "example.com";
const signer = makeSigner(256);
const { key } = signer;
const plain = setOf(
  setsOf("www.example.com. 3600 IN A 192.0.2.1\nwww.example.com. 3600 IN A 192.0.2.2"),
  "A",
);
const set = signed(plain, [signer]);

const state = (of: SignedSet, keys = [key], at = 1500, work = createWork(), zone = ZONE) =>
  stateOfSet(of, zone, keys, at, work);
const brief = (...asked: Parameters<typeof state>) => {
  const { state: is, signature } = state(...asked);
  return signature?.reason ? `${is}: ${signature.reason}` : is;
};

/** Returns the key with one byte of its data changed. */
const changed = (at: number, value: number) => keyOf(key.rdata.map((byte, i) => (i === at ? value : byte)));

test("a valid set has its expiration and its key", () => {
  expect(state(set)).toEqual({
    state: "valid",
    signature: {
      ...{ state: "valid", reason: null, keyTag: key.keyTag, algorithm: 15, signer: ZONE },
      ...{ inception: 1000, expiration: 2000 },
    },
    signatures: [expect.objectContaining({ state: "valid" })],
    wildcard: null,
    ttl: 500,
  });
});

test.each<[string, () => string, string]>([
  ["no signature", () => brief(plain), "missing"],
  ["the second before", () => brief(set, [key], 999), "not_yet_valid"],
  ["the first second", () => brief(set, [key], 1000), "valid"],
  ["the last second", () => brief(set, [key], 2000), "valid"],
  ["the second after", () => brief(set, [key], 2001), "expired"],
  ["no key", () => brief(set, []), "no_key"],
  ["another key", () => brief(set, [makeSigner().key]), "no_key"],
  ["a key without ZONE", () => made(withFlags(1)), "no_key"],
  ["a key with SEP", () => made(withFlags(257)), "valid"],
  ["a key of another protocol", () => made(withKey(signer, changed(2, 2))), "no_key"],
  ["a key that is revoked", () => made(withFlags(256 | 128)), "no_key"],
  ["another zone's signature", () => brief(set, [key], 1500, createWork(), "com"), "wrong: signer"],
  ["an owner of another zone", () => brief({ ...set, owner: "www.example.net" }), "wrong: outside_zone"],
  ["a zone by its letters alone", () => brief({ ...set, owner: "www\\.example.com" }), "wrong: outside_zone"],
  ["too many labels", () => brief(signed(plain, [signer], { labels: 4 })), "wrong: labels"],
  ["a wildcard above the zone", () => brief(signed(plain, [signer], { labels: 1 })), "wrong: labels"],
  ["another owner", () => brief({ ...set, owner: "web.example.com" }), "wrong: bytes"],
  ["another type", () => brief({ ...set, type: "TXT" }), "wrong: bytes"],
  ["a record less", () => brief({ ...set, rdatas: set.rdatas.slice(1) }), "wrong: bytes"],
  ["a record more", () => brief({ ...set, rdatas: [...set.rdatas, Uint8Array.of(1)] }), "wrong: bytes"],
  [
    "an algorithm that is not checked",
    () => brief(signed(plain, [signer], { algorithm: 17 })),
    "unsupported: algorithm",
  ],
])("%s", (_, ask, expected) => expect(ask()).toBe(expected));

function withFlags(flags: number): Signer {
  return withKey(signer, keyOf(Uint8Array.of(flags >> 8, flags & 255, ...key.rdata.subarray(2))));
}

/** Returns the state of an RRset that the given signer signed, validated with the signer's key. */
function made(by: Signer): string {
  return brief(signed(plain, [by]), [by.key]);
}

test("times beyond 2106 are interpreted relative to the given time (RFC 4034 3.1.5)", () => {
  const at = 2 ** 32 + 100;
  const late = signed(plain, [signer], { inception: 2 ** 32 - 100, expiration: 200 });
  expect(state(late, [key], at)).toMatchObject({
    state: "valid",
    signature: { inception: 2 ** 32 - 100, expiration: 2 ** 32 + 200 },
  });
  expect(brief(late, [key], at + 101)).toBe("expired");
  expect(brief(late, [key], 2 ** 32 - 101)).toBe("not_yet_valid");
});

test("the TTL is the minimum of received TTL, original TTL and remaining validity", () => {
  const ttl = (came: number, originalTtl: number, at: number) =>
    state({ ...signed(plain, [signer], { originalTtl }), ttl: came }, [key], at).ttl;
  expect([ttl(60, 3600, 1500), ttl(9000, 300, 1500), ttl(9000, 9000, 1990)]).toEqual([60, 300, 10]);
});

test("one valid signature is enough, and all are reported", () => {
  const other = makeSigner();
  const both = signed(plain, [other, signer]);
  const late = { ...both, signatures: [signatureOf(plain, other, { expiration: 1200 }), ...both.signatures] };
  const { state: is, signature, signatures } = state(late);
  expect([is, signature?.keyTag]).toEqual(["valid", key.keyTag]);
  expect(signatures.map((one) => one.state)).toEqual(["expired", "no_key", "valid"]);
});

test("without a valid signature, the one that explains most decides", () => {
  const other = makeSigner();
  const of = (...signatures: SignedSet["signatures"]) => brief({ ...plain, signatures });
  const wrong = { ...signatureOf(plain, signer), bytes: new Uint8Array(64) };
  const expired = signatureOf(plain, signer, { expiration: 1200 });
  const early = signatureOf(plain, signer, { inception: 1800 });
  const foreign = signatureOf(plain, other);
  const unknown = signatureOf(plain, signer, { algorithm: 17 });
  expect(of(unknown, foreign, early, expired, wrong)).toBe("wrong: bytes");
  expect(of(unknown, foreign, early, expired)).toBe("expired");
  expect(of(unknown, foreign, early)).toBe("not_yet_valid");
  expect(of(unknown, foreign)).toBe("no_key");
});

test("an expanded set names its wildcard; the wildcard's own set does not", () => {
  const star = setOf(setsOf("*.example.com. 3600 IN TXT x"), "TXT");
  const signature = signatureOf(star, signer, { labels: 2 });
  const at = (owner: string) => state({ ...star, owner, signatures: [signature] });
  expect(at("*.example.com")).toMatchObject({ state: "valid", wildcard: null });
  expect(at("a.b.example.com")).toMatchObject({ state: "valid", wildcard: "*.example.com" });
  expect(at("x\\.y.example.com")).toMatchObject({ state: "valid", wildcard: "*.example.com" });
  expect(at("example.com")).toMatchObject({ state: "wrong" });
});

test("the root's wildcard and the root's own records", () => {
  const root = setOf(setsOf(". 3600 IN TXT x"), "TXT");
  expect(state(signed(root, [signer], { zone: "." }), [key], 1500, createWork(), "")).toMatchObject({
    state: "valid",
    wildcard: null,
  });
  const star = setOf(setsOf("*. 3600 IN TXT x"), "TXT");
  const signature = signatureOf(star, signer, { zone: ".", labels: 0 });
  const expanded = { ...star, owner: "com", signatures: [signature] };
  expect(state(expanded, [key], 1500, createWork(), "")).toMatchObject({ state: "valid", wildcard: "*" });
});

test("the same set from several servers is verified once", () => {
  const work = createWork();
  for (let i = 0; i < 10; i++) expect(brief({ ...set, ttl: i }, [key], 1500, work)).toBe("valid");
  expect(work.spent.verifications).toBe(1);
});

test("RSA keys that the platform rejects are unsupported, not wrong", () => {
  const rsa = (exponent: readonly number[], bits: number, last = 1) => {
    const modulus = new Uint8Array(bits / 8).fill(0xff);
    modulus[modulus.length - 1] = last;
    return keyOf(Uint8Array.of(1, 0, 3, 8, exponent.length, ...exponent, ...modulus));
  };
  const by = (one: ReturnType<typeof rsa>) => {
    const { secret } = signer;
    return brief(signed(plain, [{ key: one, secret }]), [one]);
  };
  expect(by(rsa([1, 0, 1], 1024))).toBe("wrong: bytes");
  expect(rsa([1, 0, 1], 1024).bits).toBe(1024);
  for (const refused of [
    rsa([1, 0, 0, 0, 0, 0, 0, 0, 1], 1024),
    rsa([1], 1024),
    rsa([1, 0, 0], 1024),
    rsa([1, 0, 1], 1024, 2),
    rsa([1, 0, 1], 256),
    rsa([1, 0, 1], 8192),
    rsa([], 0),
  ])
    expect(by(refused)).toBe("unsupported: key");
  const noPoint = keyOf(Uint8Array.of(1, 0, 3, 13, ...new Uint8Array(64).fill(7)));
  expect(by(noPoint)).toBe("unsupported: key");
  expect(by(keyOf(Uint8Array.of(1, 0, 3, 14, ...new Uint8Array(64))))).toBe("unsupported: key");
  expect(by(keyOf(Uint8Array.of(1, 0, 3, 15, 1, 2, 3)))).toBe("unsupported: key");
});

test("keys with the same key tag are all tried, up to the limit per set", () => {
  // Swapping 16-bit words of a key does not change their sum, and so not the key tag (KeyTrap, CVE-2023-50387).
  const words = [...key.rdata.subarray(4)];
  const same = Array.from({ length: 15 }, (_, i) => {
    const moved = [...words.slice(2 * i + 2), ...words.slice(0, 2 * i + 2)];
    return keyOf(Uint8Array.of(...key.rdata.subarray(0, 4), ...moved));
  });
  expect(new Set(same.map(({ keyTag }) => keyTag))).toEqual(new Set([key.keyTag]));
  expect(brief(set, [...same.slice(0, 5), key])).toBe("valid");
  expect(brief(set, same.slice(0, 5))).toMatch(/^(wrong: bytes|unsupported: key)$/);
  const work = createWork();
  expect(brief(set, [...same, key], 1500, work)).toBe("not_checked");
  expect(work.spent.verifications).toBe(8);
});

test("many signatures by many keys with one key tag: the whole request is limited", () => {
  const words = [...key.rdata.subarray(4)];
  const keys = Array.from({ length: 15 }, (_, i) =>
    keyOf(
      Uint8Array.of(...key.rdata.subarray(0, 4), ...words.slice(2 * i + 2), ...words.slice(0, 2 * i + 2)),
    ),
  );
  const signatures = Array.from({ length: 1000 }, (_, i) => ({
    ...signatureOf(plain, signer),
    bytes: new Uint8Array(64).fill(i),
  }));
  const work = createWork();
  for (let i = 0; i < 200; i++) {
    const hostile = { ...plain, owner: `n${i}.example.com`, signatures };
    expect(brief(hostile, keys, 1500, work)).toBe("not_checked");
  }
  expect(work.spent.cost).toBeLessThanOrEqual(work.limits.cost);
  expect(work.spent.verifications).toBeLessThanOrEqual(200);
});

test("a DNSKEY set is validated like any other", () => {
  const keys = keySetOf([key, makeSigner().key]);
  expect(brief(signed(keys, [signer], { labels: 2 }))).toBe("valid");
});
