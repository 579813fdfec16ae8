import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { startServer } from "../host/local-servers.ts";
import { labHere } from "../host/place.ts";
import type { Server, Site } from "../servers/server.ts";
import { run } from "./run.ts";

/**
 * Starts a server on the Internet's side of the lab that only one test needs. `await using` stops it.
 * @param addresses IPv4 addresses that no host of the plan has.
 * @param configure writes the server's configuration into the site's folder.
 */
export async function startOnInternet(
  name: string,
  addresses: readonly string[],
  configure: (site: Site) => Server,
): Promise<AsyncDisposable> {
  const { internet, run: runs, made } = labHere();
  const folder = `${runs}/${name}`;
  mkdirSync(folder);
  const inside = (command: readonly string[]) => ["nsenter", "-t", internet, "-n", "--", ...command];
  for (const address of addresses)
    await run(...inside(["ip", "address", "replace", `${address}/32`, "dev", "lo"]));
  const { command } = configure({ made, folder, addresses });
  const [at = ""] = addresses;
  const server = { name, command, ready: { protocol: "udp", port: 53, at } } as const;
  const on = { pid: Number(internet), inside };
  const child = await startServer(server, on, folder);
  return {
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${name} ended: ${readFileSync(`${folder}/${name}.log`, "utf8")}`);
      child.kill("SIGKILL");
      await child.exited;
      for (const address of addresses)
        await run(...inside(["ip", "address", "delete", `${address}/32`, "dev", "lo"]));
      rmSync(folder, { recursive: true });
    },
  };
}
