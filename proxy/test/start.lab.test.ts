import { describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { labSettings } from "@dnstools/lab/support/product";
import { freePort } from "./edge.ts";

const ROOT = join(import.meta.dir, "../..");

/** Settings that a gateway needs to start. These tests do not call the services. */
const GATEWAY = Object.fromEntries(
  ["DNS", "NETWORK", "CERT", "ANALYSIS", "MAIL"].map((name) => [`${name}_URL`, "http://127.0.0.1:1"]),
);

/** A parsed line of a log. */
type Line = Readonly<Record<string, unknown>>;

/** Starts `bin/start --with-proxy`. `await using` stops it. */
async function start(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-start-"));
  chmodSync(folder, 0o711);
  const port = freePort();
  const child = Bun.spawn([join(ROOT, "bin/start"), "--with-proxy", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...labSettings(),
      DATA_DIR: join(folder, "data"),
      TMPDIR: folder,
      PROXY_LISTEN: `127.0.0.1:${port}`,
      PROXY_METRICS: "127.0.0.1:0",
      // A rate limit window so long that no unit is restored during the test.
      RATE_LIMIT_WINDOW_S: "86400",
      ...env,
    },
  });
  const lines: Line[] = [];
  const listening = Promise.withResolvers<Line | null>();
  const reading = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) {
      text += decoder.decode(bytes, { stream: true });
      const whole = text.split("\n");
      text = whole.pop() ?? "";
      for (const line of whole) {
        const told: Line = JSON.parse(line);
        lines.push(told);
        if (told["message"] === "listening" && told["target"] === "proxy") listening.resolve(told);
      }
    }
    listening.resolve(null);
  })();
  const says = child.stderr.text();
  return {
    url: `http://127.0.0.1:${port}`,
    lines,
    listening: listening.promise,
    child,
    /** Waits until all processes have ended, and returns the exit code and stderr. */
    async ended() {
      await reading;
      return {
        code: await child.exited,
        err: await says,
        left: readdirSync(folder).filter((name) => name !== "data"),
      };
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the child processes of a process: the id of each one by its command. */
function childrenOf(pid: number): Map<string, number> {
  const { stdout } = Bun.spawnSync(["ps", "--ppid", String(pid), "-o", "pid=,args="]);
  const rows = stdout
    .toString()
    .trim()
    .split("\n")
    .map((row) => row.trim());
  return new Map(rows.map((row) => [row.slice(row.indexOf(" ") + 1), Number(row.split(" ", 1)[0])]));
}

function childOf(pid: number, part: string): number {
  const found = [...childrenOf(pid)].find(([args]) => args.includes(part));
  if (found === undefined) throw new Error(`no ${part} below ${pid}`);
  return found[1];
}

describe("bin/start --with-proxy", () => {
  test("serves through nginx, limits each client by its own address, counts, and ends cleanly on SIGTERM", async () => {
    await using started = await start({});
    const told = await started.listening;
    expect(told).toMatchObject({ url: started.url, tls: [] });
    const answer = await fetch(`${started.url}/api/v1/dns?domain=example.com&type=A`);
    expect(answer.headers.get("server")).toBe("nginx");
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("59");
    expect(await answer.json()).toMatchObject({ tool: "dns" });
    const spoofed = await fetch(`${started.url}/api/v1/limits`, {
      headers: { "x-forwarded-for": "6.6.6.6" },
    });
    expect(Number(spoofed.headers.get("x-ratelimit-remaining"))).toBeLessThan(61);
    expect((await fetch(`${started.url}/metrics`)).status).toBe(404);
    const metrics = await (await fetch(String(told?.["metrics"]))).text();
    expect(metrics).toContain('dnstools_edge_requests_total{code="200",origin="upstream",call="yes"} 1');
    expect(metrics).toContain("dnstools_edge_up 1");

    started.child.kill("SIGTERM");
    expect(await started.ended()).toEqual({ code: 0, err: "", left: [] });
    // The lines of nginx pass through a separate process, so their order relative to the lines of other processes is
    // not fixed.
    const messages = started.lines
      .filter(({ target }) => target !== undefined)
      .map(({ target, message }) => `${target} ${message}`);
    expect(messages.slice(-4)).toEqual(["proxy draining", "all draining", "all stopped", "proxy stopped"]);
    expect(started.lines.filter(({ level }) => level === "warn").map(({ message }) => message)).toEqual([
      expect.stringContaining("PORT is ignored"),
      expect.stringContaining("PROBE_NAME is not set"),
      expect.stringContaining("plain HTTP only"),
    ]);
    expect(started.lines.filter(({ path }) => path === "/api/v1/dns")).toMatchObject([{ status: 200 }]);
    expect(await fetch(started.url).catch(() => "nobody")).toBe("nobody");
  });

  test.each([
    ["main.ts", "the gateway"],
    ["nginx", "nginx"],
  ])("where %s dies, everything ends, and says so", async (part, name) => {
    // Only a gateway is started, because that is faster than starting all tools.
    await using started = await start(GATEWAY, "--target=gateway");
    await started.listening;
    process.kill(childOf(started.child.pid, part), "SIGKILL");
    const { code, left } = await started.ended();
    expect({ code, left }).toEqual({ code: 1, left: [] });
    expect(started.lines.map(({ message }) => message)).toContain(
      `${name} has ended unexpectedly, so all parts are stopped`,
    );
    expect(await fetch(started.url).catch(() => "nobody")).toBe("nobody");
  });

  test("without nginx it says how to get it", async () => {
    const PATH = mkdtempSync(join(tmpdir(), "dnstools-path-"));
    const child = Bun.spawn([process.execPath, join(ROOT, "proxy/start.ts")], {
      stdio: ["ignore", "inherit", "pipe"],
      env: { PATH, NGINX: "nginx-that-is-not-there" },
    });
    const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
    rmSync(PATH, { recursive: true });
    expect(code).toBe(1);
    expect(err).toContain("apt-get install nginx-light");
  });

  test("a folder that nginx's workers may not enter is named", async () => {
    const closed = mkdtempSync(join(tmpdir(), "dnstools-closed-"));
    await using started = await start({ TMPDIR: closed });
    const { code, err } = await started.ended();
    expect({ code, left: readdirSync(closed) }).toEqual({ code: 1, left: [] });
    rmSync(closed, { recursive: true });
    expect(err).toContain(`no permission to enter ${closed}`);
  });

  test("wrong settings of nginx and of the gateway are named, and nothing is left running", async () => {
    await using wrong = await start({ PROXY_FLOOD_RATE: "many", PROXY_TRUSTED: "everybody" });
    const { code, err, left } = await wrong.ended();
    expect({ code, left }).toEqual({ code: 1, left: [] });
    for (const name of ["PROXY_FLOOD_RATE=many", "PROXY_TRUSTED=everybody"]) expect(err).toContain(name);
    await using gateways = await start({ ...GATEWAY, RATE_LIMIT_UNITS: "1" }, "--target=gateway");
    const ended = await gateways.ended();
    expect({ code: ended.code, left: ended.left }).toEqual({ code: 1, left: [] });
    expect(ended.err).toContain("RATE_LIMIT_UNITS=1");
  });
});
