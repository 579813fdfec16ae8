import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { canBeUser, inLab, startLab } from "../support/nested.ts";
import { run } from "../support/run.ts";
import { ENVIRONMENTS } from "./environments.ts";
import { openHost } from "./open-host.ts";

test("hosts can be open side by side, and leave nothing behind", async () => {
  const folder = `${process.env["LAB_RUN"]}/hosts`;
  const left = () => (existsSync(folder) ? readdirSync(folder) : []);
  const before = left();
  {
    await using first = await openHost("clean");
    await using second = await openHost("clean");
    const address = (host: typeof first) => run(...host.inside(["ip", "-o", "addr", "show", "eth0"]));
    expect(await address(first)).not.toBe(await address(second));
    expect(left()).toHaveLength(before.length + 2);
  }
  expect(left()).toEqual(before);
});

test("hosts see the files of the lab, and a door leads to their servers", async () => {
  await using host = await openHost("ipv6-only");
  expect(await run(...host.inside(["pwd"]))).toBe(`${process.cwd()}\n`);
  const program = "const s = Bun.serve({ port: 0, fetch: () => new Response('here') }); console.log(s.port)";
  const server = Bun.spawn(host.inside([process.execPath, "-e", program]), { stdout: "pipe" });
  const { value } = await server.stdout.getReader().read();
  const unix = await host.doorTo(Number(new TextDecoder().decode(value)));
  expect(await (await fetch("http://localhost/", { unix })).text()).toBe("here");
  server.kill();
  await server.exited;
});

test("hosts are counted by the tripwire, except queries to their own resolver", async () => {
  const at = (...command: string[]) => inLab("--services=dns", "--host=intercepted-dnsmasq", ...command);
  const good = await at("dig", "+short", "example.com", "A");
  expect([good.code, good.out]).toEqual([0, expect.stringContaining("93.184.215.14")]);
  const bad = await at(
    "bash",
    "-c",
    'for at in 10.0.0.5 192.168.1.1 127.0.0.1; do timeout 0.3 bash -c "</dev/tcp/$at/80"; done; true',
  );
  expect(bad.code).toBe(5);
  expect(bad.err).toContain("3 packets for addresses that are not public");
});

test("hosts behind NAT64 may send to the translated addresses of public ones only", async () => {
  const to = (address: string) =>
    inLab(
      "--host=ipv6-only-nat64",
      "bash",
      "-c",
      `timeout 3 bash -c '</dev/tcp/${address}/443' && echo open; true`,
    );
  const [open, closed] = [await to("64:ff9b::5.42.4.2"), await to("64:ff9b::10.0.0.5")];
  expect([open.code, open.out]).toEqual([0, "open\n"]);
  expect([closed.code, closed.out]).toEqual([5, ""]);
});

test("hosts that do not exist are refused with a list of those that do", async () => {
  const { code, err } = await inLab("--host=nowhere", "true");
  expect(code).toBe(2);
  for (const [name, { is }] of Object.entries(ENVIRONMENTS)) {
    expect(err).toContain(name);
    expect(err).toContain(is);
  }
});

test.each(canBeUser() ? ([["root"], ["user"]] as const) : ([["root"]] as const))(
  "hosts can be opened by: %s",
  async (who) => {
    const { code, out, err } = await startLab(
      ["--host=tls-inspected", "bash", "-c", "curl -sf https://captive.apple.com/hotspot-detect.html"],
      who,
    ).ended;
    expect({ out, err }).toEqual({ out: "", err: "" });
    // curl does not trust the proxy's authority.
    expect(code).toBe(60);
  },
);
