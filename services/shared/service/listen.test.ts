import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "./listen.ts";

test("connections over a unix socket are never closed for their age: there is one process behind it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-listen-"));
  const unix = join(folder, "socket");
  // Whichever part of the time it is.
  for (const ageS of [0.012, 1, 100_000_000]) {
    const listener = await listen(() => Promise.resolve(new Response("here")), { unix }, ageS);
    for (let n = 0; n < 20; n++) {
      const response = await fetch("http://localhost/", { unix });
      expect(await response.text()).toBe("here");
      expect(response.headers.get("connection")).not.toBe("close");
    }
    await listener.stop(true);
  }
  rmSync(folder, { recursive: true });
});
