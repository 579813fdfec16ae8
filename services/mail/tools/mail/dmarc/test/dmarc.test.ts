import { expect, test } from "bun:test";
import { DmarcData } from "@dnstools/core/mail/dmarc/data";
import { DMARC_FINDINGS } from "@dnstools/core/mail/dmarc/findings";
import { Value } from "@sinclair/typebox/value";
import { destinations } from "./destinations.ts";
import { places } from "./places.ts";
import { policies } from "./policies.ts";
import {
  at,
  type Case,
  dnsOf,
  evaluate,
  evaluateDns,
  followed,
  keyOf,
  OUTSIDE,
  REPORT,
  RUA,
  rua,
  short,
  tags,
} from "./table.ts";
import { texts } from "./texts.ts";

const cases = [...policies, ...texts, ...places, ...destinations];

test.each(cases.map((one) => [one.says, one] as const))("%s", (_, one) => {
  const { data, findings, recommendations } = evaluate(one);
  expect(data.findings.map(short).toSorted()).toEqual(one.codes.toSorted());
  expect(data.status).toBe(one.status);
  expect(data).toMatchObject(one.data ?? {});
  if (one.effective !== undefined)
    expect(data.effective && (Object.values(data.effective) as unknown[])).toEqual([...one.effective]);
  expect(Value.Errors(DmarcData, data).First()).toBeUndefined();
  for (const { severity, fix } of findings) if (severity !== "info") expect(fix).not.toBeNull();
  const claimed = recommendations.flatMap(({ codes }) => codes);
  expect(claimed).toEqual([...new Set(claimed)]);
  for (const recommendation of recommendations) {
    expect(data.findings).toEqual(expect.arrayContaining([...recommendation.codes]));
    const after = evaluateDns(followed(dnsOf(one.records), recommendation), one);
    const left = after.data.findings.filter((code) => recommendation.codes.includes(code));
    const bad = after.findings
      .filter(({ severity }) => severity === "error" || severity === "critical")
      .filter(({ code }) => !data.findings.includes(code));
    expect({ left, bad, recommendation }).toEqual({ left: [], bad: [], recommendation });
  }
});

/**
 * Codes of findings without a recommendation: the finding does not show a fault, is about another domain, or needs a
 * decision of the domain's owner.
 */
const WITHOUT = [
  "differs_7489",
  "inherited",
  "intermediate_ignored",
  "reject_without_dkim",
  "report_inherited",
  "report_no_mail",
  "uri_scheme",
  "wrong_name",
];

test("every finding has a case with it and one without, and what a record can fix has a recommendation", () => {
  const codes = Object.keys(DMARC_FINDINGS).map(short);
  for (const code of codes) {
    expect([code, cases.some((one) => one.codes.includes(code))]).toEqual([code, true]);
    expect([code, cases.every((one) => one.codes.includes(code))]).toEqual([code, false]);
  }
  const fixed = new Set(
    cases.flatMap((one) => evaluate(one).recommendations.flatMap(({ codes }) => codes.map(short))),
  );
  expect(codes.filter((code) => !fixed.has(code)).toSorted()).toEqual(WITHOUT);
});

test("the full record to publish is recommended: for no record, an error, several records, and a public suffix's policy", () => {
  const published = (one: Pick<Case, "records" | "domain" | "context">) =>
    evaluateDns(dnsOf(one.records), one).recommendations.map(({ publish }) =>
      publish.map(({ name, value }) => `${name} ${value}`),
    );
  const none = "_dmarc.example.com v=DMARC1; p=none; rua=mailto:dmarc-reports@example.com;";
  expect(published({ records: {} })).toEqual([[none]]);
  expect(published({ records: {}, context: { parked: true } })).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject;"],
  ]);
  expect(published(tags("p=none; sp=rejct; rua=d@example.com"))).toEqual([
    ["_dmarc.example.com v=DMARC1; p=none; rua=mailto:d@example.com;"],
  ]);
  // The new record keeps np, because without np the weaker sp would apply.
  expect(published(tags(`p=reject; sp=none; np=reject; ri=1; ${RUA}`))).toEqual([
    [`_dmarc.example.com v=DMARC1; p=reject; sp=none; np=reject; ${RUA};`],
  ]);
  expect(published(tags(`p=reject; sp=none; ${RUA}`))).toEqual([
    [`_dmarc.example.com v=DMARC1; p=reject; ${RUA};`],
  ]);
  expect(published(at("v=DMARC1; p=quarantine", "v=DMARC1; p=none"))).toEqual([
    ["_dmarc.example.com v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@example.com;"],
  ]);
  expect(published({ ...at("v=DMARC1"), context: { parked: true } })).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject;"],
  ]);
  expect(published({ ...tags("p=none"), context: { parked: true } })).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject;"],
  ]);
  // A domain that may still send mail is not advised to have all its mail rejected.
  expect(published({ ...tags("p=none"), context: { parked: true, certain: false } })).toEqual([
    ["_dmarc.example.com v=DMARC1; p=quarantine;"],
  ]);
  // The parent's policy is not changed for one subdomain; the subdomain gets its own record.
  const above = { domain: "parked.example.com", records: { "example.com": [`v=DMARC1; p=none; ${RUA}`] } };
  expect(published({ ...above, context: { parked: true } })).toEqual([
    ["_dmarc.parked.example.com v=DMARC1; p=reject;"],
  ]);
  expect(published(above)).toEqual([]);
  // The record of a public suffix is not changed; the organizational domain gets its own record with psd=n.
  expect(published({ domain: "a.example.com", records: { com: ["v=DMARC1; p=reject"] } })).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject; psd=n; rua=mailto:dmarc-reports@example.com;"],
  ]);
  // If the authorization of another domain was not looked up, it is part of the recommendation.
  expect(published(tags("p=reject; rua=d@r.example.net"))).toEqual([
    ["_dmarc.example.com v=DMARC1; p=reject; rua=mailto:d@r.example.net;", `${REPORT} v=DMARC1;`],
  ]);
});

test("no record is recommended if the parent's record is unknown, because the new record would replace it", () => {
  const { recommendations, data } = evaluateDns(
    dnsOf({ "a.example.com": ["v=DMARC1, p=x"], "example.com": "timeout" }),
    {
      domain: "a.example.com",
    },
  );
  expect([data.status, data.findings]).toEqual(["unknown", ["mail.dmarc_near_miss"]]);
  expect(recommendations.map(({ publish, remove }) => [publish.length, remove.length])).toEqual([[0, 1]]);
});

test("the organizational domain of each report host is looked up once", () => {
  const { asked } = evaluateDns(
    dnsOf({
      "example.com": [`v=DMARC1; p=reject; ${RUA},mailto:x@a.example.com,${OUTSIDE}; ruf=${OUTSIDE}`],
      [REPORT]: ["v=DMARC1"],
    }),
    {},
  );
  const names = ["example.com", "com", "a.example.com", "r.example.net", "example.net", "net"];
  expect(asked.toSorted()).toEqual([...names.map(keyOf), `${REPORT} TXT`].toSorted());
});

test("RFC 9990 4: a report name that is too long is not looked up, and authorizes nothing", () => {
  const label = "a".repeat(60);
  const host = `${label}.${label}.${label}.${label}.net`;
  const { data, asked, recommendations } = evaluate({
    says: "",
    ...rua(`mailto:d@${host}`, []),
    status: "valid",
    codes: [],
  });
  expect([data.findings, recommendations]).toEqual([["mail.dmarc_report_unauthorised"], []]);
  expect(asked.filter((question) => question.includes("_report"))).toEqual([]);
});
