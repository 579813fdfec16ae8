import { expect, test } from "bun:test";
import { digestOf, readDs } from "./keys/ds.ts";
import { readKeys } from "./keys/keys.ts";
import { matchDs } from "./keys/match-ds.ts";
import { stateOfSet } from "./set-state.ts";
import { setOf, setsOf } from "./test/sets.ts";
import { createWork } from "./work.ts";

/** Examples from RFCs: a key, its DS if the RFC has one, and an RRset that the key signs. */
const EXAMPLES: readonly (readonly [rfc: string, zone: string, type: string, text: string])[] = [
  [
    "RFC 5702 6.1, RSA/SHA-256",
    "example.net",
    "A",
    `
example.net. 3600 IN DNSKEY 256 3 8 AwEAAcFcGsaxxdgiuuGmCkVImy4h99CqT7jwY3pexPGcnUFtR2Fh36BponcwtkZ4cAgtvd4Qs8PkxUdp6p/DlUmObdk=
www.example.net. 3600 IN A 192.0.2.91
www.example.net. 3600 IN RRSIG A 8 3 3600 20300101000000 20000101000000 9033 example.net. kRCOH6u7l0QGy9qpC9l1sLncJcOKFLJ7GhiUOibu4teYp5VE9RncriShZNz85mwlMgNEacFYK/lPtPiVYP4bwg==`,
  ],
  [
    "RFC 5702 6.2, RSA/SHA-512",
    "example.net",
    "A",
    `
example.net. 3600 IN DNSKEY 256 3 10 AwEAAdHoNTOW+et86KuJOWRDp1pndvwb6Y83nSVXXyLA3DLroROUkN6X0O6pnWnjJQujX/AyhqFDxj13tOnD9u/1kTg7cV6rklMrZDtJCQ5PCl/D7QNPsgVsMu1J2Q8gpMpztNFLpPBz1bWXjDtaR7ZQBlZ3PFY12ZTSncorffcGmhOL
www.example.net. 3600 IN A 192.0.2.91
www.example.net. 3600 IN RRSIG A 10 3 3600 20300101000000 20000101000000 3740 example.net. tsb4wnjRUDnB1BUi+t6TMTXThjVnG+eCkWqjvvjhzQL1d0YRoOe0CbxrVDYd0xDtsuJRaeUw1ep94PzEWzr0iGYgZBWm/zpq+9fOuagYJRfDqfReKBzMweOLDiNa8iP5g9vMhpuv6OPlvpXwm9Sa9ZXIbNl1MBGk0fthPgxdDLw=`,
  ],
  [
    "RFC 6605 6.1, P-256",
    "example.net",
    "A",
    `
example.net. 3600 IN DNSKEY 257 3 13 GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==
example.net. 3600 IN DS 55648 13 2 b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17
www.example.net. 3600 IN A 192.0.2.1
www.example.net. 3600 IN RRSIG A 13 3 3600 20100909100439 20100812100439 55648 example.net. qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==`,
  ],
  [
    "RFC 6605 6.2, P-384",
    "example.net",
    "A",
    `
example.net. 3600 IN DNSKEY 257 3 14 xKYaNhWdGOfJ+nPrL8/arkwf2EY3MDJ+SErKivBVSum1w/egsXvSADtNJhyem5RCOpgQ6K8X1DRSEkrbYQ+OB+v8/uX45NBwY8rp65F6Glur8I/mlVNgF6W/qTI37m40
example.net. 3600 IN DS 10771 14 4 72d7b62976ce06438e9c0bf319013cf801f09ecc84b8d7e9495f27e305c6a9b0563a9b5f4d288405c3008a946df983d6
www.example.net. 3600 IN A 192.0.2.1
www.example.net. 3600 IN RRSIG A 14 3 3600 20100909102025 20100812102025 10771 example.net. /L5hDKIvGDyI1fcARX3z65qrmPsVz73QD1Mr5CEqOiLP95hxQouuroGCeZOvzFaxsT8Glr74hbavRKayJNuydCuzWTSSPdz7wnqXL5bdcJzusdnI0RSMROxxwGipWcJm`,
  ],
  [
    "RFC 8080 6.1 with erratum 4935, Ed25519",
    "example.com",
    "MX",
    `
example.com. 3600 IN DNSKEY 257 3 15 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=
example.com. 3600 IN DS 3613 15 2 3aa5ab37efce57f737fc1627013fee07bdf241bd10f3b1964ab55c78e79a304b
example.com. 3600 IN MX 10 mail.example.com.
example.com. 3600 IN RRSIG MX 15 2 3600 1440021600 1438207200 3613 example.com. oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg==`,
  ],
  [
    "RFC 8080 6.1 with erratum 4935, Ed25519 again",
    "example.com",
    "MX",
    `
example.com. 3600 IN DNSKEY 257 3 15 zPnZ/QwEe7S8C5SPz2OfS5RR40ATk2/rYnE9xHIEijs=
example.com. 3600 IN DS 35217 15 2 401781b934e392de492ec77ae2e15d70f6575a1c0bc59c5275c04ebe80c6614c
example.com. 3600 IN MX 10 mail.example.com.
example.com. 3600 IN RRSIG MX 15 2 3600 1440021600 1438207200 35217 example.com. zXQ0bkYgQTEFyfLyi9QoiY6D8ZdYo4wyUhVioYZXFdT410QPRITQSqJSnzQoSm5poJ7gD7AQR0O7KuI5k2pcBg==`,
  ],
  [
    "RFC 8080 6.2 with erratum 4935, Ed448",
    "example.com",
    "MX",
    `
example.com. 3600 IN DNSKEY 257 3 16 3kgROaDjrh0H2iuixWBrc8g2EpBBLCdGzHmn+G2MpTPhpj/OiBVHHSfPodx1FYYUcJKm1MDpJtIA
example.com. 3600 IN DS 9713 16 2 6ccf18d5bc5d7fc2fceb1d59d17321402f2aa8d368048db93dd811f5cb2b19c7
example.com. 3600 IN MX 10 mail.example.com.
example.com. 3600 IN RRSIG MX 16 2 3600 1440021600 1438207200 9713 example.com. 3cPAHkmlnxcDHMyg7vFC34l0blBhuG1qpwLmjInI8w1CMB29FkEAIJUA0amxWndkmnBZ6SKiwZSAxGILn/NBtOXft0+Gj7FSvOKxE/07+4RQvE581N3Aj/JtIyaiYVdnYtyMWbSNyGEY2213WKsJlwEA`,
  ],
  [
    "RFC 8080 6.2 with erratum 4935, Ed448 again",
    "example.com",
    "MX",
    `
example.com. 3600 IN DNSKEY 257 3 16 kkreGWoccSDmUBGAe7+zsbG6ZAFQp+syPmYUurBRQc3tDjeMCJcVMRDmgcNLp5HlHAMy12VoISsA
example.com. 3600 IN DS 38353 16 2 645ff078b3568f5852b70cb60e8e696cc77b75bfaaffc118cf79cbda1ba28af4
example.com. 3600 IN MX 10 mail.example.com.
example.com. 3600 IN RRSIG MX 16 2 3600 1440021600 1438207200 38353 example.com. E1/oLjSGIbmLny/4fcgM1z4oL6aqo+izT3urCyHyvEp4Sp8Syg1eI+lJ57CSnZqjJP41O/9l4m0AsQ4f7qI1gVnML8vWWiyW2KXhT9kuAICUSxv5OWbf81Rq7Yu60npabODB0QFPb/rkW3kUZmQ0YQUA`,
  ],
];

