import { expect, test } from "bun:test";
import { makeReport } from "@dnstools/core/report/make-report";
import type { Block } from "@dnstools/core/report/report";
import { renderHtml } from "@dnstools/render/html";
import { attribute, parsedHtml } from "@dnstools/render/html/parsed.fixture";
import { renderMarkdown } from "@dnstools/render/markdown";
import { renderText } from "@dnstools/render/text";
import MarkdownIt from "markdown-it";
import { contracts } from "../app.ts";
import { reports } from "../reports.ts";
import { HOSTILE, MARK } from "./hostile-texts.fixture.ts";
import { randomAnswer, randomOf } from "./random-answer.fixture.ts";

const ANSWERS = 10_000;
/** Number of answers that are also rendered. Not all answers are rendered, because rendering takes longer. */
const RENDERED = 2000;
/** Matches control and format characters other than line breaks. */
const UNSEEN = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const SGR = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");

const markdown = new MarkdownIt({ html: true, linkify: true });
const random = randomOf(29);
const text = () => HOSTILE[Math.floor(random() * HOSTILE.length)] ?? MARK;
const answers = Array.from({ length: ANSWERS }, (_, at) => {
  const contract = contracts[at % contracts.length];
  if (contract === undefined) throw new Error("no contract");
  return { contract, answer: randomAnswer(contract, { random, text }) };
});
const made = answers.map(({ contract, answer }) => makeReport(contract, reports, answer));

test("each tool's own report reads every answer that its contract allows", () => {
  for (const { contract, answer } of answers)
    if (answer.data !== null) expect(() => reports[contract.tool]?.(answer)).not.toThrow();
});

test("no invisible character reaches a terminal, except this program's own colours", () => {
  for (const report of made.slice(0, RENDERED)) {
    const shown = renderText(report, { columns: 100, colours: true });
    expect(UNSEEN.exec(shown.replace(SGR, ""))).toBeNull();
    expect(renderText(report, { columns: 100, colours: false })).toBe(shown.replace(SGR, ""));
  }
});

test("in Markdown, third-party text only occurs in code spans and code blocks", () => {
  for (const report of made.slice(0, RENDERED)) {
    const shown = renderMarkdown(report);
    expect(UNSEEN.exec(shown)).toBeNull();
    for (const token of markdown.parse(shown, {}).flatMap((one) => [one, ...(one.children ?? [])])) {
      if (["inline", "code_inline", "fence"].includes(token.type)) continue;
      expect(token.content).not.toContain(MARK);
      expect(["html_block", "html_inline", "link_open", "image"]).not.toContain(token.type);
    }
  }
});

/** Number of pages that are also parsed as in a browser. Not all pages are parsed, because parsing takes longest. */
const PAGES = 600;
const ELEMENTS = new Set(
  (
    "article header p b bdi h1 h2 h3 span a button details summary div dl dt dd figure figcaption pre code table thead tbody tr th " +
    "td ul ol li time svg title desc g path rect circle text tspan"
  ).split(" "),
);
const ATTRIBUTES = new Set(
  (
    "class id href rel type hidden open tabindex scope datetime data-copy data-column role aria-labelledby width height " +
    "viewBox x y cx cy r rx d transform"
  ).split(" "),
);
/** Matches allowed links: pages of this server, fragments, and RFCs. */
const LINK = /^(\/(?![/\\])|#|https:\/\/www\.rfc-editor\.org\/rfc\/)/;

test("no element, attribute or link of a page comes from outside, and nothing that is not seen", () => {
  for (const [at, report] of made.slice(0, PAGES).entries()) {
    const self = answers[at]?.answer.links.self ?? "";
    const { elements, text, errors } = parsedHtml(
      renderHtml(report, { report: "/dns/example.com", json: self, origin: "https://dnstools.example" }),
    );
    expect(errors).toEqual([]);
    expect(text).not.toMatch(UNSEEN);
    expect(elements.map(({ tagName }) => tagName).filter((name) => !ELEMENTS.has(name))).toEqual([]);
    for (const element of elements) {
      for (const { name, value } of element.attrs) {
        expect(ATTRIBUTES).toContain(name);
        // Only links may contain the marker, because they contain the percent-encoded query (RFC 3986 2.1).
        if (name !== "href") expect(value).not.toContain(MARK);
      }
      const href = attribute(element, "href");
      if (href !== null) {
        expect(href).toMatch(LINK);
        expect(href).toMatch(/^[\x21-\x7e]+$/);
      }
    }
  }
});

test("a page has at most 150 kB compressed, where every text is long and like no other too", () => {
  const long = () =>
    Array.from({ length: 4000 }, () => String.fromCharCode(33 + Math.floor(random() * 94))).join("");
  for (const contract of contracts.flatMap((one) => [one, one, one, one])) {
    const answer = randomAnswer(contract, { random, text: long });
    const links = { report: "/dns/example.com", json: "/api/v1/dns?domain=example.com" };
    const html = renderHtml(makeReport(contract, reports, answer), links);
    expect(Bun.gzipSync(Buffer.from(html)).length).toBeLessThanOrEqual(150_000);
  }
});

test("no command to copy does anything but what it shows", () => {
  const commands = new Set(
    made.flatMap((report) => report.sections.flatMap(({ blocks }) => blocks.flatMap(shellOf))),
  );
  expect(commands.size).toBeGreaterThan(0);
  const canary = `${import.meta.dir}/canary-${crypto.randomUUID()}`;
  for (const command of commands) {
    const { exitCode } = Bun.spawnSync(["/bin/sh", "-c", command], {
      env: { PATH: "/nonexistent", CANARY: canary },
      stdout: "ignore",
      stderr: "ignore",
    });
    // Exit code 127 means that the command itself was not found, as expected, and that no other command ran.
    expect(exitCode).toBe(127);
  }
  expect(Bun.spawnSync(["/usr/bin/test", "-e", canary]).exitCode).toBe(1);
});

/** Returns the shell commands in a block. */
function shellOf(block: Block): readonly string[] {
  if (block.kind === "finding")
    return [...block.publish, ...(block.repeat === null ? [] : [block.repeat])].flatMap(shellOf);
  return block.kind === "code" && block.language === "shell" ? [block.lines.join("\n")] : [];
}
