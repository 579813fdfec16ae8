import { expect, test } from "bun:test";
import { TLS_RPT_FINDINGS } from "@dnstools/core/mail/tls-rpt/findings";
import { lookUpTlsRpt } from "@dnstools/core/mail/tls-rpt/lookup-tls-rpt";
import { Value } from "@sinclair/typebox/value";
import { replay } from "../../test/replay.ts";
import { TlsRptData } from "../data.ts";
import { evaluateTlsRpt } from "../evaluate-tls-rpt.ts";
import type { TlsRptContext } from "../recommend-tls-rpt.ts";

const NAME = "_smtp._tls.example.com TXT";
const RECORD = "v=TLSRPTv1; rua=mailto:reports@example.com";
const CONTEXT: TlsRptContext = {
  ...{ domain: "example.com", receives: true, needed: false, missedBy: [] },
  reportHosts: [],
};

function evaluate(texts: readonly string[] | null, context = CONTEXT) {
  const { value, asked } = replay({ dns: texts === null ? {} : { [NAME]: texts } }, (answers) =>
    lookUpTlsRpt(answers, "example.com"),
  );
  return { ...evaluateTlsRpt(value, context), asked };
}

type Row = readonly [
  says: string,
  texts: readonly string[] | null,
  status: TlsRptData["status"],
  /** Codes of all expected findings, without `mail.tls_rpt_`. */
  codes: readonly string[],
];

const rows: readonly Row[] = [
  ["RFC 8460 3: an address", [RECORD], "valid", []],
  ["RFC 8460 3: a URL", ["v=TLSRPTv1;rua=https://reporting.example.com/v1/tlsrpt"], "valid", []],
  [
    "RFC 8460 3: both, and white space",
    ["v=TLSRPTv1 ;rua=mailto:a@example.com ,\thttps://example.com/ ; "],
    "warning",
    ["near_miss"],
  ],
  [
    "RFC 8460 3: several, white space around commas",
    ["v=TLSRPTv1; rua=mailto:a@example.com ,\thttps://example.com/ ; "],
    "valid",
    [],
  ],
  ["RFC 8460 3: extensions", [`${RECORD}; x-1=y`], "valid", []],
  [
    "RFC 8460 3: commas and exclamation marks, encoded",
    ["v=TLSRPTv1; rua=mailto:a%21%2C@example.com"],
    "valid",
    [],
  ],
  ["RFC 8460 3: none", null, "absent", ["missing"]],
  ["RFC 8460 3: other texts are dropped", ["v=spf1 -all", RECORD], "valid", []],
  ["RFC 8460 3: other texts alone", ["v=spf1 -all"], "absent", ["missing"]],
  ["RFC 8460 3: two", [RECORD, RECORD], "invalid", ["several"]],
  ["RFC 8460 3: no rua", ["v=TLSRPTv1;"], "invalid", ["invalid"]],
  ["RFC 8460 3: an empty rua", ["v=TLSRPTv1; rua="], "invalid", ["invalid"]],
  [
    "RFC 8460 3: names are told apart by case",
    ["v=TLSRPTv1; RUA=mailto:a@example.com"],
    "invalid",
    ["invalid"],
  ],
  [
    "RFC 8460 3: a blank beside the equals sign",
    ["v=TLSRPTv1; rua = mailto:a@example.com"],
    "invalid",
    ["invalid"],
  ],
  ["RFC 8460 3: a word alone", [`${RECORD}; x`], "invalid", ["invalid"]],
  ["RFC 8460 3: binary", [`${RECORD}\u0000\ufffd`], "invalid", ["invalid", "uri_invalid"]],
  ["RFC 8460 3: an address without mailto", ["v=TLSRPTv1; rua=a@example.com"], "invalid", ["uri_invalid"]],
  ["RFC 8460 3: http", ["v=TLSRPTv1; rua=http://example.com/"], "invalid", ["uri_invalid"]],
  ["RFC 8460 3: a size, which DMARC had", [`${RECORD}!10m`], "invalid", ["uri_invalid"]],
  ["RFC 8460 3: a comma at the end", [`${RECORD},`], "invalid", ["uri_invalid"]],
  ["RFC 8460 3: no domain", ["v=TLSRPTv1; rua=mailto:reports"], "invalid", ["uri_invalid"]],
  ["RFC 8460 3: one right, one wrong", [`${RECORD},mailto:x@b.localhost`], "invalid", ["uri_invalid"]],
  [
    "RFC 8460 3: the version is told apart by case",
    ["v=TLSRPTV1; rua=mailto:a@example.com"],
    "invalid",
    ["invalid"],
  ],
  ["RFC 8460 3: another version", ["v=TLSRPT1; rua=mailto:a@example.com"], "invalid", ["invalid"]],
  [
    "RFC 8460 3: beside the record",
    [RECORD, "v=TLSRPT1; rua=mailto:a@example.com"],
    "warning",
    ["near_miss"],
  ],
  ["RFC 8460 3: no semicolon", ["v=TLSRPTv1 rua=mailto:a@example.com"], "invalid", ["invalid"]],
];

