import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rawHttp } from "@dnstools/lab/support/raw-http";
import { TEMPLATES } from "../render/templates.ts";
import { render, renderAndCheck, SETS, TLS } from "./configuration.fixture.ts";
import { startEdge } from "./edge.ts";
import { oddGateway } from "./gateway.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "dnstools-config-"));
chmodSync(FOLDER, 0o711);
afterAll(() => rmSync(FOLDER, { recursive: true }));

test.each(SETS)("nginx accepts what is rendered without a warning: %s", async (name, env) => {
  const folder = join(FOLDER, name.replace(/\W+/g, "-"));
  expect(await renderAndCheck(env, folder, "nginx")).toEqual({ err: "", code: 0, said: ["successful"] });
});

test("wrong settings are named together, and nothing is written", async () => {
  const { err, code } = await render({ PROXY_LISTEN: "x", PROXY_WORKERS: "none" }, join(FOLDER, "wrong"));
  expect(code).toBe(1);
  for (const name of ["PROXY_LISTEN=x", "PROXY_WORKERS=none"]) expect(err).toContain(name);
  expect(readdirSync(FOLDER)).not.toContain("wrong");
});

test("every template is carried along by a compiled binary", async () => {
  const found = new Bun.Glob("**/{*.conf,run.sh}").scan({ cwd: join(import.meta.dir, "..") });
  expect(Object.keys(TEMPLATES).sort()).toEqual((await Array.fromAsync(found)).sort());
});

describe("where nginx is not installed, NGINX_VERSION says for which it is", () => {
  const servers = async (version: string) => {
    const folder = join(FOLDER, version);
    const said = await render({ ...TLS, PATH: "/nowhere", NGINX_VERSION: version }, folder);
    return {
      ...said,
      text: said.code === 0 ? await Bun.file(join(folder, "nginx.conf")).text() : "",
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

test("without a folder it prints its usage", async () => {
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
    // The body is large and is read slowly, so that nginx writes it to a temporary file.
    const body = "a".repeat(4_000_000);
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    return null;
  });
  await using edge = await startEdge(
    [gateway.host],
    {},
    {
      within: ["unshare", "--mount", "bash", "-c", READ_ONLY, "read-only"],
    },
  );
  const answer = await rawHttp(edge.url, "GET /x HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n");
  expect(answer.body).toHaveLength(4_000_000);
  expect(edge.said()).toBe("");
});

/**
 * Script that starts nginx after making everything read-only except the folder of run.sh (the second word of the
 * command).
 */
const READ_ONLY = `
folder="\${2%/*}"
mount --make-rprivate / && mount --bind "$folder" "$folder" && mount -o remount,bind,ro / && exec "$@"
`;
