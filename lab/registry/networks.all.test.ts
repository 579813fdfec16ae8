import { describe, expect, test } from "bun:test";
import { NETWORKS, REDIRECTS, RIRS, TROUBLED } from "../plan/networks.ts";
import { AS_NAMES, ORIGINS } from "../plan/origins.ts";
import { NO_POINTERS, POINTERS } from "../plan/pointers.ts";
import { RETRY_AFTER } from "../plan/registrations.ts";
import { reverseName } from "../plan/reverse.ts";
import { dig } from "../support/dig.ts";
import { askWhois, failureOf, rdap } from "./ask.ts";

describe("registries of addresses", () => {
  test.each(
    NETWORKS.filter(({ range }) => !Object.values<string>(TROUBLED).includes(range[0].replace(/0$/, "1"))),
  )("RDAP of $rir has $cidr", async ({ rir, cidr, range, handle, name }) => {
    const answer = await rdap(`${RIRS[rir].base}ip/${range[0]}`);
    expect(await answer.json()).toMatchObject({ handle, name, startAddress: range[0], endAddress: range[1] });
    const question = rir === "arin" ? `n + ${range[0]}` : range[0];
    expect((await askWhois(RIRS[rir].whois, question)).text).toContain(
      rir === "registro.br" || rir === "jpnic" ? cidr : name,
    );
  });

  test.each([...REDIRECTS])("$from refers to $to about $cidr", async ({ from, to, cidr, status }) => {
    const [address = ""] = cidr.split("/");
    const answer = await rdap(`${RIRS[from].base}ip/${address}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      status,
      `${RIRS[to].base}ip/${address}`,
    ]);
  });

  test("AS numbers have objects, too", async () => {
    const answer = await rdap(`${RIRS.ripe.base}autnum/24940`);
    expect(await answer.json()).toMatchObject({ handle: "AS24940", name: "HETZNER-AS", country: "DE" });
    expect((await rdap(`${RIRS.ripe.base}autnum/15169`)).status).toBe(404);
  });

  test("some networks have faults", async () => {
    const arin = (address: string) =>
      rdap(`${RIRS.arin.base}ip/${address}`, { signal: AbortSignal.timeout(500) });
    expect((await rdap(`${RIRS.afrinic.base}ip/${TROUBLED.unavailable}`)).status).toBe(503);
    const limited = await rdap(`${RIRS.lacnic.base}ip/${TROUBLED.limited}`);
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, String(RETRY_AFTER.networks)]);
    expect((await arin(TROUBLED.broken)).status).toBe(500);
    expect((await arin(TROUBLED.toPrivate)).headers.get("location")).toStartWith("https://10.0.0.1/");
    expect(await failureOf(arin(TROUBLED.silent))).toBe("TimeoutError");
    const { text } = await askWhois("whois.arin.net", `n + ${TROUBLED.broken}`);
    expect([...text.matchAll(/^ReferralServer: +(\S+)\r$/gm)].map(([, server]) => server)).toEqual([
      "rwhois://rwhois.elsewhere.net:4321",
      "whois://whois.ripe.net",
    ]);
    for (const address of [TROUBLED.hostile, TROUBLED.silent]) {
      const told = await askWhois("whois.arin.net", `n + ${address}`, { timeoutMs: 300 });
      expect(told.end).toBe("still open");
    }
  });
});

test("Team Cymru's zones have the origin of each prefix", async () => {
  const zone = { v4: "origin.asn.cymru.com", v6: "origin6.asn.cymru.com" };
  const questions = ORIGINS.map(({ prefix }) => {
    const [address = ""] = prefix.split("/");
    const [reverse = ""] = reverseName(address).split(/\.(?:in-addr|ip6)\.arpa/);
    return `${reverse}.${address.includes(":") ? zone.v6 : zone.v4} TXT`;
  });
  const dug = await dig([
    ...questions,
    `9.9.9.9.${zone.v4} TXT`,
    ...Object.keys(AS_NAMES).map((asn) => `AS${asn}.asn.cymru.com TXT`),
  ]);
  const texts = dug.map((one) => one?.answer.join() ?? "");
  for (const [i, { says }] of ORIGINS.entries()) expect(texts[i]).toContain(`"${says}"`);
  expect(dug[ORIGINS.length]?.status).toBe("NXDOMAIN");
  expect(texts.slice(ORIGINS.length + 1).every((text) => text.includes(" | "))).toBe(true);
});

test("PTR records are as planned, and missing records are missing as planned", async () => {
  const all: readonly { readonly address: string; readonly ptr?: readonly string[] }[] =
    Object.values(POINTERS);
  const dug = await dig(all.map(({ address }) => `-x ${address}`));
  for (const [i, { address, ptr = [] }] of all.entries()) {
    const found = (dug[i]?.answer ?? []).flatMap((line) => / IN PTR (.*)$/.exec(line)?.[1] ?? []);
    expect({ address, found: found.sort() }).toEqual({
      address,
      found: ptr.map((name) => `${name}.`).sort(),
    });
  }
  const none = await dig(Object.values(NO_POINTERS).map((address) => `-x ${address} +time=3 +tries=1`));
  expect(none.map((one) => one?.status ?? "timeout")).toEqual([
    "NXDOMAIN",
    "NXDOMAIN",
    "timeout",
    "SERVFAIL",
  ]);
});