const codesOf = (codes: readonly string[]) => codes.map((code) => code.replace("mail.tls_rpt_", "")).sort();

test.each(rows)("%s", (_, texts, status, codes) => {
  const { data, findings, recommendations, asked } = evaluate(texts);
  expect([codesOf(data.findings), data.status]).toEqual([[...codes], status]);
  expect(asked).toEqual([NAME]);
  expect(Value.Errors(TlsRptData, data).First()).toBeUndefined();
  for (const { fix } of findings) expect(fix).not.toBeNull();
  expect(recommendations.length).toBe(codes.length === 0 ? 0 : 1);
  const [recommendation] = recommendations;
  if (recommendation === undefined) return;
  expect(recommendation.codes).toEqual(data.findings);
  expect(evaluate(recommendation.publish.map(({ value }) => value)).data.findings).toEqual([]);
});

test("every finding has a case", () => {
  // The finding no_mail depends on another host, so it has a separate test.
  const met = new Set([...rows.flatMap(([, , , codes]) => codes), "no_mail"]);
  expect(codesOf(Object.keys(TLS_RPT_FINDINGS)).filter((code) => !met.has(code))).toEqual([]);
});

test("reports to a host that takes no mail are lost, and no record is recommended for it", () => {
  const host = { host: "example.com", takesMail: false, why: "it has a null MX" };
  const { data, findings, recommendations } = evaluate([RECORD], { ...CONTEXT, reportHosts: [host] });
  expect([data.status, codesOf(data.findings), recommendations]).toEqual(["warning", ["no_mail"], []]);
  expect(findings[0]?.subject).toBe("example.com: it has a null MX");
  const open = { host: "example.com", takesMail: null, why: null };
  expect(evaluate([RECORD], { ...CONTEXT, reportHosts: [open] }).data.findings).toEqual([]);
});

test("a missing record is reported if the domain receives mail, or if MTA-STS or DANE is in use", () => {
  const missing = (receives: boolean, needed: boolean) =>
    evaluate(null, { ...CONTEXT, receives, needed }).data.findings.length;
  expect([missing(false, false), missing(false, true), missing(true, false)]).toEqual([0, 1, 1]);
});

test("a failed lookup makes the record unknown, never missing", () => {
  for (const reason of ["servfail", "timeout", "budget"] as const) {
    const { value } = replay({ dns: { [NAME]: reason } }, (answers) => lookUpTlsRpt(answers, "example.com"));
    const { data, recommendations } = evaluateTlsRpt(value, CONTEXT);
    expect([data.status, data.reason, data.findings, recommendations.length]).toEqual([
      "unknown",
      reason,
      [],
      0,
    ]);
  }
});

test("valid addresses are kept in the recommended record", () => {
  const [recommendation] = evaluate([`${RECORD},x@example.com, https://example.com/`]).recommendations;
  expect(recommendation?.publish).toEqual([
    {
      name: "_smtp._tls.example.com",
      type: "TXT",
      value: `${RECORD},mailto:x@example.com,https://example.com/`,
    },
  ]);
});

test("hostile records are parsed in linear time, and shown truncated", () => {
  // Length of the texts, in characters. A parser that takes quadratic time would exceed the test's time limit.
  const long = 1_000_000;
  const texts = [
    `${RECORD},`.repeat(long / 43),
    `v=TLSRPTv1; rua=${",".repeat(long)}`,
    `v=TLSRPTv1; rua=mailto:${"a".repeat(long)}@example.com`,
    `v=TLSRPTv1;${"rua=;".repeat(long / 5)}`,
    `v=TLSRPTv1; rua=${"mailto:a@b.com,".repeat(long / 15)}`,
    `${" ".repeat(long)}v${" ".repeat(long)}=TLSRPT`,
  ];
  for (const text of texts) {
    const { data, findings, recommendations } = evaluate([text]);
    expect(JSON.stringify([data, findings, recommendations]).length).toBeLessThan(20_000);
  }
  expect(evaluate(Array.from({ length: 5000 }, () => RECORD)).data.records.length).toBe(1);
});
