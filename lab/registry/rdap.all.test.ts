import { describe, expect, test } from "bun:test";
import { LEAF } from "../plan/hosts.ts";
import { REGISTRATION, RETRY_AFTER } from "../plan/registrations.ts";
import { BAIT, REGISTRIES } from "../plan/registries.ts";
import { dig } from "../support/dig.ts";
import { failureOf, rdap } from "./ask.ts";

const COM = REGISTRIES["com"]?.rdap ?? "";
const labelled = (label: string) => rdap(`${COM}domain/${label}.com`);

describe("RDAP of domains", () => {
  test.each([
    ["free", 404],
    ["free-bare", 404],
    ["gateway-404", 404],
    ["ghost", 404],
    ["dropped", 200],
    ["reserved", 404],
    ["reserved-object", 200],
    ["forbidden", 403],
    ["broken", 500],
    ["no-such-label", 404],
  ])("%s: %d", async (label, status) => {
    expect((await labelled(label)).status).toBe(status);
  });

  test("a registered name is described in full, and the registrar in three ways", async () => {
    const object = (await (await labelled("registered")).json()) as Record<string, unknown>;
    expect(object).toMatchObject({
      objectClassName: "domain",
      ldhName: "registered.com",
      status: REGISTRATION.status,
      secureDNS: { delegationSigned: true, dsData: [REGISTRATION.ds] },
      nameservers: [{ ldhName: LEAF[0], ipAddresses: {} }, { ldhName: LEAF[1] }],
    });
    const registrars = ["registered", "nameless", "handleless"].map(async (label) => {
      const { entities } = (await (await labelled(label)).json()) as { entities: [Record<string, unknown>] };
      return ["handle", "publicIds", "vcardArray", "entities"].filter((key) => key in entities[0]);
    });
    expect(await Promise.all(registrars)).toEqual([
      ["handle", "publicIds", "vcardArray", "entities"],
      ["publicIds", "entities"],
      ["vcardArray", "entities"],
    ]);
  });

  test("rate limits say when to retry", async () => {
    const answers = await Promise.all([labelled("limited"), rdap(`${REGISTRIES["pl"]?.rdap}domain/x.pl`)]);
    expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
      [429, String(RETRY_AFTER.limited)],
      [429, String(RETRY_AFTER.pl)],
    ]);
  });

  test("malformed bodies are as planned", async () => {
    expect((await labelled("garbage")).headers.get("content-type")).toContain("text/html");
    expect(await (await labelled("empty")).text()).toBe("");
    expect(await failureOf((await labelled("truncated")).json())).toBe("SyntaxError");
    expect((await (await labelled("deep")).text()).startsWith("[".repeat(200_000))).toBe(true);
    expect((await (await labelled("huge")).bytes()).length).toBeGreaterThan(30_000_000);
    expect((await (await labelled("bomb")).bytes()).length).toBeGreaterThan(49_000_000);
    expect(await (await labelled("wrong-types")).json()).toMatchObject({ status: 7, entities: "x" });
    expect(await (await labelled("other-name")).json()).toMatchObject({ ldhName: "another.com" });
  });

  test.each(["endless", "drip", "silent"])("%s never ends", async (label) => {
    const text = rdap(`${COM}domain/${label}.com`, { signal: AbortSignal.timeout(500) }).then((r) =>
      r.text(),
    );
    expect(await failureOf(text)).toBe("TimeoutError");
  });

  test("a server resets the connection", async () => {
    expect(await failureOf(labelled("resets"))).toBe("ECONNRESET");
  });

  test.each([
    ["moved", "https://rdap.elsewhere.net/domain/moved.com"],
    ["moved-free", `${REGISTRIES["org"]?.rdap}domain/moved-free.com`],
    ["loop", `${COM}domain/loop.com`],
    ["far", `${COM}domain/far.com?hop=1`],
    ["to-private", "https://10.0.0.1/domain/to-private.com"],
    ["to-loopback", "https://localhost/domain/to-loopback.com"],
    ["to-bait", `https://${BAIT.name}/domain/to-bait.com`],
    ["to-http", "http://rdap.elsewhere.net/domain/to-http.com"],
  ])("%s redirects to %s", async (label, to) => {
    const answer = await labelled(label);
    expect([301, 302]).toContain(answer.status);
    expect(answer.headers.get("location")).toBe(to);
  });

  test("redirects end at an object or at a 404", async () => {
    const follow = async (label: string) => {
      const { status } = await rdap(`${COM}domain/${label}.com`, { redirect: "follow" });
      return status;
    };
    expect(await Promise.all(["moved", "moved-free", "far", "to-http"].map(follow))).toEqual([
      200, 404, 200, 200,
    ]);
  });

  test("registries whose RDAP is broken as a whole", async () => {
    const ask = (tld: string) => rdap(`${REGISTRIES[tld]?.rdap}domain/registered.${tld}`);
    expect(await Promise.all(["cz", "tv", "si", "fm"].map(async (tld) => (await ask(tld)).status))).toEqual([
      ...[503, 503, 200, 200],
    ]);
    expect(await failureOf(ask("fr"))).toMatch(/Refused/i);
    expect(await failureOf(ask("id"))).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
    const [no] = await dig([`${new URL(REGISTRIES["cc"]?.rdap ?? "").hostname} A`]);
    expect(no?.answer.join()).toEndWith(" 10.0.0.1");
  });

  test("a registry does not answer for names of another registry", async () => {
    expect((await rdap(`${COM}domain/registered.net`)).status).toBe(404);
    expect((await rdap(`${REGISTRIES["uk"]?.rdap}domain/registered.co.uk`)).status).toBe(200);
  });
});
