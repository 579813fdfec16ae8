import { expect, test } from "bun:test";
import { joinBytes } from "../protocol/dnssec/bytes.ts";
import { digestOf } from "../protocol/dnssec/keys/ds.ts";
import { makeSigner, type Signer } from "../protocol/dnssec/test/signer.ts";
import { createWork } from "../protocol/dnssec/work.ts";
import { unknown } from "../tool/outcome.ts";
import type { ServerReply } from "./observations.ts";
import { NONE, serverReply } from "./test/server-reply.ts";
import { judgeChain } from "./trust-chain.ts";

const ZONE = "example.com";
const SOA = "example.com. 3600 IN SOA ns.example.com. h.example.com. 1 2 3 4 5";
const signer = makeSigner();
const top = makeSigner(257);
const root = makeSigner(257);

/** Returns the record data of the DS for a zone's key. */
const dsData = (zone: string, { key }: Signer) =>
  joinBytes([
    Uint8Array.of(key.keyTag >> 8, key.keyTag & 255, key.algorithm, 2),
    digestOf(zone, key, 2) as Uint8Array,
  ]);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const dsLine = (zone: string, by: Signer) =>
  `${zone}. 300 IN DS ${by.key.keyTag} 15 2 ${hex(digestOf(zone, by.key, 2) as Uint8Array)}`;
const keyLine = (zone: string, { key: { rdata } }: Signer) =>
  `${zone}. 300 IN DNSKEY 257 3 15 ${Buffer.from(rdata.subarray(4)).toString("base64")}`;

/**
 * Follows the chain of trust to example.com and returns its verdict. The arguments are a server's reply to the DS
 * query at com, and the reply with the keys of com.
 */
function chain(
  ds: ServerReply,
  comKeys = serverReply({ text: keyLine("com", top), by: top }, NONE, "NOERROR", "com", "resolver"),
  refused = true,
) {
  const links = [
    {
      zone: "",
      ds: [],
      keys: [serverReply({ text: keyLine("", root), by: root }, NONE, "NOERROR", "", "resolver")],
    },
    {
      zone: "com",
      ds: [serverReply({ text: dsLine("com", top), by: root }, NONE, "NOERROR", "", "resolver")],
      keys: [comKeys],
    },
    { zone: ZONE, ds: [ds], keys: [serverReply({ text: keyLine(ZONE, signer), by: signer }, NONE)] },
  ];
  const judged = judgeChain({ anchors: [dsData("", root)], at: 1500, links }, createWork(), refused).at(-1);
  return `${judged?.trust} ${judged?.reason}`;
}

const COM = "com. 300 IN SOA a.com. h.com. 1 2 3 4 5";
/** Builds a resolver's reply that contains the keys of com with expired signatures, and extended errors. */
const oldKeys = (...codes: number[]) =>
  serverReply(
    { text: keyLine("com", top), by: top, expiration: 1400 },
    ...([NONE, "NOERROR", "com", "resolver", codes] as const),
  );
const goodDs = () => serverReply({ text: dsLine(ZONE, signer), by: top }, NONE, "NOERROR", "com");

const NO_DS = { text: `${COM}\nexample.com. 300 IN NSEC f.com. NS RRSIG NSEC`, by: top };

test.each<[string, () => string, string]>([
  [
    "a DS that matches",
    () => chain(serverReply({ text: dsLine(ZONE, signer), by: top }, NONE, "NOERROR", "com")),
    "secure null",
  ],
  ["a proof that there is no DS", () => chain(serverReply(NONE, NO_DS, "NOERROR", "com")), "insecure no_ds"],
  [
    "a server of both zones that answers as the child zone",
    () =>
      chain(
        serverReply(NONE, { text: `${SOA}\nexample.com. 300 IN NSEC a.example.com. NS SOA`, by: signer }),
      ),
    "unknown not_found_out",
  ],
  [
    "a server of both zones that answers as an unsigned child zone",
    () => chain(serverReply(NONE, { text: SOA, by: null })),
    "unknown not_found_out",
  ],
  ["no proof at the parent", () => chain(serverReply(NONE, { text: COM, by: null })), "bogus ds_not_denied"],
  [
    "a resolver that omits the signatures of a proof",
    () => chain(serverReply(NONE, { ...NO_DS, by: null }, "NOERROR", "com", "resolver")),
    "unknown not_found_out",
  ],
  [
    "a server of the parent that answers SERVFAIL for the DS",
    () => chain({ ...serverReply(NONE, NONE), outcome: unknown("servfail") }),
    "unknown ds_servfail",
  ],
  [
    "a server of the parent that does not answer",
    () => chain({ ...serverReply(NONE, NONE), outcome: unknown("timeout") }),
    "unknown not_found_out",
  ],
  [
    "a parent zone without DNSKEY, at a resolver that gave the root's DNSKEY",
    () =>
      chain(
        serverReply(NONE, NO_DS, "NOERROR", "com"),
        serverReply(NONE, NONE, "NOERROR", "com", "resolver"),
      ),
    "bogus above",
  ],
  [
    "a parent zone with expired signatures, at a resolver that refuses the child zone",
    () => chain(goodDs(), oldKeys()),
    "bogus above",
  ],
  [
    "a parent zone with expired signatures, at a resolver that does not refuse the child zone: its data is old",
    () => chain(goodDs(), oldKeys(), false),
    "unknown above",
  ],
  [
    "a parent zone with expired signatures, at a resolver that says that its data is stale",
    () => chain(goodDs(), oldKeys(3)),
    "unknown above",
  ],
])("%s", (_, verdict, expected) => {
  expect(verdict()).toBe(expected);
});
