/**
 * Private, link-local and cloud metadata addresses in the product's own namespace, which no program may connect to.
 * Listeners at these addresses and at loopback record every connection. The TCP listeners accept and answer, so that
 * a program that connects would also show their answer.
 */
export const BAIT_ADDRESSES = [
  "10.0.0.1/32",
  "172.16.0.1/32",
  "192.168.1.1/32",
  "169.254.169.254/32",
  "fd00::1/128",
] as const;

/** The ports of the protocols that the product speaks, and of services that attackers look for. */
export const BAIT_PORTS = [
  22, 25, 43, 53, 80, 110, 143, 443, 465, 587, 853, 993, 995, 2375, 9200, 11_211, 27_017,
];

/** Starts the listeners. @returns the number of connections or datagrams so far, by `PROTOCOL ADDRESS port PORT`. */
export async function setBait(ipv6: boolean): Promise<ReadonlyMap<string, number>> {
  const knocks = new Map<string, number>();
  const note = (where: string) => knocks.set(where, (knocks.get(where) ?? 0) + 1);
  const addresses = ["127.0.0.1/32", "::1/128", ...BAIT_ADDRESSES].map((block) =>
    block.replace(/\/\d+$/, ""),
  );
  for (const address of addresses.filter((a) => ipv6 || !a.includes(":"))) {
    for (const port of BAIT_PORTS) {
      Bun.listen({
        hostname: address,
        port,
        socket: {
          open(socket) {
            note(`tcp ${address} port ${port}`);
            socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nbait\n");
          },
          data() {},
        },
      });
    }
    await Bun.udpSocket({
      hostname: address,
      port: 53,
      socket: { data: () => void note(`udp ${address} port 53`) },
    });
  }
  return knocks;
}
