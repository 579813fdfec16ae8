import { afterAll, describe, expect, test } from "bun:test";
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { until } from "@dnstools/lab/support/until";
import { type Edge, freePort, startEdge } from "./edge.ts";
import { OK, oddGateway } from "./gateway.ts";
import { startLoad } from "./load.ts";

/** Two certificates of the lab; the second one replaces the first. */
const OLD = "good-rsa.certs.com";
const RENEWED = "good-ecdsa.certs.com";
const made = (name: string) => join(process.env["LAB_MADE"] ?? "", "tls", name);
const keyOf = (name: string) => readFileSync(made(`${name}.key`), "utf8");
/** Returns a key in the format of older OpenSSL commands, with the key type in the header. */
const older = (name: string, type: "pkcs1" | "sec1") =>
  createPrivateKey(keyOf(name))
    .export({ format: "pem", type: type as "pkcs1" })
    .toString();
const otherKey = () =>
  generateKeyPairSync("ec", { namedCurve: "prime256v1" })
    .privateKey.export({ format: "pem", type: "pkcs8" })
    .toString();
const serial = (name: string) => new X509Certificate(readFileSync(made(`${name}.pem`))).serialNumber;

const BROKEN = "nginx does not take them";
const FOLDER = mkdtempSync(join(tmpdir(), "dnstools-renewal-"));
// The workers of nginx run as another user and must be able to enter the folder.
chmodSync(FOLDER, 0o711);
afterAll(() => rmSync(FOLDER, { recursive: true }));

/**
 * Creates files as kubelet does for a Secret: the files are links into a folder, and changing one link replaces the
 * whole folder.
 */
function secret(name: string) {
  const folder = join(FOLDER, name);
  const data = join(folder, "..data");
  mkdirSync(folder);
  let versions = 0;
  const put = (chain: string, key = keyOf(chain)) => {
    versions += 1;
    const version = join(folder, `..${versions}`);
    mkdirSync(version);
    cpSync(made(`${chain}.pem`), join(version, "tls.crt"));
    writeFileSync(join(version, "tls.key"), key);
    symlinkSync(version, `${data}_tmp`);
    renameSync(`${data}_tmp`, data);
  };
  put(OLD);
  for (const file of ["tls.crt", "tls.key"]) symlinkSync(join(data, file), join(folder, file));
  return { put, files: [join(folder, "tls.crt"), join(folder, "tls.key")] as const };
}

/** Returns the serial number of the certificate that nginx presents on a new connection. */
function servedAt(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({
    host: "127.0.0.1",
    port,
    servername: "api.example.com",
    rejectUnauthorized: false,
  });
  socket.on("secureConnect", () => {
    resolve(socket.getPeerX509Certificate()?.serialNumber ?? "");
    socket.destroy();
  });
  socket.on("error", reject);
  return promise;
}

async function start(
  gateway: string,
  [chain, key]: readonly [string, string],
): Promise<Edge & { tls: number }> {
  const tls = freePort();
  const settings = {
    PROXY_LISTEN_TLS: `127.0.0.1:${tls}`,
    PROXY_SERVER_NAMES: "api.example.com",
    PROXY_CERTIFICATES: `${chain}=${key}`,
    PROXY_FLOOD_RATE: "0",
    PROXY_READ_TIMEOUT_S: "300",
  };
  return { ...(await startEdge([gateway], settings, { lookS: 0.1 })), tls };
}

