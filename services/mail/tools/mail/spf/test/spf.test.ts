import { expect, test } from "bun:test";
import type { Answers } from "@dnstools/core/mail/answers";
import { SPF_FINDINGS } from "@dnstools/core/mail/spf/findings";
import { lookUpSpf } from "@dnstools/core/mail/spf/lookup-spf";
import { isOurs } from "@dnstools/core/tool/environment";
import { Value } from "@sinclair/typebox/value";
import { lookUpMx } from "../../mx/lookup-mx.ts";
import { replay, type Written } from "../../test/replay.ts";
import { SpfData } from "../data.ts";
import { evaluateSpf } from "../evaluate-spf.ts";
import { suggestedSpf } from "../fix-spf.ts";
import type { SpfContext } from "../recommend-spf.ts";

const DOMAIN = "example.com";
const TXT = "example.com TXT";

type Dns = Written["dns"];
type Case = {
  /** The rule under test, with its section of RFC 7208. */
  readonly says: string;
  /** The domain's SPF record, or all its TXT texts. */
  readonly spf?: string | readonly string[];
  /** Other DNS records, in addition to HOSTS. */
  readonly dns?: Dns;
  readonly context?: Partial<SpfContext>;
  /** Codes of all expected findings, without `mail.spf_`. */
  readonly codes: readonly string[];
  readonly evaluation?: SpfData["evaluation"];
  readonly all?: SpfData["all"];
  readonly lookups?: number;
  /** Void lookups for IPv4 clients and for IPv6 clients. */
  readonly voids?: readonly [number, number];
  readonly addresses?: readonly [ipv4: string, ipv6: string, complete: boolean];
};

const HOSTS: Dns = {
  "example.com A": ["93.184.215.14"],
  "example.com AAAA": ["2600:9000::14"],
  "example.com MX": ["10 mx.example.com."],
  "mx.example.com A": ["93.184.215.25"],
  "mx.example.com AAAA": ["2600:9000::25"],
  "four.example.net A": ["93.184.215.4"],
  "six.example.net AAAA": ["2600:9000::6"],
  "good.example.net TXT": ["v=spf1 ip4:93.184.216.0/24 -all"],
  "other.example.net TXT": ["hello", "v=spf10 -all"],
  "broken.example.net TXT": ["v=spf1 ip4:1.2.3 -all"],
  "twice.example.net TXT": ["v=spf1 -all", "v=spf1 ~all"],
  "open.example.net TXT": ["v=spf1 +all"],
  "slow.example.net TXT": "timeout",
  "slow.example.net A": "timeout",
  "slow.example.net MX": "servfail",
};
const numbered = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const many: Dns = Object.fromEntries(
  numbered(15, (i) => i).flatMap((i) => [
    [`h${i}.example.net A`, [`93.184.217.${i}`]],
    [`h${i}.example.net AAAA`, [`2600:9000::7:${i}`]],
    [`f${i}.example.net A`, [`93.184.219.${i}`]],
  ]),
);
const hosts = (count: number) => numbered(count, (i) => `a:h${i}.example.net`).join(" ");
const exchanges = (count: number): Dns => ({
  ...many,
  "pool.example.net MX": numbered(count, (i) => `10 h${i}.example.net.`),
});
/** Returns records c0 to cN, each of which includes the next; the last record has the given terms. */
const chain = (length: number, last: string): Dns =>
  Object.fromEntries(
    numbered(length, (i) => i).map((i) => [
      `c${i}.example.net TXT`,
      [i + 1 < length ? `v=spf1 include:c${i + 1}.example.net ?all` : `v=spf1 ${last} ?all`],
    ]),
  );

