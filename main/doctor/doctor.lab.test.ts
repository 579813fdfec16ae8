import { expect, test } from "bun:test";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { inLab } from "@dnstools/lab/support/nested";
import { startProduct } from "@dnstools/lab/support/product";
import { startRelay } from "@dnstools/lab/support/relay";
import { until } from "@dnstools/lab/support/until";
import { onTerminal, ran } from "../ask/test/command.fixture.ts";

const ON = { EGRESS_TEST: "on" };

test("where nothing is wrong, doctor says so, and ends with 0", async () => {
  const [text, json] = await Promise.all([
    ran(["doctor"], { env: { ...ON, HTTPS_PROXY: "http://127.0.0.1:1" } }),
    ran(["doctor", "--json"], { env: ON }),
  ]);
  expect(text).toMatchObject({ err: "", code: 0 });
  expect(text.out).toContain("HTTPS_PROXY is set and not used");
  expect(text.out).toContain("All in order.");
  expect(json).toMatchObject({ err: "", code: 0 });
  const { environment, facets, resolvers, proxies } = JSON.parse(json.out);
  expect({ environment, proxies }).toEqual({ environment: [], proxies: [] });
  expect(facets).toMatchObject({ ipv6: { verdict: "ok" }, clock: { verdict: "ok" } });
  expect(resolvers).toMatchObject([{ verdict: "ok" }]);
});

test("what is wrong with a resolver, and that trials are switched off", async () => {
  await using relay = await startRelay(RESOLVER, () => "deny");
  const { out, err, code } = await ran(["doctor"], { env: { DNS_RESOLVERS: relay.address } });
  expect({ err, code }).toEqual({ err: "", code: 3 });
  expect(out).toContain("denies names that exist");
  expect(out).toContain("Trials are switched off (EGRESS_TEST=off)");
});

test("a wrong command or setting ends with 2", async () => {
  expect(await ran(["doctor", "example.com"])).toEqual({
    out: "",
    err: "Usage: dnstools doctor [--json]\n",
    code: 2,
  });
  const { err, code } = await ran(["doctor"], { env: { EGRESS_ALLOW: "10/8" } });
  expect({ err, code }).toEqual({ err: expect.stringContaining("EGRESS_ALLOW=10/8"), code: 2 });
});

test("on a terminal, a line of progress, then the result in colours", async () => {
  const terminal = onTerminal(["doctor"]);
  expect(await terminal.exited).toBe(3);
  expect(terminal.shown()).toStartWith("doctor: trying what this host");
  expect(terminal.shown()).toContain("\u001b[32m");
});

/** Script that runs doctor in a separate lab, for people and for programs, and reads the page of a server. */
const ASK_THERE = `
  import { startProduct } from "./lab/support/product.ts";
  import { until } from "./lab/support/until.ts";
  import { ran } from "./main/ask/test/command.fixture.ts";
  const env = ${JSON.stringify(ON)};
  const text = await ran(["doctor"], { env });
  const { environment } = JSON.parse((await ran(["doctor", "--json"], { env })).out);
  await using product = await startProduct("all", env);
  const page = async () => (await fetch(new URL("/doctor", product.process("all").metricsUrl))).text();
  await until(async () => !(await page()).includes("none yet"));
  console.log(JSON.stringify({ ...text, environment, page: await page() }));`;

test("where IPv6 is missing, doctor and the page say it and what to do, and doctor ends with 3", async () => {
  const { out, err } = await inLab("--no-ipv6", process.execPath, "-e", ASK_THERE);
  expect({ out, err }).toEqual({ out: expect.stringContaining("{"), err: "" });
  const told = JSON.parse(out);
  expect(told).toMatchObject({ err: "", code: 3, environment: ["no_ipv6_here"] });
  for (const shown of [told.out, told.page]) {
    expect(shown).toContain("no_ipv6_here: IPv6");
    expect(shown).toContain("Give this host IPv6");
  }
});

test("a process shows only what its tools use, and the public port has no such page", async () => {
  await using product = await startProduct("one process per target", ON);
  const url = new URL("/doctor", product.process("dns").metricsUrl);
  const page = async () => (await fetch(url)).text();
  await until(async () => !(await page()).includes("none yet"));
  expect(await page()).toContain('<tr class="healthy"><td>DNS to name servers, UDP</td><td>ok</td>');
  expect(await page()).toContain('<tr class="unknown"><td>port 25 (SMTP)</td><td>not tested</td>');
  expect((await fetch(`${product.url}/doctor`)).status).toBe(404);
});
