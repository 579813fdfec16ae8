/**
 * Measures the CPU cost of hostile zones: `bun services/shared/core/protocol/dnssec/test/hostile-bench.ts`. Each row
 * is one request, which validates repeatedly until its own budget is exhausted.
 */
import { generateKeyPairSync } from "node:crypto";
import { ed448 } from "@noble/curves/ed448.js";
import { joinBytes } from "../bytes.ts";
import type { Denial, Nsec3 } from "../denial/denial.ts";
import { proveNoName } from "../denial/prove.ts";
import { digestOf } from "../keys/ds.ts";
import { keyOf, type ZoneKey } from "../keys/keys.ts";
import { matchDs } from "../keys/match-ds.ts";
import { stateOfSet } from "../set-state.ts";
import type { Signature, SignedSet } from "../signed-set.ts";
import { createWork, type Work } from "../work.ts";
import { keySetOf, signatureOf } from "./signer.ts";

const ZONE = "example.com";
const PLAIN: SignedSet = {
  owner: ZONE,
  type: "TXT",
  ttl: 60,
  section: "answer",
  rdatas: [new Uint8Array(100)],
  signatures: [],
};

/**
 * Makes a public key that passes all validity checks (the point is on the curve, or the modulus is odd), so that
 * verification runs at full cost.
 */
function keyBytes(algorithm: number): Uint8Array {
  const jwk = (curve: string) =>
    generateKeyPairSync("ec", { namedCurve: curve }).publicKey.export({ format: "jwk" });
  const ec = (curve: string) => {
    const { x = "", y = "" } = jwk(curve);
    return joinBytes([Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  };
  if (algorithm === 13) return ec("P-256");
  if (algorithm === 14) return ec("P-384");
  if (algorithm === 15)
    return joinBytes([
      generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "der" }).subarray(-32),
    ]);
  if (algorithm === 16) return ed448.keygen().publicKey;
  const modulus = crypto.getRandomValues(new Uint8Array(512));
  modulus[0] = 0xff;
  modulus[511] = (modulus[511] ?? 0) | 1;
  // The first six bytes are the longest exponent that the validator accepts.
  return joinBytes([Uint8Array.of(5, 1, 0xff, 0xff, 0xff, 0xff), modulus]);
}

/** KeyTrap attack: many different signatures that all have the same key tag. */
function keyTrap(algorithm: number, data = 100): (work: Work, round: number) => string {
  const key = keyOf(joinBytes([Uint8Array.of(1, 1, 3, algorithm), keyBytes(algorithm)]));
  const octets = { 13: 64, 14: 96, 15: 64, 16: 114 }[algorithm] ?? 512;
  const signatures = Array.from({ length: 40 }, (_, i): Signature => {
    const bytes = new Uint8Array(octets).fill(i + 1);
    // Ed448 and Ed25519 reject signature values that are too large without any computation, so the value is kept small.
    if (algorithm > 14) bytes[octets - 1] = 0;
    return { ...unsigned(key), bytes };
  });
  return (work, round) => {
    const rdatas = [new Uint8Array(data).fill(round & 255), Uint8Array.of(round >> 8, round & 255)];
    return stateOfSet({ ...PLAIN, rdatas, signatures }, ZONE, [key], 1500, work).state;
  };
}

function unsigned(key: ZoneKey): Signature {
  const { privateKey } = generateKeyPairSync("ed25519");
  return signatureOf(PLAIN, { key, secret: privateKey }, { labels: 2 });
}

/** As many DS records as fit into a response. All of them match a key that has only wrong signatures. */
function manyDs(): (work: Work) => string {
  const key = keyOf(joinBytes([Uint8Array.of(1, 1, 3, 14), keyBytes(14)]));
  const others = Array.from({ length: 400 }, (_, i) =>
    keyOf(joinBytes([key.rdata.subarray(0, 4), Uint8Array.of(i >> 8, i & 255), new Uint8Array(94)])),
  );
  const signatures = Array.from({ length: 200 }, (_, i) => ({
    ...unsigned(key),
    bytes: new Uint8Array(96).fill(i),
  }));
  const keySet = { ...keySetOf([key, ...others]), signatures };
  const digest = digestOf(ZONE, key, 2) ?? new Uint8Array();
  const ds = Array.from({ length: 1500 }, () => ({
    keyTag: key.keyTag,
    algorithm: 14,
    digestType: 2,
    digest,
  }));
  return (work) => matchDs(ZONE, ds, keySet, 1500, work).kind;
}

/** Attack on NSEC3 (CVE-2023-50868): a name with many labels, the maximum number of iterations and a long salt. */
function manyHashes(): (work: Work, round: number) => string {
  const nsec3: Nsec3 = {
    hash: "0",
    next: "1",
    optOut: false,
    iterations: 100,
    salt: new Uint8Array(255),
    types: new Set(),
  };
  const denial: Denial = {
    zone: ["example", "com"],
    nsec: [],
    nsec3: [nsec3],
    refused: [],
    leavesZone: false,
  };
  return (work, round) => proveNoName(denial, `${round}.${"a.".repeat(110)}example.com`, work).kind;
}

const ROWS: readonly (readonly [string, (work: Work, round: number) => string])[] = [
  ["KeyTrap, RSA of 4096 bits", keyTrap(8)],
  ["KeyTrap, P-256", keyTrap(13)],
  ["KeyTrap, P-384", keyTrap(14)],
  ["KeyTrap, Ed25519", keyTrap(15)],
  ["KeyTrap, Ed448", keyTrap(16)],
  ["KeyTrap, RSA over 60 kB", keyTrap(8, 60_000)],
  ["1500 DS, 400 keys, 200 signatures", manyDs()],
  ["NSEC3, 112 labels, 100 iterations", manyHashes()],
];

for (const [name, once] of ROWS) {
  // Warms up the JIT compiler, so that the measurement matches a running process.
  for (const warm of [createWork(), createWork()]) once(warm, 1000);
  const work = createWork();
  const before = process.cpuUsage();
  const states = new Set<string>();
  for (let round = 0; round < 100; round++) states.add(once(work, round));
  const { user, system } = process.cpuUsage(before);
  const { verifications, hashBlocks, cost } = work.spent;
  const columns = [
    `${((user + system) / 1000).toFixed(1)} ms CPU`,
    `${verifications} signatures`,
    `${hashBlocks} blocks`,
    `cost ${cost}`,
  ];
  process.stdout.write(`${name.padEnd(36)} ${columns.join(", ")}: ${[...states].join(" ")}\n`);
}