const cases: readonly Case[] = [
  // Tests of which text is the SPF record (RFC 7208 3, 4.3 to 4.5).
  { says: "4.5: one record", spf: "v=spf1 mx -all", codes: [], evaluation: "ok", all: "fail", lookups: 1 },
  { says: "4.5: none", codes: ["missing"], evaluation: "none", all: null },
  {
    says: "4.5: other texts alone",
    spf: ["hello", "v=DMARC1; p=none"],
    codes: ["missing"],
    evaluation: "none",
  },
  {
    says: "3.1: texts beside it are ignored, UTF-8 too",
    spf: ["héllo", "\\255", "v=spf1 -all"],
    codes: [],
    evaluation: "ok",
  },
  { says: "4.5: in any case", spf: "V=SPF1 ~ALL", codes: [], all: "softfail" },
  {
    says: "4.5: two",
    spf: ["v=spf1 mx -all", "v=spf1 a ~all"],
    codes: ["several"],
    evaluation: "permerror",
    all: null,
  },
  {
    says: "4.5: two that are the same",
    spf: ["v=spf1 mx -all", "v=spf1  MX -all"],
    codes: ["several"],
    evaluation: "permerror",
  },
  {
    says: "4.5: two, one of which holds the other",
    spf: ["v=spf1 mx -all", "v=spf1 -all"],
    codes: ["several"],
    evaluation: "permerror",
  },
  {
    says: "4.5: two with a redirect: which is meant only the owner knows",
    spf: ["v=spf1 redirect=good.example.net", "v=spf1 -all"],
    codes: ["several"],
  },
  { says: "4.5: nearly one", spf: "v=spf10 mx -all", codes: ["missing", "near_miss"], evaluation: "none" },
  { says: "4.5: without v=", spf: "spf1 mx -all", codes: ["missing", "near_miss"], evaluation: "none" },
  {
    says: "4.5: a blank before it",
    spf: " v=spf1 -all",
    codes: ["missing", "near_miss"],
    evaluation: "none",
  },
  {
    says: "3.3: strings are joined with nothing between",
    spf: "v=spf1-all",
    codes: ["missing", "near_miss"],
  },
  { says: "4.5: a tab behind the version", spf: "v=spf1\t-all", codes: ["missing", "near_miss"] },
  {
    says: "4.5: nearly one that would let everybody send",
    spf: '"v=spf1 +all"',
    codes: ["missing", "near_miss"],
  },
  {
    says: "4.5: nearly one beside one",
    spf: ["v=spf1.1 a -all", "v=spf1 mx -all"],
    codes: ["near_miss"],
    evaluation: "ok",
  },
  {
    says: "3.1: Sender ID beside it",
    spf: ["spf2.0/pra -all", "v=spf1 -all"],
    codes: ["sender_id"],
    evaluation: "ok",
  },
  { says: "3.1: Sender ID alone", spf: "spf2.0/mfrom,pra -all", codes: ["missing", "sender_id"] },
  {
    says: "3.1: type 99",
    spf: "v=spf1 -all",
    dns: { "example.com SPF": ["v=spf1 +all"] },
    codes: ["type99"],
    all: "fail",
  },
  {
    says: "3.1: type 99 alone is none",
    dns: { "example.com SPF": ["v=spf1 -all"] },
    codes: ["missing", "type99"],
    evaluation: "none",
  },
  {
    says: "10.1.2: who sends nothing says so",
    context: { parked: true, suggestion: "v=spf1 -all" },
    codes: ["missing_parked"],
  },
  {
    says: "10.1.2: and has",
    context: { parked: true },
    spf: "v=spf1 -all",
    codes: [],
    addresses: ["0", "0", true],
  },
  // Tests of the size of all texts at the domain (RFC 7208 3.4).
  { says: "3.4: 450 octets with the name", spf: ["v=spf1 -all", "x".repeat(428)], codes: [] },
  { says: "3.4: one more", spf: ["v=spf1 -all", "x".repeat(429)], codes: ["size"] },
  { says: "3.4: octets, not letters", spf: ["v=spf1 -all", "é".repeat(215)], codes: ["size"] },
  {
    says: "3.4: thousands of networks are all read",
    spf: `v=spf1 ${numbered(2500, (i) => `ip4:93.${i >> 8}.${i & 255}.0/24`).join(" ")} -all`,
    codes: ["size"],
    all: "fail",
    addresses: ["640000", "0", true],
  },
  // Tests of syntax errors (RFC 7208 4.6); the parser has further tests of its own.
  {
    says: "4.6: a wrong term behind a match",
    spf: "v=spf1 +all ip4:93.184.215",
    codes: ["syntax"],
    evaluation: "permerror",
    all: null,
  },
  {
    says: "4.6: a wrong term behind -all",
    spf: "v=spf1 -all ip4:93.184.215.1:25",
    codes: ["syntax"],
    evaluation: "permerror",
  },
  { says: "4.6.1: a tab", spf: "v=spf1 mx\t-all", codes: ["syntax"], evaluation: "permerror" },
  {
    says: "3.1: letters that are not ASCII",
    spf: "v=spf1 a:bücher.example.net -all",
    codes: ["syntax"],
    evaluation: "permerror",
  },
  {
    says: "3.1: bytes that are no UTF-8",
    spf: "v=spf1 a:\\255\\254.example.net -all",
    codes: ["syntax"],
    evaluation: "permerror",
  },
  { says: "4.6.1: an address without ip4", spf: "v=spf1 93.184.215.20 -all", codes: ["syntax"] },
  { says: "7.1: an address as a name", spf: "v=spf1 a:93.184.215.20 -all", codes: ["syntax"] },
  { says: "6.1: a redirect with a colon", spf: "v=spf1 redirect:good.example.net", codes: ["syntax"] },
  {
    says: "6: two redirects",
    spf: "v=spf1 redirect=good.example.net redirect=good.example.net",
    codes: ["syntax"],
  },
  {
    says: "6: unknown modifiers are ignored",
    spf: "v=spf1 foo=%{l}.x bar= mx -all",
    codes: ["unknown_modifier"],
    evaluation: "ok",
    lookups: 1,
  },
  {
    says: "6: a token of others behind all is ignored too",
    spf: "v=spf1 mx -all google-site-verification=abc",
    codes: ["unknown_modifier"],
    evaluation: "ok",
  },
  {
    says: "RFC 6652 3: modifiers for reports are known",
    spf: "v=spf1 mx -all ra=postmaster rp=10 rr=e",
    codes: [],
  },
  {
    says: "6: modifiers named like mechanisms too",
    spf: "v=spf1 all=x a=b ptr=c include=slow.example.net mx -all",
    codes: ["ignored_term", "unknown_modifier"],
    evaluation: "ok",
    lookups: 1,
  },
  {
    says: "7.1: their macros are read",
    spf: "v=spf1 foo=%{z} -all",
    codes: ["syntax"],
    evaluation: "permerror",
  },
  // Tests of the term all, and of records without it (RFC 7208 4.7, 5.1).
  { says: "4.7: nothing at all", spf: "v=spf1", codes: ["no_all"], evaluation: "ok", all: "neutral" },
  { says: "4.7: no all", spf: "v=spf1 mx", codes: ["no_all"], all: "neutral" },
  { says: "8.2: ?all", spf: "v=spf1 mx ?all", codes: ["neutral_all"], all: "neutral" },
  {
    says: "5.1: +all",
    spf: "v=spf1 mx +all",
    codes: ["pass_all"],
    all: "pass",
    addresses: [String(1n << 32n), String(1n << 128n), true],
  },
  { says: "5.1: all is +all", spf: "v=spf1 all", codes: ["pass_all"], all: "pass" },
  {
    says: "5.1: behind all nothing is read",
    spf: "v=spf1 -all a mx +all",
    codes: ["after_all"],
    all: "fail",
    lookups: 0,
  },
  { says: "6.2: but exp is", spf: "v=spf1 -all exp=exp.%{d}", codes: [], lookups: 0 },
  {
    says: "11.1: all by networks",
    spf: "v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all",
    codes: ["pass_all", "wide"],
  },
  {
    says: "11.1: all of IPv4",
    spf: "v=spf1 ip4:0.0.0.0/0 -all",
    codes: ["pass_all", "wide"],
    all: "fail",
    addresses: [String(1n << 32n), "0", true],
  },
  { says: "11.1: all of IPv6", spf: "v=spf1 ip6:::/0 -all", codes: ["pass_all", "wide"], all: "fail" },
  { says: "11.1: all of IPv6 that is in use", spf: "v=spf1 ip6:2000::/3 -all", codes: ["pass_all", "wide"] },
  { says: "5.6: all by a/0", spf: "v=spf1 a/0 -all", codes: ["pass_all", "wide"] },
  {
    says: "5.6: without an address /0 matches nothing",
    spf: "v=spf1 a:six.example.net/0 -all",
    codes: [],
    voids: [1, 0],
  },
  {
    says: "5.2: all by an include",
    spf: "v=spf1 include:open.example.net -all",
    codes: ["pass_all"],
    all: "fail",
  },
  {
    says: "5.2: not by one that fails",
    spf: "v=spf1 -include:open.example.net ~all",
    codes: [],
    addresses: ["0", "0", true],
  },
  {
    says: "5.2: nor by one that is never read",
    spf: "v=spf1 -all include:open.example.net",
    codes: ["after_all"],
  },
  {
    says: "5.2: nor by one that cannot be read, or is not there",
    spf: "v=spf1 ip4:93.184.215.0/24 include:wrong-all.example.net +all",
    dns: { "wrong-all.example.net TXT": ["v=spf1 +all ip4:1.2.3"] },
    codes: ["include_invalid"],
    evaluation: "permerror",
    addresses: ["256", "0", true],
  },
  {
    says: "5.2: nor by one that breaks before its all",
    spf: "v=spf1 include:breaks.example.net -all",
    dns: { "breaks.example.net TXT": ["v=spf1 include:gone.example.net +all"] },
    codes: ["include_none"],
    evaluation: "permerror",
  },
  {
    says: "5.2: but by one that is read before one that breaks",
    spf: "v=spf1 include:open.example.net include:broken.example.net -all",
    codes: ["include_invalid", "pass_all"],
    evaluation: "permerror",
  },
  {
    says: "5.2: nobody reads on behind one that refuses everybody",
    spf: "v=spf1 -include:open.example.net +all",
    codes: [],
  },
  {
    says: "4.6.4: nor by all behind the tenth lookup",
    spf: `v=spf1 ${hosts(11)} +all`,
    dns: many,
    codes: ["lookups"],
    evaluation: "permerror",
    addresses: ["10", "10", true],
  },
  {
    says: "6.1: all by a redirect",
    spf: "v=spf1 redirect=open.example.net",
    codes: ["pass_all"],
    all: "pass",
  },
  // Tests of the networks in ip4 and ip6 terms (RFC 7208 5.6).
  {
    says: "5.6: host bits are masked",
    spf: "v=spf1 ip4:93.184.215.77/24 -all",
    codes: [],
    addresses: ["256", "0", true],
  },
  {
    says: "5.6: what overlaps counts once",
    spf: "v=spf1 ip4:93.184.215.0/24 mx a -all",
    codes: [],
    addresses: ["256", "2", true],
  },
  { says: "11.1: a /16", spf: "v=spf1 ip4:93.184.0.0/16 ip6:2600:9000::/32 -all", codes: [] },
  { says: "11.1: a /15", spf: "v=spf1 ip4:93.184.0.0/15 -all", codes: ["wide"] },
  { says: "11.1: of IPv6 a /31", spf: "v=spf1 ip6:2600:9000::/31 -all", codes: ["wide"] },
  {
    says: "5.6: of a and mx each family has its length",
    spf: "v=spf1 a:four.example.net//8 a:six.example.net/8 -all",
    codes: [],
    voids: [1, 1],
  },
  { says: "5.6: a/8", spf: "v=spf1 a/8 -all", codes: ["wide"] },
  {
    says: "5.6: a wide network that fails lets nobody send",
    spf: "v=spf1 -ip4:93.0.0.0/8 mx -all",
    codes: [],
  },
  {
    says: "5.6: private addresses",
    spf: "v=spf1 mx ip4:10.0.0.0/8 ip4:192.168.1.1 ip6:fd00::/8 -all",
    codes: ["not_public"],
  },
  { says: "5.6: a network that is private in part", spf: "v=spf1 ip4:192.168.0.0/15 -all", codes: ["wide"] },
  // Tests of included records (RFC 7208 5.2).
  {
    says: "5.2: an include",
    spf: "v=spf1 include:good.example.net -all",
    codes: [],
    lookups: 1,
    addresses: ["256", "0", true],
  },
  {
    says: "5.2: its all is not the domain's",
    spf: "v=spf1 include:good.example.net",
    codes: ["no_all"],
    all: "neutral",
  },
  {
    says: "5.2: of a name that does not exist",
    spf: "v=spf1 mx include:gone.example.net -all",
    codes: ["include_none"],
    evaluation: "permerror",
    voids: [1, 1],
  },
  {
    says: "5.2: of a name with other texts alone: no void",
    spf: "v=spf1 mx include:other.example.net -all",
    codes: ["include_none"],
    evaluation: "permerror",
    voids: [0, 0],
  },
  {
    says: "5.2: of a record that is permerror",
    spf: "v=spf1 include:broken.example.net -all",
    codes: ["include_invalid"],
    evaluation: "permerror",
  },
  {
    says: "5.2: of two records",
    spf: "v=spf1 include:twice.example.net -all",
    codes: ["include_invalid"],
    evaluation: "permerror",
  },
  {
    says: "5.2: of one that could not be determined",
    spf: "v=spf1 mx include:slow.example.net -all",
    codes: ["temperror"],
    evaluation: "temperror",
  },
  {
    says: "4.3: of a name of one label",
    spf: "v=spf1 include:%{d1} -all",
    codes: ["include_none"],
    evaluation: "permerror",
  },
  {
    says: "4.8: of a name that cannot be",
    spf: `v=spf1 include:${"x".repeat(64)}.example.net -all`,
    codes: ["include_none"],
    evaluation: "permerror",
  },
  {
    says: "5.2: beside all it is not read",
    spf: "v=spf1 -all include:gone.example.net",
    codes: ["after_all"],
    evaluation: "ok",
  },
  {
    says: "4.6.4: a circle",
    spf: "v=spf1 include:loop.example.net -all",
    dns: { "loop.example.net TXT": ["v=spf1 include:example.com -all"] },
    codes: ["loop"],
    evaluation: "permerror",
  },
  {
    says: "4.6.4: to itself",
    spf: "v=spf1 mx include:EXAMPLE.com. -all",
    codes: ["loop"],
    evaluation: "permerror",
  },
  {
    says: "5.2: the same record on two ways is no circle",
    spf: "v=spf1 include:one.example.net include:two.example.net -all",
    dns: {
      "one.example.net TXT": ["v=spf1 include:good.example.net -all"],
      "two.example.net TXT": ["v=spf1 include:good.example.net -all"],
    },
    codes: [],
    lookups: 4,
  },
  {
    says: "3.6: behind an alias, once",
    spf: "v=spf1 include:alias.example.net -all",
    dns: { "alias.example.net CNAME": ["good.example.net."] },
    codes: [],
    lookups: 1,
  },
  // Tests of the terms a and mx (RFC 7208 5.3, 5.4).
  { says: "5.3: a and mx", spf: "v=spf1 a mx -all", codes: [], lookups: 2, addresses: ["2", "2", true] },
  {
    says: "5.3: with lengths",
    spf: "v=spf1 a/24//64 -all",
    codes: [],
    addresses: ["256", String(1n << 64n), true],
  },
  {
    says: "5.3: a name without address",
    spf: "v=spf1 a:gone.example.net mx -all",
    codes: ["void_term"],
    voids: [1, 1],
  },
  {
    says: "5.3: a name that could not be determined is not empty",
    spf: "v=spf1 a:slow.example.net -all",
    codes: ["temperror"],
    voids: [0, 1],
  },
  {
    says: "5.4: mx without MX does not fall back to A",
    spf: "v=spf1 mx:four.example.net -all",
    codes: ["void_term"],
    voids: [1, 1],
    addresses: ["0", "0", true],
  },
  {
    says: "5.4: a null MX is no match, and no void",
    spf: "v=spf1 mx:null.example.net -all",
    dns: { "null.example.net MX": ["0 ."] },
    codes: [],
    voids: [0, 0],
  },
  {
    says: "4.8, 7.1: names with a blank and a dollar sign are asked for as they are",
    spf: "v=spf1 exists:a%_b.example.net a:a$b.example.net include:c%_d.example.net -all",
    dns: {
      "a\\032b.example.net A": ["127.0.0.2"],
      "a\\$b.example.net A": ["93.184.215.4"],
      "c\\032d.example.net TXT": ["v=spf1 -all"],
    },
    codes: [],
    evaluation: "ok",
    voids: [0, 1],
  },
  {
    says: "4.6.1: a space is missing before ~all",
    spf: "v=spf1 mx:five.example.net~all",
    codes: ["syntax"],
    evaluation: "permerror",
  },
  {
    says: "4.6.4, 4.8: a name with a blank that does not exist is a void lookup",
    spf: "v=spf1 exists:a%_b.example.net -all",
    codes: ["void_term"],
    evaluation: "ok",
    voids: [1, 1],
  },
  {
    says: "7.2: a percent sign is asked for",
    spf: "v=spf1 a:a%%b.example.net -all",
    dns: { "a%b.example.net A": ["93.184.215.4"] },
    codes: [],
    voids: [0, 1],
  },
  {
    says: "5.4: mx that fails",
    spf: "v=spf1 mx:slow.example.net -all",
    codes: ["temperror"],
    evaluation: "temperror",
    voids: [0, 0],
  },
  {
    says: "4.6.4: ten exchange names",
    spf: "v=spf1 mx:pool.example.net -all",
    dns: exchanges(10),
    codes: [],
    evaluation: "ok",
    lookups: 1,
    addresses: ["10", "10", true],
  },
  {
    says: "4.6.4: eleven",
    spf: "v=spf1 mx:pool.example.net -all",
    dns: exchanges(11),
    codes: ["mx_names"],
    evaluation: "permerror",
    lookups: 1,
  },
  {
    says: "4.6.4: thirty addresses of one host",
    spf: "v=spf1 a:big.example.net -all",
    dns: { "big.example.net A": numbered(30, (i) => `93.184.218.${i}`) },
    codes: [],
    addresses: ["30", "0", true],
  },
  { says: "4.8: macros in a", spf: "v=spf1 a:%{d2} mx:%{o} -all", codes: [], addresses: ["2", "2", true] },
  {
    says: "4.8: a name that cannot be matches nothing",
    spf: "v=spf1 a:a..example.net -all",
    codes: [],
    evaluation: "ok",
  },
  // Tests of the terms ptr and exists (RFC 7208 5.5, 5.7).
  { says: "5.5: ptr", spf: "v=spf1 mx ptr -all", codes: ["ptr"], lookups: 2, addresses: ["1", "1", false] },
  {
    says: "5.5: in an included record",
    spf: "v=spf1 include:ptr.example.net -all",
    dns: { "ptr.example.net TXT": ["v=spf1 ptr:example.net -all"] },
    codes: ["ptr"],
    lookups: 2,
  },
  { says: "5.5: that nobody reads", spf: "v=spf1 -all ptr", codes: ["after_all"], lookups: 0 },
  {
    says: "5.7: exists with the client is not asked",
    spf: "v=spf1 exists:%{i}._spf.%{d} -all",
    codes: [],
    lookups: 1,
    voids: [0, 0],
    addresses: ["0", "0", false],
  },
  {
    says: "5.7: exists always asks for A",
    spf: "v=spf1 exists:six.example.net -all",
    codes: ["void_term"],
    voids: [1, 1],
  },
  { says: "5.7: and found it", spf: "v=spf1 exists:four.example.net -all", codes: [], voids: [0, 0] },
  {
    says: "7.2: %{d} is the included domain",
    spf: "v=spf1 include:sub.example.net -all",
    dns: {
      "sub.example.net TXT": ["v=spf1 exists:%{d2}.example.org exists:%{o}.example.org ?all"],
      "example.net.example.org A": ["127.0.0.2"],
      "example.com.example.org A": ["127.0.0.2"],
    },
    codes: [],
    voids: [0, 0],
    lookups: 3,
  },
  {
    says: "7.2: in a record to which it redirects too",
    spf: "v=spf1 redirect=_spf.example.com",
    dns: { "_spf.example.com TXT": ["v=spf1 a:%{d} -all"], "_spf.example.com A": ["93.184.215.30"] },
    codes: [],
    voids: [0, 1],
  },
  // Tests of redirects to another record (RFC 7208 6.1).
  {
    says: "6.1: a redirect",
    spf: "v=spf1 mx redirect=good.example.net",
    codes: [],
    all: "fail",
    lookups: 2,
    addresses: ["257", "1", true],
  },
  {
    says: "6.1: beside all it is ignored, before it too",
    spf: "v=spf1 redirect=gone.example.net mx -all",
    codes: ["redirect_ignored"],
    evaluation: "ok",
    all: "fail",
    lookups: 1,
  },
  {
    says: "6.1: to no record",
    spf: "v=spf1 mx redirect=gone.example.net",
    codes: ["include_none"],
    evaluation: "permerror",
    all: null,
  },
  {
    says: "6.1: to one that could not be determined",
    spf: "v=spf1 redirect=slow.example.net",
    codes: ["temperror"],
    evaluation: "temperror",
    all: null,
  },
  {
    says: "6.1: with a macro of the message",
    spf: "v=spf1 redirect=%{l}.example.net",
    codes: [],
    all: null,
    lookups: 1,
    addresses: ["0", "0", false],
  },
  {
    says: "6.1: to one that says nothing of others",
    spf: "v=spf1 redirect=rest.example.net",
    dns: { "rest.example.net TXT": ["v=spf1 mx:example.com"] },
    codes: ["no_all"],
    all: "neutral",
  },
  {
    says: "6.1: to one that ends in ?all",
    spf: "v=spf1 redirect=rest.example.net",
    dns: { "rest.example.net TXT": ["v=spf1 ?all"] },
    codes: ["neutral_all"],
    all: "neutral",
  },
  {
    says: "6.1: in a circle",
    spf: "v=spf1 redirect=loop.example.net",
    dns: { "loop.example.net TXT": ["v=spf1 redirect=example.com"] },
    codes: ["loop"],
    evaluation: "permerror",
  },
  // Tests of the limits on lookups, void lookups and mail servers (RFC 7208 4.6.4).
  {
    says: "4.6.4: all, ip4, ip6, exp and the first question do not count",
    spf: "v=spf1 ip4:93.184.215.1 ip6:2600:9000::1 exp=%{d} -all",
    codes: [],
    lookups: 0,
  },
  {
    says: "4.6.4: each of the others does",
    spf: "v=spf1 a mx ptr exists:%{i}.x.com include:good.example.net redirect=good.example.net",
    codes: ["ptr"],
    lookups: 6,
  },
  {
    says: "4.6.4: ten",
    spf: `v=spf1 ${hosts(10)} -all`,
    dns: many,
    codes: [],
    evaluation: "ok",
    lookups: 10,
  },
  {
    says: "4.6.4: eleven",
    spf: `v=spf1 ${hosts(11)} -all`,
    dns: many,
    codes: ["lookups"],
    evaluation: "permerror",
    lookups: 11,
  },
  {
    says: "4.6.4: nested to ten",
    spf: "v=spf1 include:c0.example.net -all",
    dns: chain(9, "a:example.com"),
    codes: [],
    evaluation: "ok",
    lookups: 10,
  },
  {
    says: "4.6.4: nested to eleven",
    spf: "v=spf1 include:c0.example.net -all",
    dns: chain(9, "a:example.com mx:example.com"),
    codes: ["lookups"],
    evaluation: "permerror",
    lookups: 11,
  },
  {
    says: "4.6.4: a redirect counts with what is behind it",
    spf: `v=spf1 redirect=r.example.net ${hosts(5)}`,
    dns: { ...many, "r.example.net TXT": [`v=spf1 ${hosts(5)} -all`] },
    codes: ["lookups"],
    lookups: 11,
  },
  {
    says: "4.6.4: terms behind all do not",
    spf: `v=spf1 ${hosts(10)} -all mx`,
    dns: many,
    codes: ["after_all"],
    lookups: 10,
  },
  {
    says: "4.6.4: the addresses of mx do not",
    spf: `v=spf1 mx:pool.example.net ${hosts(9)} -all`,
    dns: exchanges(10),
    codes: [],
    lookups: 10,
  },
  {
    says: "4.6.4: two voids",
    spf: "v=spf1 a:v1.example.net a:v2.example.net mx -all",
    codes: ["void_term"],
    evaluation: "ok",
    voids: [2, 2],
  },
  {
    says: "4.6.4: three",
    spf: "v=spf1 a:v1.example.net a:v2.example.net exists:v3.example.net mx -all",
    codes: ["void_term", "voids"],
    evaluation: "permerror",
    voids: [3, 3],
  },
  {
    says: "4.6.4: three below includes",
    spf: "v=spf1 mx include:v.example.net -all",
    dns: { "v.example.net TXT": ["v=spf1 a:v1.example.net a:v2.example.net mx:v3.example.net -all"] },
    codes: ["voids"],
    evaluation: "permerror",
    voids: [3, 3],
  },
  {
    says: "4.6.4: names of IPv4 alone are void to clients of IPv6",
    spf: "v=spf1 a:f0.example.net a:f1.example.net a:f2.example.net -all",
    dns: many,
    codes: ["voids_ipv6"],
    evaluation: "ok",
    voids: [0, 3],
  },
  {
    says: "4.6.4: names of IPv6 alone to those of IPv4",
    spf: "v=spf1 a:six.example.net a:six1.example.net a:six2.example.net -all",
    dns: { "six1.example.net AAAA": ["2600:9000::61"], "six2.example.net AAAA": ["2600:9000::62"] },
    codes: ["voids"],
    evaluation: "permerror",
    voids: [3, 0],
  },
  {
    says: "4.6.4: exp is no void",
    spf: "v=spf1 a:v1.example.net a:v2.example.net exp=gone.example.net -all",
    codes: ["void_term"],
    voids: [2, 2],
  },
  { says: "4.6.4: the same term twice", spf: "v=spf1 mx a +mx -all", codes: ["duplicate_term"], lookups: 3 },
  { says: "4.6.4: of another sign it is another", spf: "v=spf1 mx ~mx -all", codes: [], lookups: 2 },
  {
    says: "everything at once",
    spf: [
      "v=spf1 mx mx ptr include:gone.example.net include:example.com ip4:10.0.0.1 a:gone.example.net ?all a",
      "v=spf10 x",
      "spf2.0/pra",
    ],
    codes: [
      "after_all",
      "duplicate_term",
      "include_none",
      "loop",
      "near_miss",
      "neutral_all",
      "not_public",
      "ptr",
      "sender_id",
      "void_term",
    ],
  },
];

