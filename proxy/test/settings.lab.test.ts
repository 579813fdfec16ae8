import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderEdge } from "../render/configuration.ts";
import { jsonInNginx } from "../render/nginx-text.ts";
import { isOlder } from "../render/servers.ts";
import { parseEdgeConfig } from "../settings.ts";

/** Returns the error messages for settings; empty if the settings are valid. */
function problemsOf(env: Readonly<Record<string, string>>): readonly string[] {
  const result = parseEdgeConfig(env);
  return result.ok ? [] : result.problems;
}

/** Returns the text of all rendered files. */
function rendered(env: Readonly<Record<string, string>>, version = "1.22.1"): string {
  const result = parseEdgeConfig(env);
  if (!result.ok) throw new Error(result.problems.join("\n"));
  const folder = mkdtempSync(join(tmpdir(), "dnstools-rendered-"));
  renderEdge(folder, result.config, version);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".conf"),
  );
  const text = files.map((path) => readFileSync(join(folder, path), "utf8")).join("");
  rmSync(folder, { recursive: true });
  return text;
}

describe("settings", () => {
  test("nothing set gives every default", () => {
    expect(parseEdgeConfig({})).toMatchObject({
      ok: true,
      config: {
        PROXY_LISTEN: ["127.0.0.1:8080"],
        PROXY_TRUSTED: [],
        RATE_LIMIT_UNITS: 60,
        PROXY_PROTOCOL: false,
      },
    });
  });

  test("all problems are named together, each with what to set", () => {
    const problems = problemsOf({
      PROXY_LISTEN: "localhost:80",
      PROXY_SERVER_NAMES: "a b",
      PROXY_TRUSTED: "10.0.0.1/8",
      PROXY_FLOOD_RATE: "-1",
      PROXY_ACCESS_LOG: "relative.log",
      PROXY_CERTIFICATES: "/nowhere.pem=/nowhere.key",
      RATE_LIMIT_WINDOW_S: "0",
    });
    expect(problems).toHaveLength(7);
    for (const problem of problems) expect(problem).toMatch(/^[A-Z_]+=.*: .*set /);
  });

  const certificate = (name: string) => join(process.env["LAB_MADE"] ?? "", "tls", name);
  test.each([
    [{ PROXY_LISTEN: "none" }, "both empty"],
    [{ PROXY_LISTEN: "127.0.0.1:80,127.0.0.1:80" }, "twice"],
    [{ PROXY_LISTEN_TLS: "127.0.0.1:443" }, "PROXY_CERTIFICATES is empty"],
    [{ PROXY_LISTEN_TLS: "127.0.0.1:443" }, "PROXY_SERVER_NAMES is empty"],
    [{ PROXY_PROTOCOL: "on" }, "PROXY_TRUSTED is empty"],
    [
      {
        PROXY_CERTIFICATES: `${certificate("good-rsa.certs.com.pem")}=${certificate("good-ecdsa.certs.com.key")}`,
      },
      "does not match the first certificate",
    ],
    [
      {
        PROXY_CERTIFICATES: `${certificate("good-rsa.certs.com.pem")}=${certificate("good-rsa.certs.com.key")}`,
      },
      "would not be used",
    ],
  ])("%j do not go together", (env, problem) => {
    expect(problemsOf(env).join("\n")).toContain(problem);
  });

  /** Texts that would become nginx configuration if they were written without validation. */
  const INJECTED = ["; return 200", " }", "{", "\n", "\\n", "$remote_addr", "'", '"', "#", " proxy_protocol"];
  const PLACES: Readonly<Record<string, string>> = {
    PROXY_LISTEN: "127.0.0.1:80",
    PROXY_LISTEN_TLS: "unix:/run/tls.sock",
    PROXY_SERVER_NAMES: "api.example.com",
    PROXY_CERTIFICATES: "/a.pem=/a.key",
    PROXY_TRUSTED: "10.0.0.0/8",
    PROXY_UPSTREAMS: "gateway:8080",
    PROXY_ACCESS_LOG: "/var/log/edge.log",
    PROXY_METRICS_LOG: "127.0.0.1:9465",
    PROXY_METRICS: "127.0.0.1:9466",
    PROXY_STATUS: "unix:/run/status.sock",
    PROXY_WORKERS: "2",
    PROXY_FLOOD_RATE: "5",
  };
  test.each(Object.entries(PLACES))("no %s can be configuration", (name, good) => {
    const taken = INJECTED.filter((text) => problemsOf({ [name]: `${good}${text}x` }).length === 0);
    expect(taken).toEqual([]);
  });

  test("the operator's contact can have any characters, and stays one word of JSON", () => {
    const contact = `"';{}$\\#\n\u0000ü😀 ops@example.com`;
    expect(jsonInNginx(contact)).toMatch(/^[ -~]*$/);
    expect(jsonInNginx(contact)).not.toMatch(/["'{}$]/);
    expect(JSON.parse(`"${jsonInNginx(contact)}"`)).toBe(contact);
  });
});

describe("what is rendered", () => {
  const TLS = {
    PROXY_LISTEN_TLS: "127.0.0.1:443",
    PROXY_SERVER_NAMES: "good-rsa.certs.com",
    PROXY_CERTIFICATES: `${process.env["LAB_MADE"]}/tls/good-rsa.certs.com.pem=${process.env["LAB_MADE"]}/tls/good-rsa.certs.com.key`,
  };

  test("HTTP/2 is asked for as the version of nginx wants it", () => {
    const old = rendered(TLS);
    expect(old).toContain("listen 127.0.0.1:443 ssl http2;");
    expect(old).not.toContain("http2 on;");
    const recent = rendered(TLS, "1.25.1");
    expect(recent).toContain("listen 127.0.0.1:443 ssl;");
    expect(recent).toContain("http2 on;");
    expect(["1.9.15", "1.22.1", "1.25.0"].map((version) => isOlder(version, [1, 25, 1]))).toEqual([
      true,
      true,
      true,
    ]);
    expect(["1.25.1", "1.26.3", "1.30.6", "2.0.0"].some((version) => isOlder(version, [1, 25, 1]))).toBe(
      false,
    );
  });

  test("a lifted limit shows the number that the gateway shows for it", () => {
    expect(rendered({ RATE_LIMIT_UNITS: "0" })).toContain("999999999999999");
  });

  test("a gateway that failed is left alone for a while, where there is another", () => {
    expect(rendered({ PROXY_UPSTREAMS: "127.0.0.1:1" })).not.toMatch(/^ *server .* backup/m);
    expect(rendered({ PROXY_UPSTREAMS: "127.0.0.1:1,127.0.0.1:2" })).toContain("127.0.0.1:2 backup");
  });
});
