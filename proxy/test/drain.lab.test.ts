import { expect, test } from "bun:test";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { until } from "@dnstools/lab/support/until";
import { startEdge } from "./edge.ts";
import { OK, oddGateway } from "./gateway.ts";

const GET = "GET /api/v1 HTTP/1.1\r\nHost: api.example.com\r\n\r\n";

test("SIGQUIT lets a request under way end, takes no more, and then ends", async () => {
  const waiting: (() => void)[] = [];
  using gateway = await oddGateway((_, socket) => {
    waiting.push(() => socket.write(OK));
    return null;
  });
  await using edge = await startEdge([gateway.host]);
  const slow = rawHttp(edge.url, GET);
  await until(() => waiting.length === 1);
  edge.signal("SIGQUIT");
  await until(async () => !(await connects(edge.port)));
  for (const end of waiting) end();
  expect(await slow).toMatchObject({ status: 200, body: "{}" });
  expect(await edge.exited).toBe(0);
});

test("a request that does not end is let go of after the time of a stop", async () => {
  using gateway = await oddGateway(() => null);
  const soon = (text: string) => text.replace("worker_shutdown_timeout 25s;", "worker_shutdown_timeout 1s;");
  await using edge = await startEdge([gateway.host], {}, { files: { "nginx.conf": soon } });
  const never = rawHttp(edge.url, GET);
  await until(() => gateway.seen.length === 1);
  edge.signal("SIGQUIT");
  expect((await never).status).toBe(0);
  expect(await edge.exited).toBe(0);
});

/** Resolves to true if a process listens on a port of 127.0.0.1. */
async function connects(port: number): Promise<boolean> {
  const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).catch(() => null);
  socket?.end();
  return socket !== null;
}
