import { expect, test } from "bun:test";
import { type DnsFacts, type DnsQuery, dnsAnswers } from "@dnstools/core/mail/answers";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { present } from "@dnstools/core/tool/outcome";
import { lookUpEmail } from "../lookup-email.ts";
import type { ScoutObservation } from "../observations.ts";
import { judgeEmail } from "./email.ts";

const DOMAIN = "sub.example.com";

/** Returns the answers about a domain that has one MX record, if our resolver denies all else. */
function deniedEmail(): DnsFacts {
  const dns = new Map<string, ReturnType<typeof reply>>();
  const facts = { randomLabel: "random", dns };
  for (;;) {
    const queries: DnsQuery[] = [];
    lookUpEmail(
      dnsAnswers(facts, (query) => queries.push(query)),
      DOMAIN,
    );
    if (queries.length === 0) return facts;
    for (const { key, name, type } of queries) dns.set(key, reply(name, type));
  }
}

function reply(name: string, type: string) {
  const data = { preference: 10, exchange: "mx.example.com" };
  const mx = { name, type, ttl: 300, value: "10 mx.example.com.", data };
  const isMx = name === DOMAIN && type === "MX";
  const rest = { flags: ["rd", "ra"], authorities: [], additionals: [], edns: null };
  return present({ ...rest, rcode: isMx ? "NOERROR" : "NXDOMAIN", answers: isMx ? [mx] : [] });
}

function statuses(evidence: readonly Partial<Evidence>[]) {
  const efforts = { email: { questions: 1, failed: 0, elapsedMs: 1, ended: "done" } };
  const observed = { email: deniedEmail(), hosts: new Map(), efforts, evidence };
  const judged = judgeEmail(observed as unknown as ScoutObservation, DOMAIN);
  return [judged?.data.dmarc.status, judged?.data.dkim.status];
}

test("denials of policies and keys by a resolver that filters are unknown, unless the zone's servers deny them too", () => {
  const asked = { server: "resolver", question: `${DOMAIN}. IN TXT`, reason: null };
  expect(statuses([asked])).toEqual(["absent", "absent"]);
  const filters = { ...asked, reason: "resolver_filters" } as const;
  expect(statuses([filters])).toEqual(["unknown", "unknown"]);
  const names = [`_dmarc.${DOMAIN}`, "_dmarc.example.com", "_dmarc.com", `_domainkey.${DOMAIN}`];
  const compared = names.map((name) => ({ server: "ns1.example.com", question: `${name}. IN TXT` }));
  expect(statuses([filters, ...compared])).toEqual(["absent", "absent"]);
});
