import { expect, test } from "bun:test";
import { outside, say, tree } from "@dnstools/core/report/blocks";
import type { Block, Branch, Report, Section, Status } from "@dnstools/core/report/report";
import { attribute, type Element, elementsIn, parsedHtml, textIn } from "./parsed.fixture.ts";
import { renderHtml } from "./report.tsx";

const LINKS = { report: "/dns/example.com", json: "/api/v1/dns?domain=example.com" };
const LONG = "a-name-that-is-much-longer-than-any-box-of-a-picture-is-wide.".repeat(3);

const branch = (text: Branch["text"], status: Status, children: readonly Branch[] = []): Branch => ({
  text,
  status,
  children,
});
const moment = (at: string, text: string, status: Status) => ({ at, text: say`${text} ends`, status });

/** One picture of each kind. Each picture has a part that must be highlighted. */
const PICTURES: Readonly<Record<string, Block>> = {
  tree: tree([
    branch("the root: secure", "pass", [
      branch(say`${"com"}: secure`, "pass", [
        branch(say`${"example.com"}: bogus`, "fail", [branch(outside(LONG), "unknown")]),
        branch("<b>", "none"),
      ]),
    ]),
    branch(say`${"second"} · sent by ${LONG}`, "warning"),
  ]) as Block,
  bars: {
    kind: "bars",
    bars: [
      { name: "listed", count: 3, status: "fail" },
      { name: outside(LONG), count: 0, status: "unknown" },
      { name: "not listed", count: 40, status: "pass" },
    ],
  },
  grid: {
    kind: "grid",
    groups: [
      { name: "Used by many", tiles: [{ name: outside(LONG), status: "fail", text: "listed" }] },
      {
        name: "Used by few",
        tiles: Array.from({ length: 70 }, (_, at) => ({
          name: outside(`list${at}.example`),
          status: "pass",
          text: "not listed",
        })),
      },
    ],
    more: 2,
  },
  timeline: {
    kind: "timeline",
    moments: [
      moment("2026-12-24T12:00:00.000Z", LONG, "pass"),
      moment("2026-11-20T12:00:00.000Z", "first", "fail"),
      moment("no moment", "odd", "unknown"),
      { at: "2026-11-23T12:00:00.000Z", text: "asked", status: "none", isNow: true },
    ],
  },
};

test("each picture parses without errors and has a name, a summary and a list with the same content", () => {
  for (const block of Object.values(PICTURES)) {
    const { svg, list, elements, errors } = pictureOf(block);
    expect(errors).toEqual([]);
    expect(attribute(svg, "role")).toBe("img");
    const ids = (attribute(svg, "aria-labelledby") ?? "").split(" ");
    const named = ids.map((id) => elements.find((one) => attribute(one, "id") === id));
    expect(named.map((one) => one?.tagName)).toEqual(["title", "desc"]);
    for (const one of named) expect(one === undefined ? "" : textIn(one)).not.toBe("");
    expect(drawn(svg).length).toBeGreaterThan(1);
    for (const part of drawn(svg))
      for (const word of wordsOf(titleOf(part))) expect(textIn(list)).toContain(word);
  }
});

test("a picture marks its worst part in shape, colour and words", () => {
  for (const block of Object.values(PICTURES)) {
    const marked = drawn(pictureOf(block).svg).filter((one) => classesOf(one).includes("culprit"));
    expect(marked).toHaveLength(1);
    for (const one of marked) {
      expect(classesOf(one)).toContain("fail");
      expect(titleOf(one)).toStartWith("fail: ");
      expect(elementsIn(one, "g").some((inner) => classesOf(inner).includes("glyph"))).toBe(true);
    }
  }
});

test("a picture without problems marks nothing", () => {
  const { svg } = pictureOf(tree([branch("a", "pass", [branch("b", "none")])]) as Block);
  expect(drawn(svg).filter((one) => classesOf(one).includes("culprit"))).toEqual([]);
});

