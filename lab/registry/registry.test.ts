import { describe, expect, test } from "bun:test";
import { dig } from "../dig.ts";
import { LEAF } from "../plan/hosts.ts";
import { NETWORKS, REDIRECTS, RIRS, TROUBLED } from "../plan/networks.ts";
import { AS_NAMES, ORIGINS } from "../plan/origins.ts";
import { hostsOf, ZONE } from "../plan/plan.ts";
import { NO_POINTERS, POINTERS } from "../plan/pointers.ts";
import { DELEGATED, RDAP_LABELS, REGISTRATION, RETRY_AFTER } from "../plan/registrations.ts";
import { BAIT, REFERRAL_CHAIN, REGISTRIES } from "../plan/registries.ts";
import { reverseName } from "../plan/reverse.ts";
import { askWhois } from "./ask.ts";

const COM = REGISTRIES["com"]?.rdap ?? "";
const AUTHORITY = await Bun.file(`${process.env["LAB_MADE"]}/tls/ca.pem`).text();

/** Asks RDAP, and follows nothing. The lab's authority is trusted here by name: not every client reads the system's. */
async function rdap(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, {
    redirect: "manual",
    tls: { ca: AUTHORITY },
    signal: AbortSignal.timeout(4000),
    ...init,
  });
}
const labelled = (label: string) => rdap(`${COM}domain/${label}.com`);
/** How a request ends that gets no whole answer. */
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "answered",
    ({ code, name }: { code?: string | number; name: string }) => (typeof code === "string" ? code : name),
  );
/** The question that asks for just this name at its registry's server. */
const QUESTIONS: Readonly<Record<string, (name: string) => string>> = {
  com: (name) => `domain ${name}`,
  net: (name) => `=${name}`,
  cc: (name) => `domain ${name}`,
  de: (name) => `-T dn,ace ${name}`,
  jp: (name) => `${name}/e`,
};
const whois = (tld: string, label: string) => {
  const name = `${label}.${tld}`;
  return askWhois(REGISTRIES[tld]?.whois ?? "", QUESTIONS[tld]?.(name) ?? name);
};

