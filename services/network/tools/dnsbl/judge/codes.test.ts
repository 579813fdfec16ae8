import { expect, test } from "bun:test";
import type { Blocklist } from "../blocklist.ts";
import { BLACKLISTS, INFORMATIONAL, SOURCES } from "../lists.ts";
import { decode, kindOf } from "./codes.ts";

function list(zone: string): Blocklist {
  const found = [...BLACKLISTS, ...INFORMATIONAL].find((one) => one.zone === zone);
  if (found === undefined) throw new Error(`no list ${zone}`);
  return found;
}

test("there are exactly 79 blacklists, each once, each with its source and date", () => {
  expect(BLACKLISTS).toHaveLength(79);
  const all = [...BLACKLISTS, ...INFORMATIONAL];
  expect(new Set(all.map(({ zone }) => zone)).size).toBe(all.length);
  for (const { zone, source, observed, codes, takes } of all) {
    expect(`${zone} ${[...source].every((letter) => letter in SOURCES)}`).toBe(`${zone} true`);
    expect(`${zone} ${/^20\d\d-\d\d$/.test(observed)}`).toBe(`${zone} true`);
    expect(Object.keys(codes).length).toBeGreaterThan(0);
    expect(takes.length).toBeGreaterThan(0);
  }
});

test("no blacklist is white or informational, and only blacklists count", () => {
  expect(BLACKLISTS.filter(({ kind }) => kind === "white" || kind === "info")).toEqual([]);
  expect(INFORMATIONAL.filter(({ kind }) => kind !== "white" && kind !== "info")).toEqual([]);
});

test("every code pattern can match an address", () => {
  const patterns = [...BLACKLISTS, ...INFORMATIONAL].flatMap(({ codes }) => Object.keys(codes));
  const wrong = patterns.filter(
    (pattern) => !/^bit \d+$/.test(pattern) && !/^127(\.(\d+(-\d+)?|\*)){3}$/.test(pattern),
  );
  expect(wrong).toEqual([]);
});

const none: string[] = [];
test.each([
  ["zen.spamhaus.org", none, "not_listed", null],
  ["zen.spamhaus.org", ["127.0.0.2"], "listed", "spam"],
  ["zen.spamhaus.org", ["127.0.0.10"], "listed", "policy"],
  ["zen.spamhaus.org", ["127.0.0.4", "127.0.0.10"], "listed", "spam"],
  ["zen.spamhaus.org", ["127.255.255.254"], "unknown", "blocked"],
  ["zen.spamhaus.org", ["127.255.255.252"], "unknown", "blocked"],
  ["zen.spamhaus.org", ["127.255.255.255"], "unknown", "blocked"],
  ["zen.spamhaus.org", ["127.0.0.2", "127.255.255.254"], "unknown", "blocked"],
  ["zen.spamhaus.org", ["127.0.0.1"], "unknown", "blocked"],
  ["zen.spamhaus.org", ["203.0.113.7"], "unknown", "rewritten"],
  ["zen.spamhaus.org", ["127.0.0.2", "203.0.113.7"], "unknown", "rewritten"],
  ["zen.spamhaus.org", ["127.0.0.77"], "listed", "spam"],
  ["zen.spamhaus.org", ["127.9.9.9"], "unknown", "malformed"],
  ["dbl.spamhaus.org", ["127.0.1.255"], "unknown", "blocked"],
  ["dbl.spamhaus.org", ["127.0.1.4"], "listed", "spam"],
  ["dbl.spamhaus.org", ["127.0.0.2"], "unknown", "malformed"],
  ["rhsbl.scientificspam.net", ["127.0.0.7"], "unknown", "malformed"],
  ["bl.spamcop.net", ["127.0.0.7"], "listed", "spam"],
  ["multi.surbl.org", ["127.0.0.1"], "unknown", "blocked"],
  ["multi.surbl.org", ["127.0.0.24"], "listed", "spam"],
  ["multi.uribl.com", ["127.0.0.1"], "unknown", "blocked"],
  ["multi.uribl.com", ["127.0.0.3"], "unknown", "blocked"],
  ["multi.uribl.com", ["127.0.0.2"], "listed", "spam"],
  ["multi.uribl.com", ["127.0.0.4"], "not_listed", null],
  ["multi.uribl.com", ["127.0.0.6"], "listed", "spam"],
  ["bl.score.senderscore.com", ["127.0.0.1"], "listed", "spam"],
  ["bl.score.senderscore.com", ["127.0.0.2"], "listed", "policy"],
  ["bl.score.senderscore.com", ["127.0.0.6"], "listed", "spam"],
  ["bl.score.senderscore.com", ["127.0.0.16"], "not_listed", null],
  ["bl.rbl.polspam.pl", ["127.0.3.1"], "listed", "spam"],
  ["dnsbl-3.uceprotect.net", ["127.0.0.2"], "listed", "spam"],
  ["hostkarma.junkemailfilter.com", ["127.0.0.1"], "not_listed", null],
  ["hostkarma.junkemailfilter.com", ["127.0.0.2"], "listed", "spam"],
  ["hostkarma.junkemailfilter.com", ["127.0.0.3"], "not_listed", null],
  ["hostkarma.junkemailfilter.com", ["127.0.0.5"], "not_listed", null],
  ["hostkarma.junkemailfilter.com", ["127.0.1.2"], "not_listed", null],
  ["rbl.efnetrbl.org", ["127.0.0.1"], "listed", "proxy"],
  ["rbl.efnetrbl.org", ["127.0.0.4"], "listed", "policy"],
  ["list.dnswl.org", ["127.0.0.255"], "unknown", "blocked"],
  ["list.dnswl.org", ["127.0.5.2"], "listed", "white"],
  ["dnsbl.tornevall.org", ["127.0.0.66"], "listed", "proxy"],
  ["bl.0spam.org", ["127.0.0.1"], "unknown", "blocked"],
  ["bl.0spam.org", ["127.0.0.8"], "listed", "spam"],
  ["black.dnsbl.brukalai.lt", ["127.4.5.6"], "listed", "spam"],
  ["black.dnsbl.brukalai.lt", ["127.255.255.254"], "unknown", "blocked"],
  ["bl.fmb.la", ["127.0.1.26"], "listed", "spam"],
] as const)("%s answers %j: %s, %s", (zone, addresses, status, why) => {
  const decoded = decode(list(zone), addresses);
  const shown =
    decoded.status === "listed"
      ? kindOf(decoded.codes)
      : decoded.status === "unknown"
        ? decoded.reason
        : null;
  expect({ status: decoded.status as string, why: shown as string | null }).toEqual({ status, why });
});

test("codes are shown with the part of the list that they represent", () => {
  expect(
    decode(list("zen.spamhaus.org"), ["127.0.0.4", "127.0.0.10"]).codes.map(({ meaning }) => meaning),
  ).toEqual(["XBL (CBL data): exploited or infected host", "PBL: entry maintained by the ISP"]);
  expect(decode(list("multi.surbl.org"), ["127.0.0.24"]).codes[0]?.meaning).toBe("PH phishing, MW malware");
});

test("an answer that is not believed has no code that counts", () => {
  const { status, codes } = decode(list("psbl.surriel.com"), ["127.0.0.2", "93.184.216.34"]);
  expect(status).toBe("unknown");
  expect(codes.map(({ counts, kind }) => ({ counts, kind }))).toEqual([
    { counts: false, kind: null },
    { counts: false, kind: null },
  ]);
});
