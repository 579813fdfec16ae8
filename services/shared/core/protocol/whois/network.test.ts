import { expect, test } from "bun:test";
import { readText } from "./entries.ts";
import { networkOf, smallestBlock } from "./network.ts";
import { isLimited, phraseOf } from "./phrases.ts";
import { lastReferral, referralOf } from "./referral.ts";

const ARIN = `
#
# ARIN WHOIS data and services are subject to the Terms of Use
#

# start

NetRange:       192.88.0.0 - 192.88.255.255
NetName:        PARENT
OrgName:        Parent

# end

# start

NetRange:       192.88.1.0 - 192.88.1.255
NetName:        CHILD
OrgName:        Child

ReferralServer:  rwhois://rwhois.elsewhere.net:4321
ReferralServer:  whois://whois.ripe.net
# end
`;

test("the smallest block that holds the address wins", () => {
  expect(smallestBlock(ARIN, "192.88.1.1")?.text).toContain("CHILD");
  expect(smallestBlock(ARIN, "192.88.2.1")?.text).toContain("PARENT");
  expect(smallestBlock(ARIN, "8.8.8.8")).toBeNull();
});

test.each([
  ["inetnum:        5.9.0.0 - 5.9.255.255", "5.9.4.53", "5.9.255.255"],
  ["inetnum:     200.160/20", "200.160.0.8", "200.160.15.255"],
  ["inetnum:     200.160.0.0/20", "200.160.0.8", "200.160.15.255"],
  ["inet6num:       2a01:4f8::/32", "2a01:4f8::53", "2a01:4f8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["IPv4 Address       : 1.0.0.0 - 1.0.0.255 (/24)", "1.0.0.1", "1.0.0.255"],
  ["a. [Network Number]             202.12.30.0/24", "202.12.30.1", "202.12.30.255"],
  ["inetnum:        5.9.255.255 - 5.9.0.0", "5.9.4.53", null],
  ["inetnum:        nonsense", "5.9.4.53", null],
])("%s", (line, ip, end) => {
  const block = smallestBlock(`${line}\nnetname: X\n`, ip);
  const bytes = block?.end ?? [];
  const text =
    bytes.length === 16
      ? Array.from({ length: 8 }, (_, i) =>
          (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16),
        ).join(":")
      : bytes.join(".");
  expect(block === null ? null : text).toBe(end);
});

test("the last referral is the most specific; what is no place to go is none", () => {
  expect(lastReferral(ARIN, /^ReferralServer$/i)).toEqual({ host: "whois.ripe.net", port: 43 });
});

test.each([
  ["whois.ripe.net", { host: "whois.ripe.net", port: 43 }],
  ["whois://Whois.Ripe.Net/", { host: "whois.ripe.net", port: 43 }],
  ["whois.example.net:4343", { host: "whois.example.net", port: 4343 }],
  ["whois://whois.example.net:22", null],
  ["rwhois://rwhois.example.net:4321/", null],
  ["http://whois.example.net/", null],
  ["127.0.0.1", null],
  ["[::1]", null],
  ["localhost", null],
  ["whois.example.net\u0000.evil.com", null],
  ["whois.example.net\r\nEVIL", null],
  ["user@whois.example.net", null],
  ["", null],
])("%j leads to %j", (value, referral) => expect(referralOf(value)).toEqual(referral));

test("hostile text is read in linear time", () => {
  // Of this length a reader that takes quadratic time does not end before the test's time limit.
  const long = 1_000_000;
  const texts = [
    "a".repeat(long),
    "NetRange:\n".repeat(long / 10),
    "inetnum: 5.0.0.0 - 5.255.255.255\n".repeat(long / 33),
    "x: \n".repeat(long / 4),
    `${" ".repeat(999)}\n`.repeat(long / 1000),
    `inetnum: 5.0.0.0 - 5.255.255.255\n${`abuse contact for 'x' is '${"@".repeat(960)}\n`.repeat(long / 1000)}`,
    `${"%".repeat(999)}\n`.repeat(long / 1000),
  ];
  for (const text of texts) {
    const block = smallestBlock(text, "5.9.4.53");
    if (block !== null) networkOf(block, text, "x");
    isLimited(text);
    phraseOf(readText(text), "whois.denic.de", "x.de");
    lastReferral(text, /^refer$/i);
  }
});
