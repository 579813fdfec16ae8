import { expect, test } from "bun:test";
import { parseIp } from "../ip.ts";
import { cidrsBetween } from "../rdap/network.ts";
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

test("the smallest block that contains the address is used", () => {
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

test("the last referral is the most specific, and invalid targets are ignored", () => {
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
  // Length of the test responses, in characters. At this length a parser that takes quadratic time exceeds the test's
  // time limit.
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

const RIPE = `% Abuse contact for '5.9.0.0 - 5.9.255.255' is 'abuse@lab.example'

inetnum:        5.9.0.0 - 5.9.191.255
netname:        LAB-NET
country:        DE
org:            ORG-LAB1-RIPE
status:         ALLOCATED PA
created:        2012-01-02T03:04:05Z
last-modified:  2020-01-02T03:04:05Z
source:         RIPE

organisation:   ORG-LAB1-RIPE
org-name:       Lab Hosting GmbH
created:        2004-04-17T00:00:00Z
last-modified:  2022-04-17T00:00:00Z
source:         RIPE

route:          5.9.0.0/16
descr:          SOMEBODY ELSE
origin:         AS64500
created:        2015-05-05T00:00:00Z
last-modified:  2016-06-06T00:00:00Z
source:         RIPE
`;

test("a block's data comes from its own object and its holder's, never from a route object", () => {
  const block = smallestBlock(RIPE, "5.9.4.53");
  if (block === null) throw new Error("no block");
  expect(networkOf(block, RIPE, "whois.ripe.net")).toMatchObject({
    name: "LAB-NET",
    organization: "Lab Hosting GmbH",
    created: "2012-01-02T03:04:05Z",
    changed: "2020-01-02T03:04:05Z",
    cidrs: ["5.9.0.0/17", "5.9.128.0/18"],
    status: ["ALLOCATED PA"],
    countryCode: "DE",
    abuse: { email: "abuse@lab.example" },
  });
});

test.each([
  ["0.0.0.0", "255.255.255.255", ["0.0.0.0/0"]],
  ["192.0.2.1", "192.0.2.1", ["192.0.2.1/32"]],
  ["192.0.2.1", "192.0.2.6", ["192.0.2.1/32", "192.0.2.2/31", "192.0.2.4/31", "192.0.2.6/32"]],
  ["10.0.0.0", "10.2.255.255", ["10.0.0.0/15", "10.2.0.0/16"]],
  ["2001:db8::", "2001:db8:0:1:ffff:ffff:ffff:ffff", ["2001:db8::/63"]],
  ["::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ["::/0"]],
])("%s to %s is %j", (start, end, blocks) => {
  expect(cidrsBetween(parseIp(start) ?? [], parseIp(end) ?? [])).toEqual(blocks);
});
