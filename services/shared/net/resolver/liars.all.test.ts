import { expect, test } from "bun:test";
import type { EnvironmentName } from "@dnstools/lab/host/environments";
import { answerIn, answersOn } from "../test/host-answers.ts";
import { type Answer, toldHere } from "../test/told.ts";

// A resolver that filters names must never make the product say that something is missing: the same calls on hosts with
// such resolvers, compared with those on a clean host.

/** Resolvers that filter example.com, perfect.com and zen.spamhaus.org, each in another way. */
const LIARS = [
  ...(["filter-null", "filter-null-soa", "filter-null-ede", "filter-loop", "filter-page"] as const),
  ...(["filter-nx", "filter-nx-soa", "filter-nx-own-soa", "filter-nx-ede"] as const),
  ...(["filter-refused", "filter-servfail"] as const),
] satisfies readonly EnvironmentName[];

const NAMES = [
  ...["example.com", "www.example.com", "mail.example.com", "ns1.example.com", "sip.example.com"],
  ...["perfect.com", "mx1.perfect.com", "mx2.perfect.com", "mta-sts.perfect.com", "nx.perfect.com"],
];
const CALLS = NAMES.flatMap((name) => [
  ...["A", "AAAA", "MX", "TXT", "NS", "CAA"].map((type) => `dns?domain=${name}&type=${type}`),
  ...[`dns?domain=${name}`, `mail?domain=${name}`, `dnsbl?domain=${name}`],
  ...[`ssl?host=${name}`, `ssl?domain=${name}&service=smtp25`],
]);
/** Number of calls at a time; those of several hosts run side by side. */
const AT_ONCE = 4;

/** Codes of the same fault, which depend on what else could be found out. */
const SAME: Readonly<Record<string, string>> = {
  "mail.spf_missing_parked": "mail.spf_missing",
  "mail.dmarc_missing_parked": "mail.dmarc_missing",
  "ssl.nothing_listens": "ssl.unreachable",
};
/** Codes that only say that something could not be found out. */
const OPEN = ["dnsbl.inconclusive", "dnsbl.mx_unknown", "ssl.addresses_unknown"];

function alike({ findings = [], ...answer }: Answer): Answer {
  const all = findings.filter(({ code }) => !OPEN.includes(code));
  return { ...answer, findings: all.map(({ code, ...one }) => ({ ...one, code: SAME[code] ?? code })) };
}

const ask = (name: EnvironmentName) => answersOn(name, CALLS, "", AT_ONCE);
const clean = ask("clean");

test.each(LIARS)("%s: no call says that something is missing which is not", async (name) => {
  const [expected, answers] = [await clean, await ask(name)];
  const told = CALLS.flatMap((call) => {
    const [here, there] = [answerIn(answers, call), answerIn(expected, call)];
    return toldHere(alike(here), alike(there)).map((what) => `${call}: ${what}`);
  });
  expect(told).toEqual([]);
});
