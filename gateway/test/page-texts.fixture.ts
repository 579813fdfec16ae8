import {
  attribute,
  type Element,
  elementsIn,
  parsedHtml,
  textIn,
} from "@dnstools/render/html/parsed.fixture";

/** The texts of a page: the page's own words and third-party texts are separate. */
export type PageTexts = {
  /** The page's own texts, one entry for each element. */
  readonly words: readonly string[];
  readonly outside: readonly string[];
  readonly status: string | undefined;
  readonly verdict: string;
  /** The texts about how to fix the findings. */
  readonly fixes: readonly string[];
};

/** Matches descriptions of pictures. Their numbers count the shapes in the picture. */
const OF_PICTURES =
  /\b(?:Tree|Timeline|Grid) of \d+(?: tiles? in \d+ groups?)?|^\d+ bars$|\btiles marked as \w+: \d+/g;
/**
 * Matches relative times such as "in 80 days", which the page computes from two times in the JSON. The page shows the
 * absolute time next to each relative time.
 */
const DISTANCE = /\bin \d+ (?:years|days|h|min|s)\b|\b\d+ (?:years|days|h|min|s) ago\b/g;
/** Matches counts of omitted parts, such as "5 more". */
const LEFT_OUT = /\b\d+ more\b/g;

/** Returns the texts of a report's page, without the numbers that the page itself computes. */
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
