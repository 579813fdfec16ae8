import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderAndCheck, SETS } from "./configuration.fixture.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "dnstools-config-"));
chmodSync(FOLDER, 0o711);
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** nginx of Debian 13, which has the newer HTTP/2 syntax. `bin/test --all` unpacks this nginx. */
const NEWER = join(import.meta.dir, "../../.tools/nginx-1.26/usr/sbin/nginx");

test.each(SETS)("nginx 1.26 accepts what is rendered without a warning: %s", async (name, env) => {
  const folder = join(FOLDER, name.replace(/\W+/g, "-"));
  expect(await renderAndCheck(env, folder, NEWER)).toEqual({ err: "", code: 0, said: ["successful"] });
});
