import { decode, encode } from "dns-packet";

/**
 * What a relay does with a query: forwards it (`pass`), forwards it and removes the SOA record from a negative answer
 * (`strip`), drops it, denies the name, refers to other servers, or answers with the given addresses.
 */
export type Fate = "pass" | "strip" | "drop" | "deny" | "refer" | readonly string[];

const NXDOMAIN = 3;
const ROOT_NS = { type: "NS", name: ".", ttl: 60, data: "a.root-servers.net" } as const;

function withoutSoa(bytes: Uint8Array): Uint8Array {
  const reply = decode(Buffer.from(bytes));
  return encode({ ...reply, authorities: (reply.authorities ?? []).filter(({ type }) => type !== "SOA") });
}

/**
 * A resolver on this machine that forwards queries to another resolver, except those for which a test sets another
 * fate.
 */
export type Relay = AsyncDisposable & {
  /** The address, in the form of DNS_RESOLVERS. */
  readonly address: string;
  /** The queries so far, as `name type`. */
  readonly asked: readonly string[];
};

/** Starts a relay. @param fateOf called with each query's name in lower case, and its type. */
export async function startRelay(to: string, fateOf: (name: string, type: string) => Fate): Promise<Relay> {
  const asked: string[] = [];
  const upstreams = new Set<{ close: () => void }>();
  /**
   * Sends an answer. Errors are ignored: if the client is gone, the kernel reports this for this answer or for the
   * next one.
   */
  const answer = (own: Bun.udp.Socket<"buffer">, bytes: Uint8Array, port: number, address: string) => {
    try {
      if (!own.closed) own.send(bytes, port, address);
    } catch {
      // The client is gone.
    }
  };
  const server = await Bun.udpSocket({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      async data(own, bytes, port, address) {
        const query = decode(Buffer.from(bytes));
        const [question] = query.questions ?? [];
        if (question === undefined) return;
        const name = question.name.toLowerCase();
        asked.push(`${name} ${question.type}`);
        const fate = fateOf(name, question.type);
        if (fate === "drop") return;
        if (fate !== "pass" && fate !== "strip") {
          const answers = question.type === "A" && typeof fate !== "string" ? fate : [];
          const records = answers.map((data) => ({ type: "A" as const, name: question.name, ttl: 60, data }));
          const reply = encode({
            type: "response",
            id: query.id ?? 0,
            flags: 0x0180 | (fate === "deny" ? NXDOMAIN : 0),
            questions: [question],
            answers: records,
            authorities: fate === "refer" ? [ROOT_NS] : [],
          });
          answer(own, reply, port, address);
          return;
        }
        const upstream = await Bun.udpSocket({
          connect: { hostname: to, port: 53 },
          socket: {
            data(socket, bytes) {
              answer(own, fate === "strip" ? withoutSoa(bytes) : bytes, port, address);
              upstreams.delete(socket);
              socket.close();
            },
            error() {},
          },
        });
        upstreams.add(upstream);
        upstream.send(bytes);
      },
      error() {},
    },
  });
  return {
    address: `127.0.0.1:${server.port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of [server, ...upstreams]) socket.close();
    },
  };
}
