import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "./listen.ts";

test("a process that shuts down closes its connections after its responses, over a unix socket too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-listen-"));
  const unix = join(folder, "socket");
  const listener = await listen(() => Promise.resolve(new Response("here")), { unix });
  const connection = async () => (await fetch("http://localhost/", { unix })).headers.get("connection");
  expect(await connection()).not.toBe("close");
  listener.leaveSoon();
  expect(await connection()).toBe("close");
  await listener.stop(true);
  rmSync(folder, { recursive: true });
});
