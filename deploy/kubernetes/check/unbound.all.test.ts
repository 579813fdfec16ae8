import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { dig } from "@dnstools/lab/support/dig";
import { until } from "@dnstools/lab/support/until";
import { KUBERNETES } from "./build.ts";

const FOLDER = join(KUBERNETES, "base/unbound");
const folder = mkdtempSync(join(tmpdir(), "dnstools-unbound-"));
const conf = join(folder, "unbound.conf");
const port = freePort();
const controlPort = freePort();
let unbound: Bun.Subprocess;

/**
 * Starts unbound with the shipped configuration. Only the folder, the ports and the trust anchor (the lab's) differ.
 */
beforeAll(async () => {
  cpSync(FOLDER, folder, { recursive: true });
  cpSync(`${process.env["LAB_MADE"]}/root.key`, join(folder, "root.ds"));
  const text = readFileSync(conf, "utf8")
    .replaceAll("/etc/unbound", folder)
    .replaceAll("@5353", `@${port}`)
    .replace("control-port: 8953", `control-port: ${controlPort}`);
  writeFileSync(conf, text);
  unbound = Bun.spawn(["unbound", "-d", "-p", "-c", conf], { stdout: "ignore", stderr: "ignore" });
  await until(async () => (await ask("example.com A")) !== null);
});

afterAll(async () => {
  unbound.kill();
  await unbound.exited;
  rmSync(folder, { recursive: true });
});

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  listener.stop(true);
  return listener.port;
}

async function ask(question: string, at = "127.0.0.1") {
  const [answer = null] = await dig([`@${at} -p ${port} +dnssec +tries=1 +timeout=5 ${question}`]);
  return answer;
}

test("unbound accepts the configuration and the trust anchors", () => {
  const shipped = join(folder, "shipped");
  cpSync(FOLDER, shipped, { recursive: true });
  const text = readFileSync(join(shipped, "unbound.conf"), "utf8").replaceAll("/etc/unbound", shipped);
  writeFileSync(join(shipped, "unbound.conf"), text);
  const { stdout, stderr, exitCode } = Bun.spawnSync(["unbound-checkconf", join(shipped, "unbound.conf")]);
  expect(`${stdout}${stderr}`).toContain("no errors");
  expect(exitCode).toBe(0);
  // A malformed trust anchor causes an error, which shows that unbound reads the file.
  writeFileSync(join(shipped, "root.ds"), ". IN DS 20326 8 2 nonsense\n");
  expect(Bun.spawnSync(["unbound-checkconf", join(shipped, "unbound.conf")]).exitCode).not.toBe(0);
});

test("signed answers are validated, and bogus answers give SERVFAIL", async () => {
  const signed = await ask("signed.com A");
  expect(signed?.status).toBe("NOERROR");
  expect(signed?.flags).toContain("ad");
  expect((await ask("wrong-ds.org A"))?.status).toBe("SERVFAIL");
});

test("it answers over IPv4 and IPv6", async () => {
  expect((await ask("example.com A", "::1"))?.status).toBe("NOERROR");
});

test("responses of blocklists and private addresses of domains are returned unchanged", async () => {
  expect((await ask("2.0.0.127.zen.spamhaus.org A"))?.answer.join()).toContain("127.0.0.");
  expect((await ask("private.ptr.com A"))?.answer.join()).toContain("10.0.0.1");
});

test("a client from outside the cluster is refused", async () => {
  const addresses = networkInterfaces()["eth0"] ?? [];
  const own = addresses.find(({ family }) => family === "IPv4")?.address ?? "";
  expect((await ask("example.com A", own))?.status).toBe("REFUSED");
});
