import { expect, test } from "bun:test";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { Value } from "@sinclair/typebox/value";
import type { FileObservation } from "../../observations.ts";
import { replay, type Written } from "../../test/replay.ts";
import { MtaStsData } from "../data.ts";
import { evaluateMtaSts, type MtaStsContext } from "../evaluate-mta-sts.ts";
import { MTA_STS_FINDINGS } from "../findings.ts";
import { lookUpMtaSts } from "../lookup-mta-sts.ts";

const DOMAIN = "example.com";
const TXT = "_mta-sts.example.com TXT";
const URL = "https://mta-sts.example.com/.well-known/mta-sts.txt";
const GOOD = "version: STSv1\nmode: enforce\nmx: mx1.example.com\nmx: *.example.net\nmax_age: 604800\n";
const RECORD = "v=STSv1; id=20160831085700Z;";
const CONTEXT: MtaStsContext = {
  domain: DOMAIN,
  mxHosts: ["mx1.example.com", "mx.example.net"],
  receives: true,
  sound: true,
  reports: true,
};

type Case = {
  /** The rule under test, with the source of the rule. */
  readonly says: string;
  readonly texts?: readonly string[];
  readonly file?: NonNullable<Written["files"]>[string];
  readonly context?: Partial<MtaStsContext>;
  readonly status: MtaStsData["status"];
  /** Codes of all expected findings, without `mail.mta_sts_`. */
  readonly codes: readonly string[];
};

const served = (status: number, type: string | null = "text/plain", body = GOOD): Outcome<FileObservation> =>
  present({ status, type, body: Buffer.from(body, "latin1").toString("base64") } satisfies FileObservation);
const policy = (text: string) => ({ texts: [RECORD], file: text });
const change = (from: string | RegExp, to: string) => policy(GOOD.replace(from, to));
const record = (...texts: readonly string[]) => ({ texts, file: GOOD });

