import { encode } from "dns-packet";
import { OWN_RESOLVER } from "../plan/hosts.ts";

/**
 * Sends 200 queries at once to the resolver in /etc/resolv.conf, and then others until one is answered. Prints what
 * became of the first ones: `answered`, `refused`, `truncated`, `lost`.
 */
const BURST = 200;
const PAUSE_MS = 100;
const CODES: Readonly<Record<number, string>> = { 0: "answered", 3: "answered", 5: "refused" };

const [, hostname = OWN_RESOLVER] = /nameserver (\S+)/.exec(await Bun.file("/etc/resolv.conf").text()) ?? [];
const became = new Map<number, string>();
const { promise, resolve } = Promise.withResolvers<void>();
const socket = await Bun.udpSocket({
  connect: { hostname, port: 53 },
  socket: {
    data(_, bytes) {
      const id = bytes.readUInt16BE(0);
      const kind = ((bytes[2] ?? 0) & 2) !== 0 ? "truncated" : (CODES[(bytes[3] ?? 0) & 0xf] ?? "failed");
      if (id < BURST) became.set(id, kind);
      else if (kind === "answered") resolve();
    },
    error() {},
  },
});
let id = 0;
const ask = () => {
  const questions = [{ type: "A", name: `x${id}.labdns.net` }] as const;
  socket.send(encode({ type: "query", id: id++, flags: 0x0100, questions: [...questions] }));
};
while (id < BURST) ask();
const timer = setInterval(ask, PAUSE_MS);
await promise;
clearInterval(timer);
socket.close();
const all = [...became.values(), ...(became.size < BURST ? ["lost"] : [])];
console.log([...new Set(all)].sort().join(" "));
