/**
 * Listeners in the product's own namespace where nothing may ever knock: loopback, private, link-local and the
 * metadata address of clouds. They accept and answer, so that whoever is led here would also be seen to show it.
 */
export const BAIT_ADDRESSES = [
  "10.0.0.1/32",
  "172.16.0.1/32",
  "192.168.1.1/32",
  "169.254.169.254/32",
  "fd00::1/128",
] as const;

/** The ports of the protocols that the product speaks, and of what is worth stealing from. */
const PORTS = [22, 25, 43, 53, 80, 110, 143, 443, 465, 587, 853, 993, 995, 2375, 3306, 5432, 6379, 9200];

/** Who knocked where. */
export type Knock = { readonly protocol: "tcp" | "udp"; readonly address: string; readonly port: number };

/** Knocks beyond these are counted, not described. */
const DESCRIBED_MAX = 20;

/** Starts the listeners. @returns what they have seen so far. */
export async function setBait(
  ipv6: boolean,
): Promise<{ readonly count: number; readonly knocks: readonly Knock[] }> {
  const seen = { count: 0, knocks: [] as Knock[] };
  const note = (knock: Knock) => {
    seen.count++;
    if (seen.knocks.length < DESCRIBED_MAX) seen.knocks.push(knock);
  };
  const addresses = ["127.0.0.1/32", "::1/128", ...BAIT_ADDRESSES].map((block) =>
    block.replace(/\/\d+$/, ""),
  );
  for (const address of addresses.filter((a) => ipv6 || !a.includes(":"))) {
    for (const port of PORTS) {
      Bun.listen({
        hostname: address,
        port,
        socket: {
          open(socket) {
            note({ protocol: "tcp", address, port });
            socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nbait\n");
          },
          data() {},
        },
      });
    }
    await Bun.udpSocket({
      hostname: address,
      port: 53,
      socket: { data: () => note({ protocol: "udp", address, port: 53 }) },
    });
  }
  return seen;
}
