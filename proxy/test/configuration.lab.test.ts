import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PRODUCT } from "@dnstools/lab/support/product";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { nginxCommand } from "../nginx-here.ts";
import { PLAIN_FILES } from "../plain-files.ts";
import { startEdge } from "./edge.ts";
import { oddGateway } from "./gateway.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "dnstools-config-"));
chmodSync(FOLDER, 0o711);
afterAll(() => rmSync(FOLDER, { recursive: true }));

const tls = (name: string) => join(process.env["LAB_MADE"] ?? "", "tls", name);
const TLS = {
  PROXY_LISTEN_TLS: "127.0.0.1:8443,[::1]:8443",
  PROXY_SERVER_NAMES: "good-rsa.certs.com,*.example.com",
  PROXY_CERTIFICATES: `${tls("good-rsa.certs.com.pem")}=${tls("good-rsa.certs.com.key")}`,
};

/** Runs the command that renders. */
async function render(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = Bun.spawn([...PRODUCT, "proxy", "render", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
  return { err, code };
}

/** What nginx says of a folder's configuration. */
function check(folder: string, nginx = "nginx"): string {
  const { stderr } = Bun.spawnSync([...nginxCommand(nginx, folder), "-t"], {
    // What it opens as /dev/stdout must be no socket.
    stdio: ["ignore", "ignore", "pipe"],
  });
  return stderr.toString();
}

describe("nginx takes what is rendered without a word", () => {
  const SETS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["nothing set", {}],
    ["TLS, with a redirect", TLS],
    ["TLS, plain HTTP served too", { ...TLS, PROXY_REDIRECT: "off", PROXY_HSTS_S: "0" }],
    ["TLS alone", { ...TLS, PROXY_LISTEN: "none" }],
    ["the PROXY protocol", { ...TLS, PROXY_PROTOCOL: "on", PROXY_TRUSTED: "10.0.0.0/8,2001:db8::/32,unix" }],
    [
      "unix sockets",
      { PROXY_LISTEN: "unix:/tmp/edge.sock", PROXY_UPSTREAMS: "unix:/tmp/a.sock,unix:/tmp/b.sock" },
    ],
    [
      "IPv6",
      {
        PROXY_LISTEN: "[::]:8080",
        PROXY_UPSTREAMS: "[::1]:8090,[::1]:8091",
        PROXY_METRICS_LOG: "[::1]:9465",
      },
    ],
    [
      "every limit lifted, nothing logged",
      {
        PROXY_FLOOD_RATE: "0",
        PROXY_FLOOD_CONNECTIONS: "0",
        PROXY_KEY_RATE: "0",
        PROXY_KEY_CONNECTIONS: "0",
        PROXY_ACCESS_LOG: "off",
      },
    ],
    [
      "no bursts, all logged",
      {
        PROXY_FLOOD_BURST: "0",
        PROXY_KEY_BURST: "0",
        PROXY_LOG_SAMPLE: "100",
        RATE_LIMIT_UNITS: "0",
        PROXY_LOG_ADDRESSES: "on",
      },
    ],
  ];
  /** This machine's, and Debian 13's, which writes HTTP/2 as all newer ones do; bin/test unpacks it. */
  const NEWER = join(import.meta.dir, "../../.tools/nginx-1.26/usr/sbin/nginx");
  const both = SETS.flatMap(([name, env]) => [[name, "nginx", env] as const, [name, NEWER, env] as const]);
  test.each(both)("%s: %s", async (name, nginx, env) => {
    const folder = join(FOLDER, `${name}${nginx === NEWER ? " newer" : ""}`.replace(/\W+/g, "-"));
    expect(
      await render(
        { NGINX: nginx, PROXY_STATUS: "unix:/tmp/status.sock", PROXY_CONNECTIONS: "256", ...env },
        folder,
      ),
    ).toEqual({ err: "", code: 0 });
    const said = check(folder, nginx).split("\n").filter(Boolean);
    expect(said).toEqual([
      `nginx: the configuration file ${folder}/nginx.conf syntax is ok`,
      `nginx: configuration file ${folder}/nginx.conf test is successful`,
    ]);
  });
});

test("wrong settings are told together, and nothing is written", async () => {
  const { err, code } = await render({ PROXY_LISTEN: "x", PROXY_WORKERS: "none" }, join(FOLDER, "wrong"));
  expect(code).toBe(1);
  for (const name of ["PROXY_LISTEN=x", "PROXY_WORKERS=none"]) expect(err).toContain(name);
  expect(readdirSync(FOLDER)).not.toContain("wrong");
});

test("every plain file is carried along by a compiled binary", async () => {
  const found = new Bun.Glob("**/*.conf").scan({ cwd: join(import.meta.dir, "..") });
  expect(Object.keys(PLAIN_FILES).sort()).toEqual((await Array.fromAsync(found)).sort());
});

describe("where nginx is not installed, NGINX_VERSION says for which it is", () => {
  const servers = async (version: string) => {
    const folder = join(FOLDER, version);
    const said = await render({ ...TLS, PATH: "/nowhere", NGINX_VERSION: version }, folder);
    return {
      ...said,
      text: said.code === 0 ? await Bun.file(join(folder, "settings/servers.conf")).text() : "",
    };
  };

  test.each([
    ["1.24.0", false],
    ["1.28.0", true],
    ["1.30.0", true],
  ])("%s", async (version, own) => {
    const { err, code, text } = await servers(version);
    expect({ err, code }).toEqual({ err: "", code: 0 });
    expect(text.includes("http2 on;")).toBe(own);
    expect(text.includes("ssl http2")).toBe(!own);
  });

  test("what is no version is refused", async () => {
    expect(await servers("stable")).toMatchObject({ code: 1, err: expect.stringContaining("NGINX_VERSION") });
  });
});

test("without a folder it says how it is used", async () => {
  expect(await render({})).toMatchObject({ code: 2, err: expect.stringContaining("FOLDER") });
});

test("rendering again leaves nothing of before", async () => {
  const folder = join(FOLDER, "again");
  await render(TLS, folder);
  await Bun.write(join(folder, "conf.d/left.conf"), "nonsense;");
  expect((await render({}, folder)).code).toBe(0);
  expect(readdirSync(join(folder, "conf.d"))).not.toContain("left.conf");
});

test("nginx writes below its folder alone, where the rest cannot be written", async () => {
  using gateway = await oddGateway((_, socket) => {
    // Large and slow to leave, so that it is written to a temporary file.
    const body = "a".repeat(4_000_000);
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    return null;
  });
  await using edge = await startEdge([gateway.host], {}, {}, [
    "unshare",
    "--mount",
    "bash",
    "-c",
    READ_ONLY,
    "read-only",
  ]);
  const answer = await rawHttp(edge.url, "GET /x HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n");
  expect(answer.body).toHaveLength(4_000_000);
  expect(edge.said()).toBe("");
});

/** Makes all but the folder of -p, the fifth word of nginx's command, read-only, and starts nginx. */
const READ_ONLY = `
mount --make-rprivate / && mount --bind "$5" "$5" && mount -o remount,bind,ro / && exec "$@"
`;