function evaluate({ spf, dns, context }: Pick<Case, "spf" | "dns" | "context">) {
  const texts = spf === undefined ? {} : { [TXT]: typeof spf === "string" ? [spf] : spf };
  return evaluateDns({ ...HOSTS, ...dns, ...texts }, context);
}

function evaluateDns(dns: Dns, context: Partial<SpfContext> = {}) {
  const read = (answers: Answers) => ({
    txt: answers.dns(DOMAIN, "TXT"),
    type99: answers.dns(DOMAIN, "SPF"),
    root: lookUpSpf(answers, DOMAIN),
  });
  const { value, asked, rounds } = replay({ dns }, read);
  const { root, txt, type99 } = value;
  const rest = { domain: DOMAIN, parked: false, suggestion: "v=spf1 mx ~all", ...context };
  const section = evaluateSpf(root, { txt, type99, ...rest });
  return { ...section, dns, asked, rounds };
}

const short = (codes: readonly string[]) => codes.map((code) => code.replace("mail.spf_", "")).sort();

/** Returns the DNS records after a recommendation is followed. */
function after(dns: Dns, { publish, remove }: ReturnType<typeof evaluate>["recommendations"][number]): Dns {
  const next: Record<string, Dns[string]> = { ...dns };
  for (const { name, type, value } of remove) {
    const values = next[`${name} ${type}`] ?? [];
    expect(values).toContain(value);
    next[`${name} ${type}`] = (values as readonly string[]).filter((one) => one !== value);
  }
  for (const { name, type, value } of publish)
    next[`${name} ${type}`] = [...((next[`${name} ${type}`] ?? []) as readonly string[]), value];
  return Object.fromEntries(Object.entries(next).filter(([, values]) => values.length > 0));
}

