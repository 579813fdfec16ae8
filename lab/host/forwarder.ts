import { createServer, type Socket } from "node:net";
import { askOverTcp } from "../odd/ask.ts";
import { framed, messagesOf, SERVFAIL } from "../odd/wire.ts";
import { code, type Faults, faultsOf, type Query, readQuery } from "./forwarder-faults.ts";

/**
 * A resolver that asks others, such as a home router: `forwarder.ts ADDRESS UPSTREAM,... WORD=VALUE...`. The words are
 * its faults (forwarder-faults.ts). It asks the upstream resolvers in turn, as Docker's does, and answers over the
 * protocol of the query.
 */
const [address = "", upstreams = "", ...words] = process.argv.slice(2);
const faults = Object.fromEntries(
  words.map((word) => {
    const [name = "", value = ""] = word.split("=");
    return [name, /^\d+$/.test(value) ? Number(value) : value];
  }),
) as Faults;
const behaviour = faultsOf(faults);

/** Milliseconds that each upstream resolver has, before the next one is asked (extIOTimeout of moby's resolver.go). */
const TURN_MS = 4000;
/** Response codes after which the next upstream resolver is asked: SERVFAIL and REFUSED. */
const NEXT = [2, 5];

/** Returns the answer to a query; null for silence. */
async function answerTo(query: Query): Promise<Uint8Array | null> {
  for (const { instead } of behaviour) {
    const own = instead?.(query) ?? null;
    if (own !== null) return own === "silence" ? null : own;
  }
  if (faults.delay !== undefined) await Bun.sleep(faults.delay);
  const forwarded = behaviour.reduce((bytes, fault) => fault.forwarded?.(bytes) ?? bytes, query.bytes);
  const answer = await askInTurn(forwarded, query.over);
  if (answer === null) return faults.fails === "servfail" ? code(query, SERVFAIL) : null;
  return behaviour.reduce((bytes, fault) => fault.answered?.(bytes, query) ?? bytes, answer);
}

async function askInTurn(query: Uint8Array, over: Query["over"]): Promise<Uint8Array | null> {
  let last: Uint8Array | null = null;
  for (const upstream of upstreams.split(",")) {
    last =
      (await (over === "udp" ? askOverUdp(upstream, query) : inTurn(askOverTcp(upstream, query)))) ?? last;
    if (last !== null && !NEXT.includes((last[3] ?? 0) & 0xf)) return last;
  }
  return faults.fails === "servfail" ? null : last;
}

/** Resolves to a server's answer; null if it gives none. */
async function askOverUdp(hostname: string, query: Uint8Array): Promise<Uint8Array | null> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | null>();
  const socket = await Bun.udpSocket({
    connect: { hostname, port: 53 },
    socket: {
      data: (_, bytes) => resolve(Uint8Array.from(bytes)),
      error: () => resolve(null),
    },
  });
  socket.send(query);
  const answer = await inTurn(promise);
  socket.close();
  return answer;
}

function inTurn(answer: Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  return Promise.race([answer.catch(() => null), Bun.sleep(TURN_MS).then(() => null)]);
}

async function answerOverTcp(socket: Socket): Promise<void> {
  for await (const bytes of messagesOf(socket))
    void answerTo(readQuery(bytes, "tcp")).then((answer) => {
      if (answer !== null) socket.write(framed(answer));
    });
}

if (faults.tcp !== "closed")
  createServer((socket) => {
    socket.on("error", () => {});
    answerOverTcp(socket).catch(() => socket.destroy());
  }).listen(53, address);

await Bun.udpSocket({
  hostname: address,
  port: 53,
  socket: {
    async data(socket, bytes, port, client) {
      const answer = await answerTo(readQuery(Uint8Array.from(bytes), "udp"));
      try {
        if (answer !== null) socket.send(answer, port, client);
      } catch {
        // The client is gone.
      }
    },
    error() {},
  },
});
