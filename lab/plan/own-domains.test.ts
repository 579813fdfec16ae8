import { expect, test } from "bun:test";

/** The environment of `lab/up --domains=64`. The plan reads it once at startup, so each test needs its own process. */
const ASKED = { ...process.env, LAB_DOMAINS: "64" };

test("the tests of the plan pass with additional domains", async () => {
  const plan = Bun.spawn([process.execPath, "test", `${import.meta.dir}/plan.test.ts`], {
    env: ASKED,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, code] = await Promise.all([plan.stderr.text(), plan.exited]);
  expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
});

test("each domain has its own addresses of name and web servers, and an address in one of five networks", async () => {
  const script = `
    const { OWN_DOMAINS } = await import("${import.meta.dir}/own-domains.ts");
    console.log(JSON.stringify(OWN_DOMAINS));`;
  const child = Bun.spawn([process.execPath, "-e", script], { env: ASKED, stdout: "pipe" });
  const domains = JSON.parse(await child.stdout.text()) as typeof import("./own-domains.ts").OWN_DOMAINS;
  expect(domains).toHaveLength(64);
  const addresses = domains.flatMap(({ nameServers, web }) => [...nameServers, web].map(({ v4 }) => v4));
  expect(new Set(addresses).size).toBe(4 * 64);
  expect(new Set(domains.map(({ name }) => name)).size).toBe(64);
  expect(new Set(domains.map(({ pointer }) => pointer.split(".")[0])).size).toBe(5);
});

test("without the option there are no additional domains", async () => {
  const { OWN_DOMAINS, OWN_ZONES } = await import("./own-domains.ts");
  expect([OWN_DOMAINS, OWN_ZONES]).toEqual([[], []]);
});