test.each(cases.map((one) => [one.says, one] as const))("RFC 7208 %s", (_, one) => {
  const { data, findings, recommendations, dns } = evaluate(one);
  expect(short(data.findings)).toEqual([...one.codes].sort());
  const { evaluation, all, lookups, voids, addresses } = data;
  if (one.evaluation !== undefined) expect(evaluation).toBe(one.evaluation);
  if (one.all !== undefined) expect(all).toBe(one.all);
  if (one.lookups !== undefined) expect(lookups.count).toBe(one.lookups);
  if (one.voids !== undefined) expect([voids.count, voids.ipv6]).toEqual([...one.voids]);
  if (one.addresses !== undefined)
    expect([addresses?.ipv4, addresses?.ipv6, addresses?.complete]).toEqual([...one.addresses]);
  expect(Value.Errors(SpfData, data).First()).toBeUndefined();
  for (const { severity, fix } of findings) if (severity !== "info") expect(fix).not.toBeNull();
  for (const recommendation of recommendations) {
    const next = evaluateDns(after(dns, recommendation), one.context);
    expect(next.data.findings.filter((code) => recommendation.codes.includes(code))).toEqual([]);
    const worse = next.findings.filter(
      ({ code, severity }) =>
        severity !== "notice" && severity !== "warning" && !data.findings.includes(code),
    );
    expect(worse).toEqual([]);
  }
});

