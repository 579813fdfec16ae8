import { expect, test } from "bun:test";
import { CHANGING } from "../plan/propagation-zones.ts";
import {
  canBeUser,
  gone,
  marked,
  type NestedLab,
  ROOT,
  startLab,
  surroundings,
  type Who,
} from "../support/nested.ts";
import { until } from "../support/until.ts";
import { DEMO_ADDRESSES, type DemoAddress } from "./addresses.ts";

/** Starts a demo on a free port. */
const startDemo = (who: Who = "root") => startLab(["--port=0"], who, { program: "bin/demo" });

/** Resolves to the demo's URL once the demo prints it. */
async function urlOf(demo: NestedLab): Promise<string> {
  await Promise.race([demo.running, demo.ended.then(({ err }) => Promise.reject(new Error(err)))]);
  return /http:\/\/127\.0\.0\.1:\d+/.exec(demo.out())?.[0] ?? "";
}

async function read(url: string, path: string, accept: string): Promise<string> {
  const response = await fetch(url + path, { headers: { accept } });
  expect(response.status).toBe(200);
  return response.text();
}

type Answer = {
  readonly summary: { readonly status: string };
  readonly findings: readonly { readonly code: string }[];
};

/** Returns the status of an answer, and the expected finding if the answer contains it, as in DEMO_ADDRESSES. */
async function answerOf(url: string, { path, code }: DemoAddress) {
  const { summary, findings }: Answer = JSON.parse(await read(url, path, "application/json"));
  return { status: summary.status, code: findings.find((finding) => finding.code === code)?.code };
}

test("each of the ten addresses is printed, and its report and JSON show what its line says", async () => {
  const demo = startDemo();
  const url = await urlOf(demo);
  expect(DEMO_ADDRESSES).toHaveLength(10);
  for (const address of DEMO_ADDRESSES) {
    const { path, shows, status, code, words } = address;
    expect(demo.out()).toContain(`${url}${path}\n      ${shows}\n`);
    expect({ path, ...(await answerOf(url, address)) }).toEqual({ path, status, code });
    expect(await read(url, path, "text/plain")).toContain(words);
  }
  demo.kill("SIGTERM");
  expect((await demo.ended).code).toBe(0);
});

test("a change arrives step by step: at the zone, then at its resolvers", async () => {
  const demo = startDemo();
  const url = await urlOf(demo);
  const look = () => read(url, "/propagation/changing.com?country=de", "text/plain");
  expect(await look()).toContain(`A     ${CHANGING.before}`);
  await until(async () => (await look()).includes("propagation.in_progress"));
  await until(async () => {
    const report = await look();
    return report.includes("✓ pass") && report.includes(`A     ${CHANGING.after}`);
  });
  demo.kill("SIGTERM");
  await demo.ended;
});

test("the README's calls give complete reports", async () => {
  const demo = startDemo();
  const url = await urlOf(demo);
  for (const host of ["example.com", "www.example.com"])
    expect(await read(url, `/ssl/${host}`, "text/plain")).toContain("3 of 3 are in order");
  // This call is still running when the demo is stopped. The demo does not wait for it.
  const asked = fetch(`${url}/scout/dangling.com`).catch(() => null);
  demo.kill("SIGTERM");
  expect((await demo.ended).code).toBe(0);
  expect(await asked).toBeNull();
});

const WHO: readonly Who[] = canBeUser() ? ["root", "user"] : ["root"];
const WAYS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const;

test.each(WHO.flatMap((who) => WAYS.map((way) => [who, way] as const)))(
  "started by %s, it leaves nothing behind after %s",
  async (who, way) => {
    const before = surroundings();
    const demo = startDemo(who);
    const url = await urlOf(demo);
    expect(await read(url, "/dns/example.com?type=A", "text/plain")).toContain("93.184.215.14");
    expect(marked(demo.mark).length).toBeGreaterThan(15);
    // Ctrl-C sends the signal to the terminal's whole process group.
    demo.kill(way, way === "SIGINT" ? "group" : undefined);
    const { code, files } = await demo.ended;
    await gone(demo.mark);
    expect({ code, files }).toEqual({ code: way === "SIGKILL" ? 137 : 0, files: [] });
    expect(surroundings()).toEqual(before);
    await expect(fetch(url)).rejects.toThrow();
  },
);

test("it ends with the program that started it", async () => {
  const before = surroundings();
  const script = `"$0/bin/demo" --port=0 & wait`;
  const parent = startLab(["-c", script, ROOT], "root", { program: "/bin/bash" });
  await urlOf(parent);
  parent.kill("SIGKILL");
  await gone(parent.mark);
  expect(surroundings()).toEqual(before);
});

test("it says so when the port is taken, and starts nothing", async () => {
  using other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const demo = startLab([`--port=${other.port}`], "root", { program: "bin/demo" });
  const { code, err, out } = await demo.ended;
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(`another program listens on 127.0.0.1:${other.port}`);
  expect(err).toContain("bin/demo --port=8081");
  expect(marked(demo.mark)).toEqual([]);
});

test.each([["--port=x"], ["--port=65536"], ["--port="], ["8081"]])(
  "%p is not a valid option",
  async (arg) => {
    const { code, err } = await startLab([arg], "root", { program: "bin/demo" }).ended;
    expect(code).toBe(2);
    expect(err).toContain("demo [--port=N]");
  },
);
