import { expect, test } from "bun:test";
import { createServer } from "node:net";
import { knock } from "./knock.ts";
import { createSockets } from "./sockets.ts";

const CONNECT_MS = 200;

test("a slow host that accepts connections is waited for", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket) => void socket.on("close", () => resolve()).resume());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  const { gone, end } = knock({ address: "127.0.0.1", port }, createSockets(null), CONNECT_MS);
  await closed;
  expect(gone.aborted).toBe(false);
  end();
  server.close();
});
