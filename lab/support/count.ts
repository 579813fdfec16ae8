import { PRODUCT, ROUTER } from "../plan/hosts.ts";

/** A question on its way to a server: which, and when it came there, in milliseconds since 1970. */
export type Counted = {
  readonly address: string;
  readonly atMs: number;
  /** The name asked for, in its own case and with the dot at its end; empty where it could not be read. */
  readonly name: string;
};

/** The port of packets that show that the count has come as far as them: nobody listens there. */
const MARK_PORT = 9;
const MARK_MS = 10;

/**
 * Counts the questions that the product sends to some addresses from now on, on the Internet's side of the line: over
 * UDP each packet, over TCP the first of each connection that has data. Whoever else asks those addresses from the product's
 * side is counted too: other tests do, so look at names.
 */
export async function countQuestions(
  addresses: readonly string[],
): Promise<{ stop(): Promise<readonly Counted[]> }> {
  const to = addresses.map((address) => `dst host ${address}`).join(" or ");
  const from = Object.values(PRODUCT)
    .map((address) => `src host ${address}`)
    .join(" or ");
  const filter = `(${from}) and ((dst port 53 and (${to})) or (udp dst port ${MARK_PORT} and dst host ${ROUTER.v4}))`;
  // Headers alone: the kernel keeps room for whole packets otherwise, and so for few.
  const options = ["-i", "wan", "-nn", "-tt", "-l", "--immediate-mode", "-B", "4096", "-s", "160"];
  const tcpdump = Bun.spawn(["nsenter", "-t", internet(), "-n", "--", "tcpdump", ...options, filter], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const counted: Counted[] = [];
  const connections = new Set<string>();
  let seen = (_port: number) => {};
  const read = async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of tcpdump.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) take(line);
    }
  };
  const take = (line: string) => {
    const [, seconds, client = "", address = "", port, what = ""] =
      /^(\d+\.\d+) IP6? (\S+) > (\S+)\.(\d+): (.*)$/.exec(line) ?? [];
    if (Number(port) === MARK_PORT) return seen(Number(client.slice(client.lastIndexOf(".") + 1)));
    if (address === "") return;
    if (what.startsWith("Flags ")) {
      const connection = `${client} ${address}`;
      // Ports are used again.
      if (what.startsWith("Flags [S]")) connections.delete(connection);
      if (!/ length [1-9]/.test(what) || connections.has(connection)) return;
      connections.add(connection);
    }
    counted.push({ address, atMs: Number(seconds) * 1000, name: / \S+\? (\S+)/.exec(what)?.[1] ?? "" });
  };
  const reading = read();
  /** Resolves when a packet that is sent from now on has been seen, and so has all before it. */
  const caughtUp = async () => {
    const socket = await Bun.udpSocket({ socket: { data() {}, error() {} } });
    const { promise, resolve } = Promise.withResolvers<void>();
    seen = (port) => port === socket.port && resolve();
    const mark = () => {
      try {
        socket.send("mark", MARK_PORT, ROUTER.v4);
      } catch {
        // Nobody listens there, as is said of the one before.
      }
    };
    mark();
    const again = setInterval(mark, MARK_MS);
    const failed = tcpdump.exited.then(async (code) => {
      throw new Error(`tcpdump ended with ${code}: ${await tcpdump.stderr.text()}`);
    });
    try {
      await Promise.race([promise, failed]);
    } finally {
      clearInterval(again);
      failed.catch(() => {});
      socket.close();
    }
  };
  await caughtUp();
  return {
    async stop() {
      await caughtUp();
      tcpdump.kill();
      await reading;
      return counted;
    },
  };
}

function internet(): string {
  const pid = process.env["LAB_INTERNET"];
  if (pid === undefined) throw new Error("only in the lab: run bin/test, or lab/up CMD");
  return pid;
}
