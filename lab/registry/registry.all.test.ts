import { describe, expect, test } from "bun:test";
import { hostsOf, ZONE } from "../plan/plan.ts";
import { DELEGATED, RDAP_LABELS } from "../plan/registrations.ts";
import { REGISTRIES } from "../plan/registries.ts";
import { dig } from "../support/dig.ts";
import { askWhois, rdap } from "./ask.ts";

describe("IANA", () => {
  test("has bootstrap files that can be cached and revalidated", async () => {
    const first = await rdap("https://data.iana.org/rdap/dns.json");
    const { services, version } = (await first.json()) as { services: string[][][]; version: string };
    expect(version).toBe("1.0");
    const bases = services.flatMap(([tlds = [], bases = []]) => tlds.map((tld) => [tld, bases[0]]));
    const plan = Object.entries(REGISTRIES).flatMap(([tld, { rdap }]) =>
      rdap === undefined ? [] : [[tld, rdap]],
    );
    expect(bases.sort()).toEqual(plan.sort());
    expect(first.headers.get("cache-control")).toContain("max-age");
    const etag = first.headers.get("etag") ?? "";
    const again = await rdap("https://data.iana.org/rdap/dns.json", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    for (const file of ["ipv4", "ipv6", "asn"])
      expect((await rdap(`https://data.iana.org/rdap/${file}.json`)).status).toBe(200);
  });

  test("names the server to query on port 43", async () => {
    for (const [tld, { whois }] of Object.entries(REGISTRIES)) {
      const { text } = await askWhois("whois.iana.org", tld);
      const [, refer] = /^refer: +(\S+)\r$/m.exec(text) ?? [];
      expect({ tld, refer }).toEqual({ tld, refer: whois });
    }
    expect((await askWhois("whois.iana.org", "43.0.0.1")).text).toContain("refer:        whois.apnic.net");
    expect((await askWhois("whois.iana.org", "nowhere")).text).toContain("returned 0 objects");
  });
});

test("registered names are delegated, and answer", async () => {
  // Some names are other zones of the plan, such as dropped.org, whose server drops queries.
  const names = Object.keys(REGISTRIES)
    .flatMap((tld) =>
      ["registered", "ghost", "dropped", "free", "reserved"].map((label) => ({
        label,
        name: `${label}.${tld}`,
      })),
    )
    .filter(({ name }) => !ZONE.has(name));
  const dug = await dig(names.map(({ name }) => `${name} A`));
  const wrong = names.filter(({ label }, i) => (dug[i]?.status === "NOERROR") !== DELEGATED.includes(label));
  expect(wrong).toEqual([]);
  expect(RDAP_LABELS as readonly string[]).toEqual(expect.arrayContaining([...DELEGATED]));
});

test("the process of the registries is small", async () => {
  expect(hostsOf("registry").length).toBeGreaterThan(50);
  const text = await Bun.$`ps -eo rss=,args= | grep '[r]egistry/index.ts'`.text();
  expect(Number(text.trim().split(" ")[0])).toBeLessThan(100_000);
});
