import { expect, test } from "bun:test";
import { addressOf } from "@dnstools/lab/plan/plan";
import { json, startProduct } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { followed, onTerminal, ran } from "./command.fixture.ts";

/** Uses up a client's rate limit of ten units. */
async function useUp(url: string): Promise<void> {
  const asked = Array.from({ length: 10 }, () => fetch(`${url}/api/v1/dns?domain=example.com&type=A`));
  for (const response of await Promise.all(asked)) expect(response.status).toBe(200);
}

const shared = () => sharedProduct("all", { RATE_LIMIT_UNITS: "1000" });

test("--server asks its API, and the report is the same", async () => {
  const { url } = await shared();
  const call = ["dns", "example.com", "--type", "SOA"];
  for (const server of [url, `${url}/`, `${url}/api/v1`]) {
    const { out, err, code } = await ran([...call, "--json", "--server", server]);
    expect({ err, code }).toEqual({ err: "", code: 0 });
    expect(JSON.parse(out)).toMatchObject({ tool: "dns", query: { domain: "example.com", type: "SOA" } });
  }
  const [there, here] = await Promise.all([ran([...call, "--server", url]), ran(call)]);
  const withoutNumbers = (text: string) => text.replace(/\b\d{4}-\d\d-\d\dT\S+|\b\d+\b/g, "-");
  expect(withoutNumbers(there.out)).toBe(withoutNumbers(here.out));
  const missing = await ran(["dns", "nope.example.com", "--server", url]);
  expect(missing).toMatchObject({ out: "", code: 1, err: expect.stringContaining("NXDOMAIN") });
  // The command sends a private address, because the server decides which addresses are allowed.
  const private_ = await ran(["reverse", "10.0.0.1", "--server", url]);
  expect(private_).toMatchObject({ out: "", code: 2, err: expect.stringContaining("not public") });
});

test("on a terminal the server's progress is shown, and the answer is the same", async () => {
  const { url } = await shared();
  const terminal = onTerminal(["mail", "example.com", "--view", "summary", "--json", "--server", url], {
    env: { TERM: "xterm" },
  });
  expect(await terminal.exited).toBe(0);
  const shown = terminal.shown();
  expect(shown).toMatch(/mail example\.com \[[#-]{20}\] \d+ of \d+ queries; finished: /);
  const answer = JSON.parse(shown.slice(shown.lastIndexOf("\r\u001b[K") + 4));
  expect(answer).toMatchObject({ tool: "mail", query: { domain: "example.com" }, data: null });
  const missing = onTerminal(["dns", "nope.example.com", "--server", url]);
  expect(await missing.exited).toBe(1);
  expect(missing.shown()).toContain("ns1.example.com answered NXDOMAIN");
  const refused = onTerminal(["reverse", "10.0.0.1", "--server", url]);
  expect(await refused.exited).toBe(2);
  expect(refused.shown()).toContain("not public");
});

test("a server of an earlier release, without events, is asked for its answer alone", async () => {
  const { url } = await shared();
  const asked: string[] = [];
  await using earlier = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname);
      if (!pathname.startsWith("/api/v1/")) return new Response("", { status: 404 });
      return Response.json(await json(fetch(`${url}${pathname}${search}`)));
    },
  });
  const terminal = onTerminal(["dns", "example.com", "--type", "A", "--server", earlier.url.href]);
  expect(await terminal.exited).toBe(0);
  expect(asked).toEqual(["/dns/example.com", "/api/v1/dns"]);
});

test("a key goes to the server, as an option or a variable; a wrong one is said", async () => {
  const product = await shared();
  const { key } = await product.keys("create", "--name", "command");
  const call = ["dns", "example.com", "--type", "A", "--server", product.url];
  expect((await ran([...call, "--key", key])).code).toBe(0);
  expect((await ran(call, { env: { DNSTOOLS_KEY: key } })).code).toBe(0);
  const wrong = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
  for (const how of [
    await ran([...call, "--key", wrong]),
    await ran(call, { env: { DNSTOOLS_KEY: wrong } }),
  ]) {
    expect([how.out, how.code]).toEqual(["", 2]);
    expect(how.err).toContain("API key");
    expect(how.err).not.toContain(wrong);
  }
});

test("where the limit is used up it waits as long as the server says", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "10", RATE_LIMIT_WINDOW_S: "20" });
  const { out, err, code } = await ran(["dns", "-", "--type", "A", "--server", product.url, "--jobs", "4"], {
    stdin: Array.from({ length: 12 }, (_, i) => `n${i}.wild.com\n`).join(""),
  });
  expect(out.trimEnd().split("\n")).toHaveLength(12);
  expect(err).toMatch(/^The rate limit of 127\.0\.0\.1:\d+ is used up: waiting \d+ s\.$/m);
  expect(err).toEndWith("12 names: 12 pass.\n");
  expect(code).toBe(0);
});

test("a limit that is restored only after hours is not waited for", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "10", RATE_LIMIT_WINDOW_S: "86400" });
  const call = ["dns", "example.com", "--type", "A", "--server", product.url];
  await useUp(product.url);
  const refused = await ran(call);
  expect(refused).toMatchObject({
    out: "",
    code: 4,
    err: expect.stringContaining("The rate limit is used up"),
  });
});

test("a wait for the limit ends by an interrupt", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "10", RATE_LIMIT_WINDOW_S: "500" });
  await useUp(product.url);
  const child = followed(["dns", "example.com", "--type", "A", "--server", product.url]);
  await child.says("is used up: waiting ");
  child.kill("SIGINT");
  expect((await child.ended).code).toBe(130);
});

test("a server that does not serve is exit code 4, with its reason", async () => {
  await using dead = await startProduct("all", { DNS_RESOLVERS: addressOf("closed.resolvers.net") });
  const served = await ran(["dns", "example.com", "--server", dead.url]);
  expect(served).toMatchObject({ out: "", code: 4, err: expect.stringContaining("resolvers") });
  using other = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) =>
      url.includes("endless")
        ? new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(1_000_000)) }))
        : new Response("<h1>\u001b]0;x\u0007hello</h1>", { headers: { "content-type": "text/html" } }),
  });
  const gone = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const goneUrl = gone.url.href;
  await gone.stop(true);
  const rows = [
    [other.url.href, "answered 200 OK, which is not a response of this API"],
    [`${other.url.href}endless`, "answered 200 OK, which is not a response of this API"],
    [goneUrl, "could not be reached: "],
  ] as const;
  for (const [server, says] of rows) {
    const { out, err, code } = await ran(["dns", "example.com", "--server", server]);
    expect({ out, code }).toEqual({ out: "", code: 4 });
    expect(err).toContain(says);
  }
});