test.each(EXAMPLES)("%s", (_, zone, type, text) => {
  const sets = setsOf(text);
  const keys = readKeys(setOf(sets, "DNSKEY"));
  const set = setOf(sets, type);
  const made = set.signatures[0]?.inception ?? 0;
  const state = (at: number) => stateOfSet(set, zone, keys, at, createWork()).state;
  expect([made - 1, made, made + 3600].map(state)).toEqual(["not_yet_valid", "valid", "valid"]);
  expect([0, 1].map((more) => state((set.signatures[0]?.expiration ?? 0) + more))).toEqual([
    "valid",
    "expired",
  ]);
  const changed = {
    ...set,
    rdatas: set.rdatas.map((rdata) => rdata.map((byte, i) => (i === 3 ? byte ^ 1 : byte))),
  };
  expect(stateOfSet(changed, zone, keys, made, createWork())).toMatchObject({
    state: "wrong",
    signature: { reason: "bytes" },
  });
  for (const ds of sets.filter((one) => one.type === "DS").flatMap(readDs)) {
    const [key] = keys;
    expect(key?.keyTag).toBe(ds.keyTag);
    expect(key && digestOf(zone, key, ds.digestType)).toEqual(Buffer.from(ds.digest));
  }
});

test("RFC 4034 5.4 and RFC 4509 2.3: digests of a key by SHA-1 and SHA-256", () => {
  const sets = setsOf(`
dskey.example.com. 86400 IN DNSKEY 256 3 5 AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==
dskey.example.com. 86400 IN DS 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118
dskey.example.com. 86400 IN DS 60485 5 2 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A`);
  const keySet = setOf(sets, "DNSKEY");
  const [key] = readKeys(keySet);
  expect(key).toMatchObject({ keyTag: 60485, bits: 1024, zoneKey: true, sep: false, revoked: false });
  const digests = readDs(setOf(sets, "DS"));
  expect(digests.map(({ digest }) => Buffer.from(digest))).toEqual(
    [1, 2].map((type) => Buffer.from((key && digestOf("DSKEY.example.com", key, type)) ?? [])),
  );
  // The algorithm is RSASHA1, which counts as insecure (RFC 9905 2).
  expect(matchDs("dskey.example.com", digests, keySet, 0, createWork())).toMatchObject({
    kind: "insecure",
    by: { link: "unsupported_algorithm" },
    unsignedAlgorithms: [5],
  });
});
