import { PRODUCT, ROUTER } from "../plan/hosts.ts";

/** A query on its way to a server, with its time of arrival in milliseconds since 1970. */
export type Counted = {
  readonly address: string;
  readonly atMs: number;
  /** The queried name in its original case, with a dot at its end; empty if it could not be read. */
  readonly name: string;
};

/** Port of marker packets, which show that all earlier packets have been counted. No program listens there. */
const MARK_PORT = 9;
const MARK_MS = 10;

/**
 * Starts to count the queries that the product sends to the given addresses, on the Internet's side of the line: over
 * UDP each packet, over TCP the first packet with data of each connection. Queries of other programs on the product's
 * side, such as other tests, are counted too, so callers should compare names.
 */
export async function countQuestions(
  addresses: readonly string[],
): Promise<{ stop(): Promise<readonly Counted[]> }> {
  const to = addresses.map((address) => `dst host ${address}`).join(" or ");
  const from = Object.values(PRODUCT)
    .map((address) => `src host ${address}`)
    .join(" or ");
  const filter = `(${from}) and ((dst port 53 and (${to})) or (udp dst port ${MARK_PORT} and dst host ${ROUTER.v4}))`;
  // Only headers are captured, because the kernel's buffer would hold few whole packets.
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
      // Ports are reused.
      if (what.startsWith("Flags [S]")) connections.delete(connection);
      if (!/ length [1-9]/.test(what) || connections.has(connection)) return;
      connections.add(connection);
    }
    counted.push({ address, atMs: Number(seconds) * 1000, name: / \S+\? (\S+)/.exec(what)?.[1] ?? "" });
  };
  const reading = read();
  /** Resolves when a packet sent now has been captured; all earlier packets have then been captured too. */
  const caughtUp = async () => {
    const socket = await Bun.udpSocket({ socket: { data() {}, error() {} } });
    const { promise, resolve } = Promise.withResolvers<void>();
    seen = (port) => port === socket.port && resolve();
    const mark = () => {
      try {
        socket.send("mark", MARK_PORT, ROUTER.v4);
      } catch {
        // Errors are ignored: the kernel reports that no program listens on the port of the previous packet.
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