describe("a renewed certificate", () => {
  test("is taken up under load, and no request is lost", async () => {
    const slow: (() => void)[] = [];
    using gateway = await oddGateway(({ line }, socket) => {
      if (!line.includes("/slow")) return OK;
      slow.push(() => socket.write(OK));
      return null;
    });
    const { put, files } = secret("renewed");
    await using edge = await start(gateway.host, files);
    expect(await servedAt(edge.tls)).toBe(serial(OLD));
    const url = `https://127.0.0.1:${edge.tls}`;
    const options = {
      headers: { host: "api.example.com" },
      tls: { rejectUnauthorized: false, serverName: "api.example.com" },
    };
    // Requests are sent over persistent connections and over new ones.
    const loads = [options, { ...options, keepalive: false }].map((one) =>
      startLoad(url, ["/api/v1", "/api/v1/limits"], 8, one),
    );
    const pass = () => Promise.all(loads.map((load) => load.pass(100)));
    const underWay = fetch(`${url}/slow`, options);
    await until(() => slow.length === 1);
    for (const name of [RENEWED, OLD, RENEWED]) {
      await pass();
      put(name);
      await until(async () => (await servedAt(edge.tls)) === serial(name));
    }
    await pass();
    for (const end of slow) end();
    expect((await underWay).status).toBe(200);
    for (const load of loads) expect([...(await load.stop()).keys()]).toEqual(["200"]);
  });

  test("that is broken changes nothing, is told once, and the whole one after it is taken up", async () => {
    using gateway = await oddGateway();
    const { put, files } = secret("broken");
    await using edge = await start(gateway.host, files);
    const told = (words: string) => edge.said().split(words).length - 1;
    put(RENEWED, keyOf(OLD));
    await until(() => told(BROKEN) === 1);
    expect(edge.said()).toContain("is of another kind");
    expect(await servedAt(edge.tls)).toBe(serial(OLD));
    put(RENEWED, otherKey());
    await until(() => told(BROKEN) === 2);
    expect(edge.said()).toContain("key values mismatch");
    expect(await servedAt(edge.tls)).toBe(serial(OLD));
    // A missing file does not count as a change, because kubelet or certbot may be replacing it at that moment.
    for (const file of files) renameSync(file, `${file}.away`);
    await until(() => told(BROKEN) === 3);
    expect(await servedAt(edge.tls)).toBe(serial(OLD));
    put(RENEWED, older(RENEWED, "sec1"));
    for (const file of files) renameSync(`${file}.away`, file);
    await until(async () => (await servedAt(edge.tls)) === serial(RENEWED));
    put(OLD, older(OLD, "pkcs1"));
    await until(async () => (await servedAt(edge.tls)) === serial(OLD));
    expect(told(BROKEN)).toBe(3);
  });

  test("that is refused for a reason that passes, as a name that is not found, is taken up once it has passed", async () => {
    const folder = join(FOLDER, "passing");
    mkdirSync(folder);
    const at = (name: string) => join(folder, name);
    // A fake nginx. It rejects the configuration until a certain file exists, and records when it loads the
    // configuration.
    const nginx = `#!/bin/sh
case "$*" in *" -t "*) exec cat "${at("resolves")}" ;; esac
trap "echo fake: loaded >&2" HUP
echo fake: up >&2
while sleep 0.05; do :; done
`;
    writeFileSync(at("nginx"), nginx, { mode: 0o755 });
    cpSync(join(import.meta.dir, "../run.sh"), at("run.sh"));
    const pair = [at("chain"), at("key")] as const;
    const put = (name: string) => {
      cpSync(made(`${name}.pem`), pair[0]);
      writeFileSync(pair[1], keyOf(name));
    };
    writeFileSync(at("certificates"), `${pair.join(" ")}\n`);
    put(OLD);
    const child = Bun.spawn(["sh", at("run.sh"), "0.1", at("nginx")], { stdout: "ignore", stderr: "pipe" });
    let said = "";
    const read = (async () => {
      for await (const bytes of child.stderr) said += Buffer.from(bytes).toString();
    })();
    await until(() => said.includes("fake: up"));
    put(RENEWED);
    await until(() => said.includes(BROKEN));
    expect(said).not.toContain("fake: loaded");
    writeFileSync(at("resolves"), "");
    await until(() => said.includes("fake: loaded"));
    child.kill("SIGKILL");
    await read;
    expect(said.split(BROKEN)).toHaveLength(2);
  });

  test("is looked for every ten seconds where nothing else is said", async () => {
    // A renewed certificate must be in use within a minute. Up to ten seconds pass until the change is detected; nginx
    // replaces its workers in the remaining time.
    const text = await Bun.file(join(import.meta.dir, "../run.sh")).text();
    expect(text).toMatch(/^every=\$\{1:-10\}$/m);
  });
});
