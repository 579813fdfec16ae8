import type { Server } from "node:net";
import { join } from "node:path";
import { labProblem, openLab } from "../outer.ts";
import { DEMO_ADDRESSES } from "./addresses.ts";
import { forward, type Place } from "./forward.ts";

/**
 * The outer part of bin/demo: starts the lab with the product in it, and forwards connections from 127.0.0.1 to a
 * Unix socket of the inner part. The socket is in a mount of the lab, so nothing is left on this machine, however
 * the demo ends.
 */
async function main(port: number): Promise<number> {
  const problem = labProblem();
  if (problem !== null) {
    console.error(`bin/demo: ${problem}`);
    return 3;
  }
  const { promise: product, resolve: productIsAt } = Promise.withResolvers<Place>();
  const server = await forward({ host: "127.0.0.1", port }, product);
  if (server === null) {
    console.error(`bin/demo: another program listens on 127.0.0.1:${port}. Choose another port, as in
  bin/demo --port=${port === 8081 ? 8082 : 8081}`);
    return 2;
  }
  const url = `http://127.0.0.1:${portOf(server)}`;
  console.error("Starting a miniature Internet and the product in it ...");
  const lab = openLab([process.execPath, join(import.meta.dir, "serve.ts"), url], 0, "pipe");
  let stopped = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      if (!stopped) lab.signal("SIGTERM");
      stopped = true;
    });
  const line = await firstLine(lab.stdout);
  if (line !== null) {
    productIsAt({ path: lab.pathOf(line) });
    console.log(guide(url));
  }
  const code = await lab.exited;
  return stopped && code !== 5 ? 0 : code;
}

function portOf(server: Server): number {
  const place = server.address();
  if (place === null || typeof place === "string") throw new Error("the server has no port");
  return place.port;
}

/** Returns the first line of a stream; null if the stream ends before it. */
async function firstLine(stream: ReadableStream<Uint8Array> | null): Promise<string | null> {
  let text = "";
  for await (const bytes of stream ?? []) {
    text += Buffer.from(bytes).toString();
    if (text.includes("\n")) return text.split("\n")[0] ?? null;
  }
  return null;
}

function guide(url: string): string {
  const lines = DEMO_ADDRESSES.map(({ path, shows }) => `  ${url}${path}\n      ${shows}`);
  return `dnstools serves at ${url}, in a simulated Internet; nothing leaves this machine.

${lines.join("\n")}

All of these names exist only in lab/plan. Stop with Ctrl-C.`;
}

process.exit(await main(Number(process.argv[2])));
