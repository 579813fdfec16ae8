import type { OddLabel } from "../plan/registrations.ts";
import { BAIT, REFERRAL_CHAIN } from "../plan/registries.ts";
import { gtldRecord } from "./whois-gtld.ts";
import { type Asked, reply, send } from "./whois-reply.ts";

/** Milliseconds between the bytes of a slow answer. */
const DRIP_MS = 250;
const LONG_LINE = 1_000_000;
const BINARY_BYTES = 4096;
const HEX = 0x100;

/** Answers with the record of a registered name; the record refers to the given server. */
const referral = (server: string) => (asked: Asked) => reply(asked, gtldRecord(nameOf(asked), false, server));
const nameOf = (asked: Asked) => asked.question.toLowerCase();

/** Faults on port 43 of .io, by the second-level label. */
export const ODD: Readonly<Record<OddLabel, (asked: Asked) => void>> = {
  silent: () => {},
  drip: (asked) => void drip(asked),
  endless: (asked) => void endless(asked),
  empty: ({ socket }) => socket.end(),
  resets: ({ socket }) => socket.terminate(),
  // The bytes are the same each time, so that results can be reproduced.
  binary: ({ socket }) => {
    socket.end(Uint8Array.from({ length: BINARY_BYTES }, (_, i) => (i * i * 31 + 7 * i + (i >> 3)) % HEX));
  },
  latin: (asked) =>
    reply(asked, gtldRecord(nameOf(asked), false).replace("Söhne", "Söhne \u00c3\u00ff"), "latin1"),
  "long-line": (asked) => void sendAll(asked, `Domain Name: ${"x".repeat(LONG_LINE)}`),
  maintenance: (asked) => reply(asked, "The registry is under maintenance, try again later.\n"),
  unsure: (asked) => reply(asked, "Welcome to the registry.\nHave a nice day.\n"),
  "referral-private": (asked) =>
    reply(
      asked,
      ["127.0.0.1", "10.0.0.1", "localhost"]
        .map((server) => gtldRecord(nameOf(asked), false, server))
        .join("\n"),
    ),
  "referral-bait": referral(BAIT.name),
  "referral-loop": referral("whois.nic.io"),
  "referral-port": referral("whois://whois.elsewhere.net:4343"),
  "referral-crlf": referral("whois.elsewhere.net\r\x00\x1b[31m\u2028evil"),
  "referral-chain": referral(REFERRAL_CHAIN[0] ?? ""),
  // The answer mentions the states of other names, which a client must not take for the state of this name.
  mentions: (asked) =>
    reply(
      asked,
      `% Where a name does not exist, the answer is: No match for "NAME".
% Domain not found. is what older versions said; NOT FOUND and Status: free are other registries' words.
${gtldRecord(nameOf(asked), false)}
% This service says "No match for" of a name that is not registered, or that it is available.
`,
    ),
};

/**
 * Returns the handler of a server in the referral chain: each server names the next one, and the last one answers as a
 * registrar.
 */
export function link(host: string): (asked: Asked) => void {
  const next = REFERRAL_CHAIN[REFERRAL_CHAIN.indexOf(host) + 1];
  return next === undefined ? referral(host) : referral(next);
}

async function sendAll({ socket }: Asked, text: string): Promise<void> {
  await send(socket, Buffer.from(text));
  socket.end();
}

async function drip(asked: Asked): Promise<void> {
  for (const byte of Buffer.from(gtldRecord(nameOf(asked), false))) {
    if (asked.socket.write(Uint8Array.of(byte)) < 0) return;
    await Bun.sleep(DRIP_MS);
  }
  asked.socket.end();
}

/** Sends endless lines, as fast as the client reads. */
async function endless({ socket }: Asked): Promise<void> {
  const lines = Buffer.from("% another line of an answer that has no end\r\n".repeat(1000));
  while (await send(socket, lines)) await Bun.sleep(1);
}