test("every finding occurs in a case, and is missing in another case", () => {
  const met = new Set(cases.flatMap(({ codes }) => codes));
  expect(short(Object.keys(SPF_FINDINGS)).filter((code) => !met.has(code))).toEqual([]);
  for (const code of met)
    expect(cases.filter(({ codes }) => !codes.includes(code)).length).toBeGreaterThan(0);
});

test("what a record can fix has a recommendation", () => {
  const fixed = new Set(cases.flatMap((one) => evaluate(one).recommendations.flatMap(({ codes }) => codes)));
  const left = Object.keys(SPF_FINDINGS).filter((code) => !fixed.has(code));
  // Recommendations for these findings are tested below.
  const elsewhere = ["ignored_term", "lookups", "size", "voids_ipv6"];
  const never = ["include_invalid", "mx_names", "ptr", "temperror", "unknown_modifier", "wide"];
  expect(short(left)).toEqual([...elsewhere, ...never].sort());
});

/**
 * Records, each with the record recommended in its place; null if only the domain's owner can know the right record.
 */
const fixedCases: readonly (readonly [spf: string | readonly string[] | undefined, better: string | null])[] =
  [
    [undefined, "v=spf1 mx ~all"],
    ["v=spf1 mx", "v=spf1 mx ~all"],
    ["v=spf1 mx ?all", "v=spf1 mx ~all"],
    ["v=spf1 mx +all", "v=spf1 mx ~all"],
    ["v=spf1 include:good.example.net -all include:good.example.net", "v=spf1 include:good.example.net -all"],
    ["v=spf1 mx -all a", "v=spf1 mx -all"],
    ["v=spf1 mx +MX -all", "v=spf1 mx -all"],
    // The senders that ptr allows are unknown.
    ["v=spf1 mx ptr -all", null],
    ["v=spf1 ptr -all", null],
    ["v=spf1 include:gone.example.net -all", null],
    ["v=spf1 redirect=gone.example.net", null],
    ["v=spf1 mx include:gone.example.net -all", "v=spf1 mx ~all"],
    [
      "v=spf1 ip4=93.184.215.20 include=good.example.net -all",
      "v=spf1 ip4:93.184.215.20 include:good.example.net -all",
    ],
    ["v=spf1 mx redirect=gone.example.net", "v=spf1 mx ~all"],
    ["v=spf1 redirect=good.example.net -all", null],
    [
      "v=spf1 93.184.215.20 2600:9000::1 ipv4:93.184.215.21 -all",
      "v=spf1 ip4:93.184.215.20 ip6:2600:9000::1 ip4:93.184.215.21 -all",
    ],
    ["v=spf1 a:93.184.215.20 ip4:93.184.215.22:25 all.", "v=spf1 ip4:93.184.215.20 ip4:93.184.215.22 ~all"],
    ["v=spf1 redirect:good.example.net", "v=spf1 redirect=good.example.net"],
    ["v=spf1 mx, -all", "v=spf1 mx -all"],
    ["v=spf1 mx~all", "v=spf1 mx ~all"],
    ["v=spf1 mx include:good.example.net~all", "v=spf1 mx include:good.example.net ~all"],
    ["v=spf1 mx \u2013all", "v=spf1 mx -all"],
    ["v=spf1 mx what -all", null],
    ["v=spf1 ip4:0.0.0.0/0 -all", null],
    ["v=spf1 redirect=open.example.net", null],
    ["v=spf1 include:open.example.net -all", null],
    ["v=spf1 include:broken.example.net -all", null],
    ['"v=spf1 mx -all"', "v=spf1 mx -all"],
    ["v=spf1.0 mx +all", "v=spf1 mx ~all"],
    ["v=spf10 what", "v=spf1 mx ~all"],
    [["v=spf1 a -all", "v=spf1 mx ~all"], "v=spf1 a mx -all"],
    [["v=spf1 a ?all", "v=spf1 mx +all"], "v=spf1 a mx ~all"],
    [["v=spf1 redirect=a.com", "v=spf1 mx -all"], null],
    [["v=spf1 what", "v=spf1 mx -all"], null],
  ];

