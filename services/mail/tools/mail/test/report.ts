import { expect } from "bun:test";
import { isIp } from "@dnstools/core/protocol/ip";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Finding } from "@dnstools/core/tool/finding";
import type { InputOf } from "@dnstools/core/tool/params";
import { analyse } from "../analyse.ts";
import { answersOf, type Facts } from "../answers.ts";
import type { contract } from "../contract.ts";
import type { MailData } from "../data.ts";
import { withInstead } from "../instead.ts";
import { keepParts, runAll } from "../lookup-parts.ts";
import { lookUpReport, type ReportLookup, type ReportRequest } from "../lookup-report.ts";
import type { Instead } from "../section.ts";
import { replay, type Written } from "./replay.ts";

/** A simulated domain, and the findings that it must and must not have. */
export type ReportCase = {
  /** The rule under test, with its source. */
  readonly says: string;
  readonly dns: Written["dns"];
  readonly has?: readonly string[];
  readonly hasNot?: readonly string[];
  /** Parts of the answer's data that must match, by section. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly selector?: string;
  readonly domain?: string;
  /** Prefix of finding codes: the findings with this prefix must be exactly those in `has`. */
  readonly only?: string;
} & Pick<Written, "secure" | "insecure" | "files" | "reputation">;

/**
 * Returns the lookup as the probe runs it: a function that keeps the parts, and repeats those whose result may have
 * changed since its last call.
 */
function keptLookUp(facts: Facts, asked: ReportRequest & Instead): () => ReportLookup {
  const known = new Set<string>();
  const { run, answered } = keepParts(facts, (missing) =>
    withInstead(
      answersOf(facts, (query) => missing(query.key)),
      asked,
    ),
  );
  return () => {
    const others = [facts.files, facts.reputation].flatMap(Object.keys);
    for (const key of [...facts.dns.keys(), ...others]) {
      if (!known.has(key)) answered(key);
      known.add(key);
    }
    return lookUpReport(asked, run);
  };
}

/** Returns the full report on a domain of a simulated Internet, without any network access. */
export function reportOf(
  written: Written,
  asked: { readonly domain: string; readonly selector: string | null } & Instead,
): {
  data: MailData;
  findings: readonly Finding[];
  codes: readonly string[];
  asked: readonly string[];
} {
  let keptOf: (() => ReportLookup) | null = null;
  const { facts, asked: questions } = replay(written, (answers, received) => {
    const whole = lookUpReport(asked, runAll(withInstead(answers, asked)));
    keptOf ??= keptLookUp(received, asked);
    // The probe runs only the parts whose result may have changed. After every answer, its result must equal that of a
    // lookup that runs all parts.
    expect(keptOf()).toEqual(whole);
    return whole;
  });
  const input = { spf: null, dmarc: null, mtasts: null, ...asked } as InputOf<typeof contract.params>;
  const judgement = analyse({ ...facts, resolverAlive: null, evidence: evidenceOf(questions) }, input);
  if (judgement.kind !== "answer") throw new Error(judgement.detail);
  return {
    data: judgement.data,
    findings: judgement.findings,
    codes: judgement.findings.map(({ code }) => code.replace("mail.", "")),
    asked: questions,
  };
}

/**
 * Returns evidence for the queries, numbered as in a session. Blocklist queries are left out, because the network
 * service sends them.
 */
function evidenceOf(questions: readonly string[]): readonly Evidence[] {
  const sent = questions.filter((question) => !isIp(question));
  return sent.map((question, i) => {
    const [name, type] = question.split(" ");
    return {
      ...{ id: String(i + 1), server: "resolver", address: "9.9.9.9", transport: "udp", rcode: "NOERROR" },
      ...{ flags: [], errors: [], nsid: null, ttl: null, elapsedMs: 1, at: "", reason: null },
      question: type === undefined ? `GET ${question}` : `${name}. IN ${type}`,
    };
  });
}

/** Checks the report of a case. */
export function checkReport(one: ReportCase): void {
  const { says, has = [], hasNot = [], data = {}, only, selector = null, domain = "example.com" } = one;
  const { data: got, codes, findings } = reportOf(one, { domain, selector });
  const unproved = findings.filter(({ evidence }) => evidence.length === 0).map(({ code }) => code);
  expect({ says, unproved }).toEqual({ says, unproved: [] });
  const seen = new Set(codes);
  expect({ says, missing: has.filter((code) => !seen.has(code)), codes }).toEqual({
    says,
    missing: [],
    codes,
  });
  expect({ says, forbidden: hasNot.filter((code) => seen.has(code)) }).toEqual({ says, forbidden: [] });
  if (only !== undefined)
    expect({ says, codes: [...seen].filter((code) => code.startsWith(only)).sort() }).toEqual({
      says,
      codes: [...has].filter((code) => code.startsWith(only)).sort(),
    });
  const looked = Object.fromEntries(Object.keys(data).map((key) => [key, got[key as keyof MailData]]));
  expect({ says, ...looked }).toMatchObject({ says, ...data });
}

/** DNS records of a domain that sends and receives mail, without SPF and DMARC. Cases add their own records. */
export const MAIL_DOMAIN: Written["dns"] = {
  "example.com MX": ["10 mx.example.com."],
  "example.com A": ["93.184.215.14"],
  "mx.example.com A": ["93.184.215.16"],
  "16.215.184.93.in-addr.arpa PTR": ["mx.example.com."],
};