describe("IANA", () => {
  test("has bootstrap files that can be kept and asked for again", async () => {
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

  test("says on port 43 who is to be asked", async () => {
    for (const [tld, { whois }] of Object.entries(REGISTRIES)) {
      const { text } = await askWhois("whois.iana.org", tld);
      const [, refer] = /^refer: +(\S+)\r$/m.exec(text) ?? [];
      expect({ tld, refer }).toEqual({ tld, refer: whois });
    }
    expect((await askWhois("whois.iana.org", "43.0.0.1")).text).toContain("refer:        whois.apnic.net");
    expect((await askWhois("whois.iana.org", "nowhere")).text).toContain("returned 0 objects");
  });
});

describe("RDAP of domains", () => {
  test.each([
    ["free", 404],
    ["free-bare", 404],
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

  test("a registered name is told of in full, and the registrar in three ways", async () => {
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

  test("limits say when to ask again", async () => {
    const answers = await Promise.all([labelled("limited"), rdap(`${REGISTRIES["pl"]?.rdap}domain/x.pl`)]);
    expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
      [429, String(RETRY_AFTER.limited)],
      [429, String(RETRY_AFTER.pl)],
    ]);
  });

  test("bodies are what they should not be", async () => {
    expect((await labelled("garbage")).headers.get("content-type")).toContain("text/html");
    expect(await (await labelled("empty")).text()).toBe("");
    expect(await failureOf((await labelled("truncated")).json())).toBe("SyntaxError");
    expect((await (await labelled("deep")).text()).startsWith("[".repeat(200_000))).toBe(true);
    expect((await (await labelled("huge")).bytes()).length).toBeGreaterThan(30_000_000);
    expect((await (await labelled("bomb")).bytes()).length).toBeGreaterThan(49_000_000);
    expect(await (await labelled("wrong-types")).json()).toMatchObject({ status: 7, entities: "x" });
    expect(await (await labelled("other-name")).json()).toMatchObject({ ldhName: "another.com" });
  }, 20_000);

  test.each(["endless", "drip", "silent"])("%s has no end", async (label) => {
    const text = rdap(`${COM}domain/${label}.com`, { signal: AbortSignal.timeout(500) }).then((r) =>
      r.text(),
    );
    expect(await failureOf(text)).toBe("TimeoutError");
  });

  test("one that resets the connection", async () => {
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
  ])("%s leads to %s", async (label, to) => {
    const answer = await labelled(label);
    expect([301, 302]).toContain(answer.status);
    expect(answer.headers.get("location")).toBe(to);
  });

  test("who follows comes to an object, to none, or nowhere", async () => {
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

  test("a registry knows nothing of names that are another's", async () => {
    expect((await rdap(`${COM}domain/registered.net`)).status).toBe(404);
    expect((await rdap(`${REGISTRIES["uk"]?.rdap}domain/registered.co.uk`)).status).toBe(200);
  });
});

test("what is registered is delegated, and answers", async () => {
  // Some names are other zones of the plan: dropped.org is one whose server drops questions.
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

describe("port 43", () => {
  /** Words of each registry for a name that it has, and for one that it has not. */
  const WORDS: Readonly<Record<string, readonly [registered: string, free: string]>> = {
    com: ["Domain Name: REGISTERED.COM", "No match for"],
    net: ["Domain Name: REGISTERED.NET", "No match for"],
    org: ["Domain Name: registered.org", "Domain not found."],
    nl: ["Status:      active", "is free"],
    uk: ["Registered until expiry date.", "This domain name has not been registered."],
    cz: ["expire:       03.02.2031", "%ERROR:101: no entries found"],
    pl: ["renewal date:          2031.02.03", "No information available about domain name"],
    fr: ["Expiry Date:                   2031-02-03T04:05:06Z", "%% NOT FOUND"],
    si: ["expire:         2031-02-03", "No entries found for the selected source(s)."],
    no: ["Domain Name................: registered.no", "% No match"],
    id: ["Domain Name: registered.id", "DOMAIN NOT FOUND"],
    cc: ["Domain Name: REGISTERED.CC", "No match for"],
    fm: ["Domain Name: registered.fm", "DOMAIN NOT FOUND"],
    de: ["Status: connect", "Status: free"],
    jp: ["[Domain Name]                   REGISTERED.JP", "No match!!"],
    ch: ["Requests of this client are not permitted.", "Requests of this client are not permitted."],
    io: ["Domain Name: registered.io", "Domain not found."],
    eu: ["Name servers:", "Status: AVAILABLE"],
    be: ["Status:\tNOT AVAILABLE", "Status:\tAVAILABLE"],
    at: ["domain:         registered.at", "% nothing found"],
    ru: ["paid-till:     2031-02-03T04:05:06Z", "No entries found for the selected source(s)."],
    "xn--p1ai": ["REGISTERED, DELEGATED", "No entries found for the selected source(s)."],
    kr: ["Expiration Date             : 2031. 02. 03.", "Above domain name is not registered to KRNIC."],
    br: ["expires:     20310203", "No match for"],
    se: ["state:            active", '" not found.'],
    dk: ["Status:               Active", "No entries found for the selected source."],
    us: ["Domain Name: registered.us", "No Data Found"],
    ie: ["Domain Name: registered.ie", "Not found: free.ie"],
  };

  test("every registry answers in its own words", async () => {
    const servers = Object.entries(REGISTRIES).filter(([, { whois }]) => whois !== undefined);
    expect(Object.keys(WORDS).sort()).toEqual(servers.map(([tld]) => tld).sort());
    for (const [tld, [registered, free]] of Object.entries(WORDS)) {
      expect((await whois(tld, "registered")).text).toContain(registered);
      expect((await whois(tld, "free")).text).toContain(free);
      // One with a limit tells nothing of the name.
      const limited = await whois(tld, "limited");
      expect(limited.text.length).toBeGreaterThan(10);
      if (tld !== "ch") expect(limited.text).not.toContain(free);
    }
  });

  test("the question must be right", async () => {
    const several = await askWhois("whois.verisign-grs.com", "registered.com");
    expect(several.text).toContain("To single out one record");
    expect((await askWhois("whois.denic.de", "registered.de")).text).not.toContain("Status:");
    const japanese = await askWhois("whois.jprs.jp", "registered.jp");
    expect(japanese.text).toContain("\x1b$B");
  });

  test("some answer in Latin-1", async () => {
    const { bytes } = await whois("br", "registered");
    expect(bytes.toString("latin1")).toContain("Informação");
    expect(bytes.toString()).toContain("\ufffd");
  });

  test("the registrar contradicts the registry", async () => {
    expect((await whois("com", "contradicts")).text).toContain(
      `Registrar WHOIS Server: ${REGISTRATION.registrar.whois}`,
    );
    const { text } = await askWhois(REGISTRATION.registrar.whois, "contradicts.com");
    expect(text).toContain("No match for domain");
  });

  test.each([
    ["silent", "still open", 0],
    ["drip", "still open", 1],
    ["endless", "still open", 2_000_000],
    ["empty", "closed", 0],
    ["binary", "closed", 4096],
    ["long-line", "closed", 1_000_000],
    ["maintenance", "closed", 50],
    ["unsure", "closed", 40],
    ["latin", "closed", 2000],
    ["mentions", "closed", 2000],
  ] as const)(".io: %s", async (label, end, least) => {
    const told = await askWhois("whois.nic.io", `${label}.io`, { timeoutMs: 800 });
    expect(told.end).toBe(end);
    expect(told.bytes.length).toBeGreaterThanOrEqual(least);
  });

  test("referrals lead to nowhere good", async () => {
    const referralsOf = async (label: string) => {
      const { text } = await askWhois("whois.nic.io", `${label}.io`);
      return [...text.matchAll(/^Registrar WHOIS Server: (.*?)\r$/gms)].map(([, server]) => server);
    };
    expect(await referralsOf("referral-private")).toEqual(["127.0.0.1", "10.0.0.1", "localhost"]);
    expect(await referralsOf("referral-bait")).toEqual([BAIT.name]);
    expect(await referralsOf("referral-loop")).toEqual(["whois.nic.io"]);
    for (const [i, host] of REFERRAL_CHAIN.entries()) {
      const { text } = await askWhois(host, "referral-chain.io");
      expect(text).toContain(`Registrar WHOIS Server: ${REFERRAL_CHAIN[i + 1] ?? host}`);
    }
  });
});

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

  test("numbers of networks have objects, too", async () => {
    const answer = await rdap(`${RIRS.ripe.base}autnum/24940`);
    expect(await answer.json()).toMatchObject({ handle: "AS24940", name: "HETZNER-AS", country: "DE" });
    expect((await rdap(`${RIRS.ripe.base}autnum/15169`)).status).toBe(404);
  });

  test("some of it is troubled", async () => {
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

test("Team Cymru knows who announces what", async () => {
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

test("PTRs are what the plan says, or are not there in the way it says", async () => {
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
  const none = await dig(Object.values(NO_POINTERS).map((address) => `-x ${address} +time=1 +tries=1`));
  expect(none.map((one) => one?.status ?? "timeout")).toEqual([
    "NXDOMAIN",
    "NXDOMAIN",
    "timeout",
    "SERVFAIL",
  ]);
});

test("the process of the registries is small", async () => {
  expect(hostsOf("registry").length).toBeGreaterThan(50);
  const text = await Bun.$`ps -eo rss=,args= | grep '[r]egistry/index.ts'`.text();
  expect(Number(text.trim().split(" ")[0])).toBeLessThan(100_000);
});
