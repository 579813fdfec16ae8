import { describe, expect, test } from "bun:test";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { json, labSettings, PRODUCT, startProduct } from "@dnstools/lab/support/product";

/**
 * Runs the program until it ends, and returns its output and exit code.
 * @param starter a program that executes the product, with its arguments
 */
async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  starter: readonly string[] = [],
) {
  const child = Bun.spawn([...starter, ...PRODUCT, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

describe("a start that cannot work is refused, and says what to correct", () => {
  test("wrong settings, all at once", async () => {
    const { out, err, code } = await run(["--target=all"], {
      PORT: "http",
      EGRESS_ALLOW: "10/8",
      LOG_LEVEL: "loud",
    });
    expect({ out, code }).toEqual({ out: "", code: 1 });
    for (const name of ["PORT=http", "EGRESS_ALLOW=10/8", "LOG_LEVEL=loud"]) expect(err).toContain(name);
  });

  test("a gateway without the address of a service", async () => {
    const { err, code } = await run(["--target=gateway"], {});
    expect(code).toBe(1);
    expect(err).toContain("DNS_URL is empty");
  });

  test("a deadline for what is no tool", async () => {
    const { err, code } = await run(["--target=dns"], { ...labSettings(), TOOL_DEADLINES: "dig=2000" });
    expect(code).toBe(1);
    expect(err).toContain("TOOL_DEADLINES names dig, which is not a tool");
  });

  test("a resolver by a name that has no address", async () => {
    const { err, code } = await run(["--target=dns"], { ...labSettings(), DNS_RESOLVERS: "nowhere.invalid" });
    expect(code).toBe(1);
    expect(err).toContain("DNS_RESOLVERS names no host that has an address");
  });

  test.each(["PORT", "METRICS_PORT"])("a %s that is taken", async (name) => {
    const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const { err, code } = await run(["--target=dns"], {
      ...labSettings(),
      DNS_RESOLVERS: RESOLVER,
      [name]: String(taken.port),
    });
    taken.stop(true);
    expect(code).toBe(1);
    expect(err).toContain(
      `\n  ${name}=${taken.port} is taken, because a program listens at 127.0.0.1 port ${taken.port} already: end that program, or set another port\n`,
    );
  });

  test.each([
    [{ PORT: "80" }, "PORT=80 may not be used by this user: set a port of 1024 or higher"],
    [{ METRICS_HOST: "9.9.9.9" }, "METRICS_HOST=9.9.9.9 is not an address of this machine"],
    [{ LISTEN: "/nowhere/x.sock" }, "LISTEN=/nowhere/x.sock cannot be created (ENOENT): set a path"],
  ])("%p, where this process cannot listen", async (env, says) => {
    const ordinary = ["setpriv", "--bounding-set=-net_bind_service", "--inh-caps=-net_bind_service"];
    const settings = { ...labSettings(), DNS_RESOLVERS: RESOLVER, ...env };
    const { err, code } = await run(["--target=dns"], settings, ordinary);
    expect(code).toBe(1);
    expect(err).toContain(`Settings to correct:\n  ${says}`);
  });

  test("a LISTEN path that is not a socket is left alone", async () => {
    const { err, code } = await run(["--target=all"], {
      ...labSettings(),
      DNS_RESOLVERS: RESOLVER,
      LISTEN: `${import.meta.dir}/../package.json`,
    });
    expect(code).toBe(1);
    expect(err).toContain("is not a socket");
    expect(await Bun.file("package.json").exists()).toBe(true);
  });

  test.each([[[]], [["--target=none"]], [["--target=all", "--port=1"]]])(
    "%p shows the usage",
    async (args) => {
      const { err, code } = await run(args, {});
      expect(code).toBe(2);
      expect(err).toContain("--target=all|gateway|dns");
    },
  );

  test("--version", async () => {
    const built = process.env["DNSTOOLS_BINARY"] === undefined ? "source" : "[0-9a-f]{40}(-dirty)?|unknown";
    const { out } = await run(["--version"], {});
    expect(out).toMatch(new RegExp(`^\\d+\\.\\d+\\.\\d+ \\((${built})\\)\\n$`));
  });
});

describe("healthcheck", () => {
  const answering = (status: number) =>
    Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("draining", { status }) });

  test.each([
    [200, 0, ["127.0.0.1", "0.0.0.0", "::"]],
    [503, 1, ["127.0.0.1"]],
  ] as const)("/readyz answers %p: exits with %p", async (status, code, hosts) => {
    await using server = answering(status);
    for (const host of hosts) {
      const asked = await run(["healthcheck"], { METRICS_HOST: host, METRICS_PORT: String(server.port) });
      expect(asked).toEqual({
        out: "",
        err: code === 0 ? "" : expect.stringContaining("503: draining"),
        code,
      });
    }
    expect((await run(["healthcheck", `${server.url}other`], {})).code).toBe(code);
  });

  test.each(["file:///etc/hostname", "data:,ready"])(
    "%p is refused, since no process answers there",
    async (url) => {
      const { code, err } = await run(["healthcheck", url], {});
      expect(code).toBe(1);
      expect(err).toContain("Usage");
    },
  );

  test("a process that is gone: exits with 1", async () => {
    const gone = answering(200);
    const { port } = gone;
    await gone.stop(true);
    const { code, err } = await run(["healthcheck"], { METRICS_PORT: String(port) });
    expect(code).toBe(1);
    expect(err).toContain(`http://127.0.0.1:${port}/readyz did not answer`);
  });
});

test("an address in a block of TARGET_DENY is not dialled either, whatever name leads there", async () => {
  const host = "good-rsa.certs.com";
  await using product = await startProduct("all", { TARGET_DENY: `${addressOf(host)}/32` });
  const { data } = await json(fetch(`${product.url}/api/v1/ssl?host=${host}`));
  const server = data.servers.find(({ address }: { address: string }) => address === addressOf(host));
  expect(server?.reachability).toMatchObject({ stage: "none", reason: "egress_denied" });
});

test("proxy settings of the machine are not followed, and a warning says so: they would lead past the check of addresses", async () => {
  let asked = 0;
  using proxy = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch() {
      asked += 1;
      return new Response("", { status: 502 });
    },
  });
  const names = ["http_proxy", "https_proxy", "all_proxy"];
  const env = [...names, ...names.map((name) => name.toUpperCase())].map((name) => [name, proxy.url.href]);
  await using product = await startProduct("all", Object.fromEntries(env));
  const { data } = await json(fetch(`${product.url}/api/v1/whois?domain=registered.com`));
  expect(data.sources[0]).toMatchObject({ kind: "rdap", status: "ok" });
  expect(asked).toBe(0);
  const set = "HTTP_PROXY, http_proxy, HTTPS_PROXY, https_proxy, ALL_PROXY, all_proxy";
  expect(product.process("all").log()).toContain(`"${set}: set but not used, because `);
});
