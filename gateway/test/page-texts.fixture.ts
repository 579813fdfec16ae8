import {
  attribute,
  type Element,
  elementsIn,
  parsedHtml,
  textIn,
} from "@dnstools/render/html/parsed.fixture";

/** The texts of a page, separated into the page's own words and third-party texts. */
export type PageTexts = {
  /** The page's own texts, one for each element. */
  readonly words: readonly string[];
  readonly outside: readonly string[];
  readonly status: string | undefined;
  readonly verdict: string;
  /** The fixes of the findings. */
  readonly fixes: readonly string[];
};

/** Descriptions of pictures, with numbers that are counted on the drawing. */
const OF_PICTURES =
  /\b(?:Tree|Timeline|Grid) of \d+(?: tiles? in \d+ groups?)?|^\d+ bars$|\btiles marked as \w+: \d+/g;
/** Distances between two times of the JSON, such as "in 80 days"; the time itself precedes the distance. */
const DISTANCE = /\bin \d+ (?:years|days|h|min|s)\b|\b\d+ (?:years|days|h|min|s) ago\b/g;
/** Counts of omitted parts. */
const LEFT_OUT = /\b\d+ more\b/g;

/** Returns the texts of a report's page, without numbers that the page itself computes. */
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