const cases: readonly Case[] = [
  { says: "RFC 8461 3.1, 3.2: all right", ...record(RECORD), status: "valid", codes: [] },
  { says: "RFC 8461 3.1: none", status: "absent", codes: ["missing"] },
  {
    says: "RFC 8461 3: who takes no mail needs none",
    context: { receives: false, mxHosts: [] },
    status: "absent",
    codes: [],
  },
  {
    says: "RFC 8461 3.1: other texts are dropped",
    ...record("v=spf1 -all", RECORD),
    status: "valid",
    codes: [],
  },
  {
    says: "RFC 8461 3.1: other texts alone are none",
    texts: ["v=spf1 -all"],
    status: "absent",
    codes: ["missing"],
  },
  { says: "RFC 8461 3.1: two", ...record(RECORD, RECORD), status: "invalid", codes: ["several"] },
  { says: "RFC 8461 3.1: extensions", ...record("v=STSv1; id=1; a.b-c_d=x:y"), status: "valid", codes: [] },
  {
    says: "RFC 8461 3.1: white space around semicolons",
    ...record("v=STSv1;\t id=1 \t;  "),
    status: "valid",
    codes: [],
  },
  { says: "RFC 8461 3.1: no id", ...record("v=STSv1;"), status: "invalid", codes: ["record_invalid"] },
  {
    says: "RFC 8461 3.1: names are told apart by case",
    ...record("v=STSv1; ID=1"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: an id of 32",
    ...record(`v=STSv1; id=${"a".repeat(32)}`),
    status: "valid",
    codes: [],
  },
  {
    says: "RFC 8461 3.1: an id of 33",
    ...record(`v=STSv1; id=${"a".repeat(33)}`),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: an id with a hyphen",
    ...record("v=STSv1; id=2016-08"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: a blank beside the equals sign",
    ...record("v=STSv1; id= 1"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: a word alone",
    ...record("v=STSv1; id=1; x"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: two semicolons",
    ...record("v=STSv1; id=1;;"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: an extension's name of 33",
    ...record(`v=STSv1; id=1; ${"x".repeat(33)}=1`),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: binary",
    ...record("v=STSv1; id=1; a=\u0000\ufffd"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: commas between",
    ...record("v=STSv1, id=1"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: the version is told apart by case",
    ...record("v=stsv1; id=1"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: a blank in front",
    ...record(" v=STSv1; id=1"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: quotes of a zone file",
    ...record('"v=STSv1; id=1"'),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: another version",
    ...record("v=STSv2; id=1"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: no semicolon",
    ...record("v=STSv1 id=1"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: the version comes first",
    ...record("id=1; v=STSv1"),
    status: "invalid",
    codes: ["record_invalid"],
  },
  {
    says: "RFC 8461 3.1: the grammar's blank before the semicolon counts alone",
    ...record("v=STSv1 ; id=1"),
    status: "warning",
    codes: ["near_miss"],
  },
  {
    says: "RFC 8461 3.1: and is dropped beside others",
    ...record("v=STSv1 ; id=1", "v=STSv1; id=1"),
    status: "warning",
    codes: ["near_miss"],
  },
  {
    says: "RFC 8461 3.3: a redirect",
    texts: [RECORD],
    file: served(301),
    status: "invalid",
    codes: ["redirect"],
  },
  {
    says: "RFC 8461 3.3: not found",
    texts: [RECORD],
    file: served(404),
    status: "invalid",
    codes: ["status"],
  },
  {
    says: "RFC 8461 3.3: an answer that may be for us alone, or for now",
    texts: [RECORD],
    file: served(503),
    status: "unknown",
    codes: ["refused"],
  },
  {
    says: "RFC 8461 3.3: 200 alone, not all of 2xx",
    texts: [RECORD],
    file: served(206),
    status: "invalid",
    codes: ["status"],
  },
  {
    says: "RFC 8461 3.3: a bad certificate",
    texts: [RECORD],
    file: unknown("tls_failed"),
    status: "invalid",
    codes: ["certificate"],
  },
  {
    says: "RFC 8461 3.3: no TLS",
    texts: [RECORD],
    file: unknown("not_tls"),
    status: "invalid",
    codes: ["certificate"],
  },
  {
    says: "RFC 8461 3.3: no host",
    texts: [RECORD],
    file: unknown("no_servers"),
    status: "invalid",
    codes: ["host_missing"],
  },
  {
    says: "RFC 8461 3.3: over 64 KB",
    texts: [RECORD],
    file: unknown("too_large"),
    status: "invalid",
    codes: ["too_large"],
  },
  {
    says: "a slow host is not a fault, and the warning says that it was slow here",
    texts: [RECORD],
    file: unknown("timeout"),
    status: "unknown",
    codes: ["unreachable"],
  },
  {
    says: "an unreachable host may be our network's",
    texts: [RECORD],
    file: unknown("unreachable"),
    status: "unknown",
    codes: ["unreachable"],
  },
  {
    says: "what this API did not ask says nothing of the host",
    texts: [RECORD],
    file: unknown("held_back"),
    status: "unknown",
    codes: [],
  },
  {
    says: "a fault of the record stands, whatever the host does",
    texts: ["v=STSv1;"],
    file: unknown("timeout"),
    status: "invalid",
    codes: ["record_invalid", "unreachable"],
  },
  {
    says: "RFC 8461 3.2: text/plain with a parameter",
    texts: [RECORD],
    file: served(200, "Text/Plain; charset=utf-8"),
    status: "valid",
    codes: [],
  },
  {
    says: "RFC 8461 3.2: another media type",
    texts: [RECORD],
    file: served(200, "text/html"),
    status: "valid",
    codes: ["media_type"],
  },
  {
    says: "RFC 8461 3.2: no media type",
    texts: [RECORD],
    file: served(200, null),
    status: "valid",
    codes: ["media_type"],
  },
  {
    says: "RFC 8461 3.2: CRLF, no end of line at the end",
    ...policy(GOOD.trim().replaceAll("\n", "\r\n")),
    status: "valid",
    codes: [],
  },
  {
    says: "RFC 8461 3.2: no blank behind the colon, blanks at the end",
    ...policy(GOOD.replaceAll(": ", ":").replaceAll("\n", " \t\n")),
    status: "valid",
    codes: [],
  },
  {
    says: "RFC 8461 3.2: any order, unknown keys",
    ...policy(`x_1: ü: y\n${GOOD.split("\n").toReversed().slice(1).join("\n")}`),
    status: "valid",
    codes: [],
  },
  { says: "RFC 8461 3.2: an empty file", ...policy(""), status: "invalid", codes: ["policy_invalid"] },
  {
    says: "RFC 8461 3.2: a page",
    ...policy("<!DOCTYPE html>\n<html>"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: no version",
    ...change("version: STSv1\n", ""),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: another version",
    ...change("STSv1", "STSv2"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: keys are told apart by case",
    ...change("mode", "Mode"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: another mode",
    ...change("enforce", "report"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: a mode in capitals",
    ...change("enforce", "Enforce"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: no max_age",
    ...change(/max_age.*/, ""),
    status: "invalid",
    codes: ["policy_invalid", "policy_loose"],
  },
  {
    says: "RFC 8461 3.2: a negative max_age",
    ...change("604800", "-1"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  { says: "RFC 8461 3.2: the greatest max_age", ...change("604800", "31557600"), status: "valid", codes: [] },
  {
    says: "RFC 8461 3.2: a greater max_age",
    ...change("604800", "31557601"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: no mx",
    ...policy("version: STSv1\nmode: testing\nmax_age: 604800"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: mx in one line",
    ...change("mx1.example.com", "mx1.example.com, mx2.example.com"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: an address as mx",
    ...change("mx1.example.com", "192.0.2.1"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: a dot at the end of mx",
    ...change("mx1.example.com", "mx1.example.com."),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: a star within mx",
    ...change("mx1.example.com", "mx*.example.com"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: a star alone",
    ...change("mx1.example.com", "*"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: a byte order mark",
    ...policy(`\ufeff${GOOD}`),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: semicolons",
    ...policy("version=STSv1; mode=enforce"),
    status: "invalid",
    codes: ["policy_invalid"],
  },
  {
    says: "RFC 8461 3.2: of a key that repeats the first counts",
    ...policy(`${GOOD}mode: none\n`),
    status: "valid",
    codes: ["policy_loose"],
  },
  {
    says: "RFC 8461 3.2: an empty line",
    ...change("mode", "\nmode"),
    status: "valid",
    codes: ["policy_loose"],
  },
  {
    says: "RFC 8461 4.1: without regard to case",
    ...change("mx1.example.com", "MX1.Example.COM"),
    status: "valid",
    codes: [],
  },
  {
    says: "RFC 8461 5: a server that nothing fits, enforced",
    ...record(RECORD),
    context: { mxHosts: ["mx1.example.com", "a.example.net", "mx2.example.com"] },
    status: "invalid",
    codes: ["mx_unlisted"],
  },
  {
    says: "RFC 8461 5: and while testing",
    ...change("enforce", "testing"),
    context: { mxHosts: ["mx1.example.com", "a.example.net", "mx2.example.com"] },
    status: "warning",
    codes: ["testing", "mx_unlisted_testing"],
  },
  {
    says: "RFC 8461 4.1: * is one label",
    ...record(RECORD),
    context: { mxHosts: ["mx1.example.com", "a.b.example.net"] },
    status: "invalid",
    codes: ["mx_unlisted", "mx_unused"],
  },
  {
    says: "RFC 8461 4.1: * is not none",
    ...record(RECORD),
    context: { mxHosts: ["mx1.example.com", "example.net"] },
    status: "invalid",
    codes: ["mx_unlisted", "mx_unused"],
  },
  {
    says: "RFC 8461 4.1: an mx for no server",
    ...record(RECORD),
    context: { mxHosts: ["mx1.example.com"] },
    status: "valid",
    codes: ["mx_unused"],
  },
  {
    says: "servers that are not known are not compared",
    ...record(RECORD),
    context: { mxHosts: null },
    status: "valid",
    codes: [],
  },
  {
    says: "RFC 8461 10.2: kept for less than a day",
    ...change("604800", "3600"),
    status: "warning",
    codes: ["max_age"],
  },
  { says: "RFC 8461 5: testing", ...change("enforce", "testing"), status: "valid", codes: ["testing"] },
  {
    says: "RFC 8461 8.3: none, without mx",
    ...policy("version: STSv1\nmode: none\nmax_age: 60"),
    status: "valid",
    codes: ["none"],
  },
  {
    says: "RFC 8460 3: no reports",
    ...record(RECORD),
    context: { reports: false },
    status: "valid",
    codes: ["without_reports"],
  },
];

function writtenOf({ texts, file }: Pick<Case, "texts" | "file">): Written {
  return {
    dns: texts === undefined ? {} : { [TXT]: texts },
    files: file === undefined ? {} : { [URL]: file },
  };
}

function evaluate(one: Case) {
  const context = { ...CONTEXT, ...one.context };
  const { value, asked } = replay(writtenOf(one), (answers) => lookUpMtaSts(answers, DOMAIN));
  return { ...evaluateMtaSts(value, context), asked };
}

const codesOf = (codes: readonly string[]) =>
  [...new Set(codes.map((code) => code.replace("mail.mta_sts_", "")))].sort();

test.each(cases.map((one) => [one.says, one] as const))("%s", (_, one) => {
  const { data, findings, recommendations } = evaluate(one);
  expect(codesOf(data.findings)).toEqual([...one.codes].sort());
  expect(data.status).toBe(one.status);
  expect(Value.Errors(MtaStsData, data).First()).toBeUndefined();
  for (const { severity, fix } of findings) if (severity !== "info") expect(fix).not.toBeNull();
  for (const recommendation of recommendations) {
    const fixed = one.codes.filter((code) => recommendation.codes.includes(`mail.mta_sts_${code}`));
    expect(fixed.length).toBe(recommendation.codes.length);
    const reports = recommendation.publish.some(({ name }) => name.startsWith("_smtp._tls."));
    const texts = reports ? one.texts : recommendation.publish.map(({ value }) => value);
    const file = recommendation.file?.body ?? one.file;
    const after = evaluate({
      ...one,
      ...(texts && { texts }),
      ...(file && { file }),
      ...(reports && { context: { reports } }),
    });
    expect(after.data.findings.filter((code) => recommendation.codes.includes(code))).toEqual([]);
  }
});

test("every finding has a case, and what a record or a file can fix has a recommendation", () => {
  const evaluated = cases.map(evaluate);
  const met = new Set(evaluated.flatMap(({ data }) => data.findings));
  expect(Object.keys(MTA_STS_FINDINGS).filter((code) => !met.has(code))).toEqual([]);
  const fixed = new Set(
    evaluated.flatMap(({ recommendations }) => recommendations.flatMap(({ codes }) => codes)),
  );
  const left = Object.keys(MTA_STS_FINDINGS).filter((code) => !fixed.has(code));
  expect(codesOf(left)).toEqual([
    "certificate",
    "host_missing",
    "media_type",
    "none",
    "refused",
    "unreachable",
    "without_reports",
  ]);
});

test("the policy is asked for where a record is there, and only then", () => {
  const asked = (texts?: readonly string[]) =>
    evaluate({ says: "", status: "valid", codes: [], ...(texts && { texts }) }).asked;
  expect(asked()).toEqual([TXT]);
  expect(asked(["v=spf1"])).toEqual([TXT]);
  expect(asked([RECORD])).toEqual([TXT, URL]);
  expect(asked([RECORD, RECORD])).toEqual([TXT, URL]);
});

test("a record that could not be asked for is unknown, and never missing", () => {
  for (const reason of ["servfail", "timeout", "budget"] as const) {
    const { value } = replay({ dns: { [TXT]: reason } }, (answers) => lookUpMtaSts(answers, DOMAIN));
    const { data, findings, recommendations } = evaluateMtaSts(value, CONTEXT);
    expect([data.status, data.reason, findings.length, recommendations.length]).toEqual([
      "unknown",
      reason,
      0,
      0,
    ]);
  }
});

test("for what is missing the record and the file are given", () => {
  const [recommendation] = evaluate({ says: "", status: "absent", codes: [] }).recommendations;
  const body = "version: STSv1\nmode: testing\nmx: mx1.example.com\nmx: mx.example.net\nmax_age: 604800\n";
  expect(recommendation).toEqual({
    codes: ["mail.mta_sts_missing"],
    publish: [{ name: "_mta-sts.example.com", type: "TXT", value: "v=STSv1; id=20261121000000" }],
    remove: [],
    file: { url: URL, body },
    test: { mtasts: body },
  });
});

test("no file is recommended where the servers are not known, or have names that no policy can hold", () => {
  for (const mxHosts of [null, [], ["mx_1.example.com"], ["192.0.2.1"]])
    expect(evaluate({ says: "", status: "absent", codes: [], context: { mxHosts } }).recommendations).toEqual(
      [],
    );
});

test("hostile records and files are read in linear time, and shown cut", () => {
  // Length of the texts, in characters. A parser that takes quadratic time would exceed the test's time limit.
  const long = 1_000_000;
  const texts = [
    `v=STSv1;${" ".repeat(long)}`,
    `v=STSv1;${";".repeat(long)}`,
    `v=STSv1; id=${"1".repeat(long)}`,
    `v=STSv1${" ".repeat(long)}x`,
    `v=STSv1;${"a=1;".repeat(long / 4)}`,
    `${" ".repeat(long)}v${" ".repeat(long)}=sts`,
  ];
  const files = [
    "\n".repeat(65_536),
    "mx: a\n".repeat(10_000),
    Array.from({ length: 8000 }, (_, i) => `mx: a${i}.x`).join("\n"),
    `mx: ${"a.".repeat(32_000)}`,
    `mx: ${"-".repeat(64_000)}`,
    ":".repeat(65_000),
    " ".repeat(65_536),
    `mode${"\t".repeat(65_000)}:x`,
    "\u0000\u0001\u00ff\u00fe".repeat(16_000),
  ];
  const hosts = Array.from({ length: 100 }, (_, i) => `mx${i}.example.org`);
  const worlds = [
    ...texts.map((text) => ({ texts: [text, text], file: GOOD })),
    { texts: Array.from({ length: 5000 }, () => RECORD), file: GOOD },
    ...files.map((text) => ({ texts: [RECORD], file: served(200, "text/plain", text) })),
  ];
  for (const world of worlds) {
    const { value } = replay(writtenOf(world), (answers) => lookUpMtaSts(answers, DOMAIN));
    const { data, findings } = evaluateMtaSts(value, { ...CONTEXT, mxHosts: hosts });
    expect(JSON.stringify([data, findings]).length).toBeLessThan(100_000);
    expect(findings.length).toBeLessThanOrEqual(40);
  }
});

test.each([
  [401, "blocked"],
  [403, "blocked"],
  [429, "rate_limited"],
  [503, "server_error"],
] as const)(
  "a policy that is answered with %i to us may be there for others, and is not to be replaced",
  (status, reason) => {
    const { data, findings, recommendations } = evaluate({
      says: "",
      texts: [RECORD],
      file: served(status),
      status: "unknown",
      codes: [],
    });
    expect([data.status, data.reason, data.policy?.status, data.policy?.httpStatus]).toEqual([
      "unknown",
      reason,
      "unknown",
      status,
    ]);
    expect(findings.map(({ code }) => code)).toEqual(["mail.mta_sts_refused"]);
    expect(recommendations).toEqual([]);
  },
);