test.each(fixedCases)("%j is corrected to %j", (spf, better) => {
  const { recommendations } = evaluate(spf === undefined ? {} : { spf });
  expect(recommendations.flatMap(({ publish }) => publish.map(({ value }) => value))).toEqual(
    better === null ? [] : [better],
  );
});

test("RFC 7208 4.5: two records are both evaluated, and a merged record is recommended only if it is valid", () => {
  const own = Object.fromEntries(
    numbered(12, (i) => i).flatMap((i) => [
      [`w${i}.example.com A`, [`93.184.220.${i}`]],
      [`w${i}.example.com AAAA`, [`2600:9000::8:${i}`]],
    ]),
  );
  const two = (name: (i: number) => string) =>
    [0, 6].map((from) => `v=spf1 ${numbered(6, (i) => `a:${name(from + i)}`).join(" ")} -all`);
  const others = evaluate({ spf: two((i) => `h${i}.example.net`), dns: many });
  expect([others.data.lookups.count, others.recommendations]).toEqual([12, []]);
  const { data, recommendations, dns } = evaluate({ spf: two((i) => `w${i}.example.com`), dns: own });
  expect([data.lookups.count, short(data.findings)]).toEqual([12, ["several"]]);
  const [recommendation] = recommendations;
  expect(recommendation?.publish[0]?.value).toStartWith("v=spf1 ip4:93.184.220.0 ip6:2600:9000::8:0 ");
  if (recommendation === undefined) return;
  expect(evaluateDns(after(dns, recommendation)).data).toMatchObject({
    evaluation: "ok",
    lookups: { count: 0 },
  });
  const nested = evaluate({
    spf: ["v=spf1 include:c0.example.net -all", "v=spf1 include:d.example.net -all"],
    dns: { ...chain(8, "mx:example.com"), "d.example.net TXT": ["v=spf1 include:good.example.net -all"] },
  });
  expect([nested.data.lookups.count, nested.recommendations]).toEqual([11, []]);
});