test("the title contains the full text of a label that is cut", () => {
  for (const block of Object.values(PICTURES)) {
    const long = drawn(pictureOf(block).svg).filter((one) => titleOf(one).includes(LONG));
    expect(long.length).toBeGreaterThan(0);
    for (const one of long) {
      const shown = elementsIn(one, "text").map(textIn).join("");
      expect(shown).toContain("…");
      expect(shown).not.toContain(LONG);
    }
  }
});

test("at most sixty parts are drawn, and the remaining ones are counted", () => {
  const many = tree([
    branch(
      "all",
      "none",
      Array.from({ length: 99 }, (_, at) => branch(`b${at}`, "none")),
    ),
  ]) as Block;
  expect(drawn(pictureOf(many).svg)).toHaveLength(60);
  expect(pictureOf(many).text).toContain("40 more in the JSON.");
  const grid = pictureOf(PICTURES["grid"] as Block);
  expect(drawn(grid.svg)).toHaveLength(60);
  expect(grid.text).toContain("13 more in the JSON.");
});

test("nothing is drawn outside the picture", () => {
  for (const block of Object.values(PICTURES)) {
    const { svg } = pictureOf(block);
    const size = (name: string) => Number(attribute(svg, name));
    for (const rect of elementsIn(svg, "rect")) {
      const at = (name: string) => Number(attribute(rect, name));
      expect(at("x")).toBeGreaterThanOrEqual(0);
      expect(at("x") + at("width")).toBeLessThanOrEqual(size("width"));
      expect(at("y") + at("height")).toBeLessThanOrEqual(size("height"));
    }
    for (const circle of elementsIn(svg, "circle"))
      expect(Number(attribute(circle, "cx"))).toBeLessThanOrEqual(size("width"));
  }
});

test("a section with a problem is open, a picture without a problem is folded, and the first section is never folded", () => {
  const all = Object.values(PICTURES);
  const open = (statuses: readonly Status[]) =>
    openSections(render(statuses.map((status, at) => ({ heading: `Q${at}?`, status, blocks: all }))));
  expect(open(["pass", "fail", "none", "unknown", "warning"])).toEqual([false, true, false, true, true]);
  expect(open(["pass", "none"])).toEqual([true, false]);
});

test("ids are unique on a page, and no element has an inline style", () => {
  const blocks = Object.values(PICTURES);
  const html = render([
    { heading: "One?", status: "fail", blocks },
    { heading: "Two?", status: "pass", blocks },
  ]);
  const { elements } = parsedHtml(html);
  const ids = elements.flatMap((one) => attribute(one, "id") ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  for (const one of elements) expect(attribute(one, "style")).toBeNull();
});

function render(sections: readonly Section[]): string {
  const report: Report = {
    tool: "dns",
    target: outside("example.com"),
    parameters: [],
    verdict: { status: "pass", text: "All is well." },
    sections,
    facts: [],
    related: [],
    evidence: { exchanges: [], more: 0 },
  };
  return renderHtml(report, LINKS);
}

function pictureOf(block: Block) {
  const { elements, text, errors } = parsedHtml(
    render([{ heading: "Who?", status: "fail", blocks: [block] }]),
  );
  const svg = elements.find(({ tagName }) => tagName === "svg");
  const list = elements.find((one) => classesOf(one).includes("as-text"));
  if (svg === undefined || list === undefined) throw new Error("no picture");
  return { svg, list, elements, text, errors };
}

/** Returns the drawn parts of a picture. Each part has a title with its full text. */
function drawn(svg: Element): readonly Element[] {
  return elementsIn(svg, "g").filter((one) => one.childNodes.some(({ nodeName }) => nodeName === "title"));
}

function titleOf(one: Element): string {
  const title = elementsIn(one, "title")[0];
  return title === undefined ? "" : textIn(title);
}

/** Returns the words of a title without the punctuation between them. */
function wordsOf(title: string): readonly string[] {
  return title.split(/[\s:]+/).filter((word) => word !== "");
}

function classesOf(one: Element): readonly string[] {
  return (attribute(one, "class") ?? "").split(" ");
}

/** Returns for each section on the page whether it is open. */
function openSections(html: string): readonly boolean[] {
  return parsedHtml(html)
    .elements.filter((one) => classesOf(one).includes("section"))
    .map((one) => attribute(one, "open") !== null);
}
