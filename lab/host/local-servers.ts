import { readFileSync } from "node:fs";
import { until } from "../support/until.ts";
import type { LocalServer } from "./environment.ts";
import type { Namespace } from "./namespace.ts";

/** States of sockets that wait for clients, as in /proc/net. */
const WAITS = { tcp: "0A", udp: "07" } as const;

/**
 * Starts a server on a router or a host, and waits until it listens.
 * @param folder receives its log.
 */
export async function startServer(
  { name, command, ready }: LocalServer,
  on: Pick<Namespace, "pid" | "inside">,
  folder: string,
): Promise<Bun.Subprocess> {
  const log = `${folder}/${name}.log`;
  const child = Bun.spawn(on.inside(command), { stdio: ["ignore", Bun.file(log), Bun.file(log)] });
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${readFileSync(log, "utf8")}`);
    return ready === null || listens(on.pid, ready);
  });
  return child;
}

/** True if some process listens on a port in a process's network namespace. */
function listens(pid: number, { protocol, port, at }: NonNullable<LocalServer["ready"]>): boolean {
  const local = port.toString(16).toUpperCase().padStart(4, "0");
  // The bytes of an IPv4 address are in the machine's order.
  const address = at
    ?.split(".")
    .reverse()
    .map((part) => Number(part).toString(16).padStart(2, "0"));
  const where = address?.join("").toUpperCase() ?? "[0-9A-F]+";
  const socket = new RegExp(`^ *\\d+: ${where}:${local} \\S+ ${WAITS[protocol]} `, "m");
  return ["", "6"].some((family) =>
    socket.test(readFileSync(`/proc/${pid}/net/${protocol}${family}`, "utf8")),
  );
}
