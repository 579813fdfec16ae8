import { describe, expect, test } from "bun:test";
import { harmless } from "@dnstools/core/harmless";
import { minuteOf } from "@dnstools/core/protocol/calendar";
import type { Answer } from "@dnstools/core/report/answer";
import { MENDED, makeReport } from "@dnstools/core/report/make-report";
import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { renderHtml } from "@dnstools/render/html";
import { renderText } from "@dnstools/render/text";
import { contracts } from "../app.ts";
import { reports } from "../reports.ts";
import { pageTexts } from "./page-texts.fixture.ts";

/** Calls of each tool, with good, broken and unknown results. */
const CALLS: Readonly<Record<ToolName, readonly string[]>> = {
  dns: [
    "domain=example.com",
    "domain=example.com&type=MX",
    "domain=a-expired.situations.org",
    "domain=half.com",
    "domain=flaky.org",
    "domain=silent.com&type=A",
  ],
  reverse: ["ip=9.9.9.9", "ip=2620:fe::fe", "ip=5.31.0.1", "ip=5.31.0.4", "ip=5.31.0.17", "ip=5.31.0.10"],
  whois: [
    "domain=example.com",
    "domain=registered.com",
    "domain=free.com",
    "domain=dropped.com",
    "domain=silent.info",
    "ip=9.9.9.9",
  ],
  dnsbl: [
    "domain=example.com",
    "domain=listed.mailtest.com",
    "domain=dead.mailtest.com",
    "domain=nowhere.mailtest.com",
    "ip=5.66.13.13",
    "ip=2a01:bad::5",
  ],
  ssl: [
    "host=good-ecdsa.certs.com",
    "host=expired.certs.com",
    "host=missing-intermediate.certs.com",
    "host=silent.certs.com",
    "domain=mailtls.com&service=smtp25",
    "domain=srvtwo.mailtls.com&service=imaps",
  ],
  mail: [
    "domain=example.com",
    "domain=dkim-good.policy.com",
    "domain=spf-eleven.policy.com",
    "domain=dmarc-monitoring.policy.com",
    "domain=dkim-servfail.policy.com",
    "domain=mx-hundreds.policy.com",
  ],
  propagation: [
    "domain=example.com",
    "domain=example.com&country=de&limit=50",
    "domain=lame.com&country=de",
    "domain=silent.com&country=de",
    "domain=expired.com&country=de",
    "domain=disagree.com&country=de",
  ],
  scout: [
    "domain=example.com",
    "domain=words.com",
    "domain=dangling.com",
    "domain=open-transfer.com",
    "domain=limited.com",
    "domain=silent.com",
  ],
};
/** Origin in the commands that a page offers to copy. No answer contains it, and it contains no number. */
const ORIGIN = "https://dnstools.example";
const LINES_MAX = 80;
const COLUMNS = 100;

/** The texts and numbers in the JSON of an answer. */
type Held = { readonly texts: string; readonly numbers: ReadonlySet<string> };

function heldBy(answer: Answer): Held {
  const texts: string[] = [];
  const numbers = new Set<string>();
  const walk = (value: unknown) => {
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "number") numbers.add(String(value));
    else if (typeof value === "object" && value !== null) {
      // The length of a list also counts as a number that the answer contains.
      if (Array.isArray(value)) numbers.add(String(value.length));
      for (const member of Object.values(value)) walk(member);
    }
  };
  walk(answer);
  return { texts: texts.flatMap(shownAs).join("\n"), numbers };
}

/** Returns the forms in which reports may show a text. A time may have a space instead of T, or lack the seconds. */
function shownAs(text: string): readonly string[] {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);
  return isMoment ? [text, text.replace("T", " "), minuteOf(text)] : [text];
}

/** Returns the numbers and third-party texts of a report that are not in its answer. */
function inventedBy(report: unknown, { texts, numbers }: Held): readonly string[] {
  const invented: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value === "string") {
      const words = value.replace(/\d+ more\b/g, "");
      invented.push(...numbersBeyond(words, { texts, numbers }));
    } else if (typeof value === "object" && value !== null) {
      if (!("outside" in value)) for (const member of Object.values(value)) walk(member);
      else if (!texts.includes(String(value.outside)) && !numbers.has(String(value.outside)))
        invented.push(`from outside: ${String(value.outside)}`);
    }
  };
  walk(report);
  return invented;
}

/** Returns the numbers in a text that are not in an answer. */
function numbersBeyond(words: string, { texts, numbers }: Held): readonly string[] {
  return [...words.matchAll(/(?<![\p{L}\d_.:-])\d+(?:\.\d+)?(?![\p{L}\d_])/gu)].flatMap(([number]) =>
    numbers.has(number) || texts.includes(number) ? [] : [`${number} in: ${words}`],
  );
}

/** Returns the numbers, third-party texts, verdict and fixes of a page that are not in its answer. */
function inventedByPage(html: string, answer: Answer, held: Held): readonly string[] {
  const { words, outside, status, verdict, fixes } = pageTexts(html);
  const bare = (text: string) => harmless(text).replaceAll("`", "");
  const texts = bare(held.texts);
  const known = new Set([MENDED, ...answer.findings.map(({ fix }) => bare(fix ?? ""))]);
  return [
    ...words.flatMap((text) => numbersBeyond(text, held)),
    // A shortened text ends with an ellipsis, which is removed for the comparison.
    ...outside.filter((text) => !texts.includes(bare(text).replace(/…$/, "")) && !held.numbers.has(text)),
    ...(status === answer.summary.status ? [] : [`the status ${status}`]),
    ...(verdict.endsWith(bare(answer.summary.text)) ? [] : [`the verdict ${verdict}`]),
    ...fixes.filter((text) => !known.has(text)),
  ];
}

describe.each(contracts.map((contract) => [contract.tool, contract] as const))(
  "%s",
  (tool, contract: Contract) => {
    test.each(CALLS[tool] ?? [])(
      "the report and the page of %s say nothing that the JSON does not",
      async (query) => {
        const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
        const response = await fetch(`${product.url}/api/v1/${tool}?${query}`);
        expect([query, response.status]).toEqual([query, 200]);
        const answer = (await response.json()) as Answer;
        const report = makeReport(contract, reports, answer);
        expect(report.verdict.status).toBe(answer.summary.status);
        expect(inventedBy(report, heldBy(answer))).toEqual([]);
        const links = { json: answer.links.self, report: answer.links.report ?? "", origin: ORIGIN };
        expect(inventedByPage(renderHtml(report, links), answer, heldBy(answer))).toEqual([]);
        const lines = renderText(report, { columns: COLUMNS, colours: false }).trimEnd().split("\n");
        expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
      },
    );
  },
);