test("beyond ten lookups, the domain's own hosts are replaced with their addresses, but not other domains' hosts", () => {
  const own = Object.fromEntries(numbered(11, (i) => [`h${i}.example.com A`, [`93.184.217.${i}`]] as const));
  const spf = `v=spf1 ${numbered(11, (i) => `a:h${i}.example.com`).join(" ")} -all`;
  const { recommendations } = evaluate({ spf, dns: own });
  expect(recommendations.map(({ codes }) => short(codes))).toEqual([["lookups", "voids_ipv6"]]);
  expect(recommendations[0]?.publish[0]?.value).toStartWith("v=spf1 ip4:93.184.217.0 ip4:93.184.217.1 ");
  // The addresses of other domains' hosts may change, so their terms are not replaced.
  expect(evaluate({ spf: `v=spf1 a:six.example.net ${hosts(10)} -all`, dns: many }).recommendations).toEqual(
    [],
  );
  const others = evaluate({
    spf: "v=spf1 include:c0.example.net mx -all",
    dns: chain(9, "a:example.com mx:example.com"),
  });
  expect([short(others.data.findings), others.recommendations]).toEqual([["lookups"], []]);
});

test("no record can be published at an alias", () => {
  const dns = { "example.com CNAME": ["www.example.net."], "www.example.net TXT": ["v=spf1"] };
  const { recommendations, data } = evaluateDns(dns);
  expect([short(data.findings), recommendations]).toEqual([["no_all"], []]);
});

test("the record suggested for a domain without one lists the likely senders", () => {
  const suggested = (dns: Dns) => {
    const { value } = replay({ dns }, (answers) => lookUpMx(answers, DOMAIN));
    return [suggestedSpf(value, false), suggestedSpf(value, true)];
  };
  const a = { "example.com A": ["93.184.215.14"] };
  expect(suggested(a)).toEqual(["v=spf1 a ~all", "v=spf1 -all"]);
  expect(suggested(HOSTS)[0]).toBe("v=spf1 mx ~all");
  expect(suggested({ ...a, "example.com MX": ["1 smtp.google.com."] })[0]).toBe(
    "v=spf1 include:_spf.google.com ~all",
  );
  // An mx term with eleven names would be a permerror (RFC 7208 4.6.4), and only ten mail servers are looked up.
  const eleven = { ...exchanges(11), "example.com MX": numbered(11, (i) => `${i} f${i}.example.net.`) };
  expect(suggested(eleven)[0]).toBeNull();
});

test("the term that exceeds ten lookups is named, with its record", () => {
  const { data } = evaluate({
    spf: "v=spf1 include:c0.example.net -all",
    dns: chain(9, "a:example.com mx:example.com"),
  });
  expect(data.lookups).toEqual({
    count: 11,
    limit: 10,
    complete: true,
    crossedAt: "mx:example.com in the record of c8.example.net",
  });
  expect(data.tree.map(({ domain, lookups, parent }) => [domain, lookups, parent])).toEqual([
    [DOMAIN, 11, null],
    ...numbered(9, (i) => [`c${i}.example.net`, i === 8 ? 2 : 10 - i, i]),
  ]);
  const redirect = {
    spf: `v=spf1 redirect=r.example.net ${hosts(9)}`,
    dns: { ...many, "r.example.net TXT": ["v=spf1 a:h10.example.net -all"] },
  };
  expect(evaluate(redirect).data.lookups.crossedAt).toBe("a:h10.example.net in the record of r.example.net");
});

