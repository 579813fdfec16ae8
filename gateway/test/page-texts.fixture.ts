import {
  attribute,
  type Element,
  elementsIn,
  parsedHtml,
  textIn,
} from "@dnstools/render/html/parsed.fixture";

/** What a page says: where its own words stand alone, and where text from outside does. */
export type PageTexts = {
  /** Each text of the page that stands in one element, but for text from outside. */
  readonly words: readonly string[];
  readonly outside: readonly string[];
  readonly status: string | undefined;
  readonly verdict: string;
  /** What to do about each finding. */
  readonly fixes: readonly string[];
};

/** What a picture is: how many parts it draws is counted on the drawing, as their places are. */
const OF_PICTURES =
  /\b(?:Tree|Timeline|Grid) of \d+(?: tiles? in \d+ groups?)?|^\d+ bars$|\btiles marked as \w+: \d+/g;
/** How far apart two moments of the JSON are, such as "in 80 days": the moment itself stands before it. */
const DISTANCE = /\bin \d+ (?:years|days|h|min|s)\b|\b\d+ (?:years|days|h|min|s) ago\b/g;
/** Counts of what the page leaves out. */
const LEFT_OUT = /\b\d+ more\b/g;

/** The texts of a page of a report, without what is counted or reckoned on it. */
export function pageTexts(html: string): PageTexts {
  const { elements } = parsedHtml(html);
  const ofClass = (name: string) => elements.filter((one) => classes(one).includes(name));
  const [header] = ofClass("verdict");
  return {
    words: elements
      .filter((one) => !isOutside(one))
      .flatMap(({ childNodes }) =>
        childNodes.flatMap((node) => (node.nodeName === "#text" ? [textOf(node)] : [])),
      )
      .map((text) => text.replace(OF_PICTURES, "").replace(DISTANCE, "").replace(LEFT_OUT, "")),
    outside: elements.filter(isOutside).map(textIn),
    status: header === undefined ? undefined : classes(header)[1],
    verdict: header === undefined ? "" : (elementsIn(header, "h1").map(textIn)[0] ?? ""),
    fixes: ofClass("fix").map(textIn),
  };
}

function isOutside(one: Element): boolean {
  return one.tagName === "bdi" && classes(one).includes("outside");
}

function classes(one: Element): readonly string[] {
  return (attribute(one, "class") ?? "").split(" ");
}

function textOf(node: Element["childNodes"][number]): string {
  return "value" in node ? node.value : "";
}
