import { describe, expect, test } from "bun:test";
import { REGISTRATION } from "../plan/registrations.ts";
import { BAIT, REFERRAL_CHAIN, REGISTRIES } from "../plan/registries.ts";
import { askWhois } from "./ask.ts";

/** Queries for exactly one name at its registry's server, by top-level domain. */
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

describe("port 43", () => {
  /** Texts that must occur in each registry's answers about a registered name and about a free name. */
  const WORDS: Readonly<Record<string, readonly [registered: string, free: string]>> = {
    com: ["Domain Name: REGISTERED.COM", "No match for"],
    net: ["Domain Name: REGISTERED.NET", "No match for"],
    org: ["Domain Name: registered.org", "Domain not found."],
    ovh: ["Domain Name: registered.ovh", "Domain not found."],
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
      // A registry whose rate limit is exceeded does not say whether the name is registered.
      const limited = await whois(tld, "limited");
      expect(limited.text.length).toBeGreaterThan(10);
      if (tld !== "ch") expect(limited.text).not.toContain(free);
    }
  });

  test("some registries need the right form of query", async () => {
    const several = await askWhois("whois.verisign-grs.com", "registered.com");
    expect(several.text).toContain("To single out one record");
    expect((await askWhois("whois.denic.de", "registered.de")).text).not.toContain("Status:");
    const japanese = await askWhois("whois.jprs.jp", "registered.jp");
    expect(japanese.text).toContain("\x1b$B");
  });

  test("some registries answer in Latin-1", async () => {
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
    // A short timeout is enough for servers that neither close the connection nor send much. All other servers may need
    // long on a busy machine.
    const timeoutMs = end === "still open" && least <= 1 ? 800 : 10_000;
    const told = await askWhois("whois.nic.io", `${label}.io`, { timeoutMs });
    expect(told.end).toBe(end);
    expect(told.bytes.length).toBeGreaterThanOrEqual(least);
  });

  test("referrals name private, bait, looping and chained servers", async () => {
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