test("wrong terms are shown with record, place and section", () => {
  const { data, findings } = evaluate({ spf: "v=spf1 include:broken.example.net  ipv4:1.2.3.4 -all" });
  expect(data.problems).toMatchObject([
    { domain: DOMAIN, position: 36, term: "ipv4:1.2.3.4", reference: "RFC 7208 4.6.1" },
    { domain: "broken.example.net", position: 8, term: "ip4:1.2.3", reference: "RFC 7208 5.6" },
  ]);
  expect(findings.map(({ subject }) => subject)).toContain("ipv4:1.2.3.4 (character 36)");
});

test("a failed lookup makes the result unknown, never absent", () => {
  for (const reason of ["servfail", "timeout", "refused", "budget", "filtered", "malformed"] as const) {
    // What this API or its resolver is the cause of is not said of the domain.
    const [evaluation, found] = isOurs(reason) ? [null, []] : ["temperror", ["temperror"]];
    const { data, findings, recommendations } = evaluateDns({ ...HOSTS, [TXT]: reason });
    expect([
      data.status,
      data.reason,
      data.evaluation,
      data.all,
      findings.length,
      recommendations.length,
    ]).toEqual(["unknown", reason, null, null, 0, 0]);
    for (const spf of [
      "include:x.example.org",
      "redirect=x.example.org",
      "a:x.example.org",
      "mx:x.example.org",
      "exists:x.example.org",
    ]) {
      const unknown = { "x.example.org TXT": reason, "x.example.org A": reason, "x.example.org MX": reason };
      const one = evaluate({
        spf: `v=spf1 ${spf}${spf.startsWith("redirect") ? "" : " -all"}`,
        dns: unknown,
      });
      expect([
        spf,
        one.data.status,
        one.data.reason,
        one.data.evaluation,
        short(one.data.findings),
        one.data.lookups.complete,
      ]).toEqual([spf, "unknown", reason, evaluation, found, false]);
      expect(one.recommendations).toEqual([]);
      const broken = evaluate({ spf: `v=spf1 ${spf} what`, dns: unknown });
      expect([broken.data.status, broken.data.evaluation]).toEqual(["invalid", "permerror"]);
    }
  }
});

test("each query is sent once, and queries that do not depend on each other are sent together", () => {
  const { asked, rounds } = evaluate({
    spf: "v=spf1 a:h1.example.net include:good.example.net mx ip4:93.184.215.1 exists:%{i}.x.com -all a:h2.example.net",
    dns: many,
  });
  expect(asked).toEqual([
    TXT,
    "example.com SPF",
    "h1.example.net A",
    "h1.example.net AAAA",
    "good.example.net TXT",
    "example.com MX",
    "mx.example.com A",
    "mx.example.com AAAA",
  ]);
  expect(rounds).toBe(3);
  expect(evaluate({}).asked).toEqual([TXT, "example.com SPF"]);
});

test("hostile records are evaluated in linear time, with a bounded number of queries", () => {
  const wide = (name: string) => `v=spf1 ${numbered(20, (i) => `include:${i}.${name}`).join(" ")} -all`;
  const levels = (depth: number): string[] =>
    depth === 0
      ? ["evil.example.net"]
      : levels(depth - 1).flatMap((name) => numbered(depth < 3 ? 20 : 1, (i) => `${i}.${name}`));
  const exponential = Object.fromEntries(
    [0, 1, 2, 3, 4, 5].flatMap((depth) => levels(depth).map((name) => [`${name} TXT`, [wide(name)]])),
  );
  // Length of the texts, in characters. A parser that takes quadratic time would exceed the test's time limit.
  const long = 300_000;
  const worlds: readonly (readonly [spf: string, dns?: Dns])[] = [
    ["v=spf1 include:evil.example.net -all", exponential],
    [
      "v=spf1 include:a.evil.example.org include:b.evil.example.org -all",
      {
        "a.evil.example.org TXT": [
          "v=spf1 include:b.evil.example.org include:a.evil.example.org include:example.com",
        ],
        "b.evil.example.org TXT": ["v=spf1 include:a.evil.example.org redirect=example.com"],
      },
    ],
    [
      `v=spf1 ${numbered(60, (i) => `mx:m${i}.example.net`).join(" ")} -all`,
      Object.fromEntries(
        numbered(60, (i) => i).map((i) => [
          `m${i}.example.net MX`,
          numbered(100, (k) => `10 x${k}.m${i}.example.net.`),
        ]),
      ),
    ],
    [`v=spf1 ${numbered(3000, (i) => `a:a${i}.example.net`).join(" ")} -all`],
    [`v=spf1 ${numbered(3000, (i) => `ip4:93.${i >> 8}.${i & 255}.1`).join(" ")} -all`],
    [`v=spf1 ${"mx ".repeat(long / 3)}`],
    [`v=spf1 ${"x ".repeat(long / 2)}`],
    [`v=spf1 ${"include:%{d}.%{d}.%{d} ".repeat(long / 23)}`],
    [`v=spf1 a:${"a.".repeat(long / 2)}com`],
    [`v=spf1 a:${"%{d}.".repeat(long / 5)}com -all`],
    [`v=spf1 ${"\\255".repeat(long / 4)}`],
    [`v=spf1 ${"a/".repeat(long / 2)}`],
    [`v=spf1 foo=${"%".repeat(long)}`],
    [` v = spf1 ${" ".repeat(long)}`],
    [`${'"'.repeat(long)}v=spf1`],
    [`v=spf1.${"1".repeat(long)} a`],
    [`v=spf1.1 ${"all".repeat(long / 3)}`],
  ];
  for (const [spf, dns = {}] of worlds) {
    const { asked, data, findings } = evaluate({ spf, dns });
    expect([spf.slice(0, 40), asked.length < 200]).toEqual([spf.slice(0, 40), true]);
    expect(findings.length).toBeLessThan(100);
    expect(data.tree.length).toBeLessThanOrEqual(60);
    expect(JSON.stringify(data).length).toBeLessThan(1_000_000);
  }
  const texts = numbered(5000, (i) => (i % 2 === 0 ? `v=spf1 a:${i}.com -all` : ` v=spf1 ${i}`));
  const { data } = evaluate({ spf: texts });
  expect(short(data.findings)).toEqual(["near_miss", "several"]);
});
