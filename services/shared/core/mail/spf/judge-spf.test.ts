import { expect, test } from "bun:test";
import type { DnsReply } from "../../protocol/dns/message.ts";
import { type Outcome, present, unknown } from "../../tool/outcome.ts";
import { dnsAnswers } from "../answers.ts";
import { judgeSpf } from "./judge-spf.ts";
import { lookUpSpf } from "./lookup-spf.ts";

const FACTS = { domain: "example.com", parked: false, texts: [], hasType99: false };

/** Judges an SPF record of which only these queries were answered. */
function judge(dns: Readonly<Record<string, string | Outcome<DnsReply>>>) {
  const outcomes = Object.entries(dns).map(([key, given]) => [key, replyOf(key, given)] as const);
  const facts = { randomLabel: "random", dns: new Map(outcomes) };
  const { status, reason, evaluation } = judgeSpf(
    lookUpSpf(
      dnsAnswers(facts, () => {}),
      "example.com",
    ),
    FACTS,
  );
  return [status, reason, evaluation];
}

function replyOf(key: string, given: string | Outcome<DnsReply>): Outcome<DnsReply> {
  if (typeof given !== "string") return given;
  const [name = ""] = key.split(" ");
  const answers = [{ name: `${name}.`, type: "TXT", ttl: 60, value: given, data: { text: given } }];
  return present({ rcode: "NOERROR", flags: [], answers, authorities: [], additionals: [], edns: null });
}

const INCLUDE = { "example.com TXT": "v=spf1 include:spf.example.net -all" };

test("a record is not valid while a record below it was not looked up", () => {
  expect(judge({})).toEqual(["unknown", "budget", null]);
  expect(judge(INCLUDE)).toEqual(["unknown", "budget", null]);
  expect(judge({ ...INCLUDE, "spf.example.net TXT": unknown("budget") })).toEqual([
    "unknown",
    "budget",
    null,
  ]);
  expect(judge({ ...INCLUDE, "spf.example.net TXT": "v=spf1 ip4:192.0.2.1" })).toEqual(["valid", null, "ok"]);
});

test("RFC 7208 4.6: what is an error by the records that are known stays an error", () => {
  expect(judge({ "example.com TXT": "v=spf1 include:spf.example.net ipv4:192.0.2.1 -all" })).toEqual([
    "invalid",
    null,
    "permerror",
  ]);
});
