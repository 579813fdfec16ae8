import { type SaxesAttributeNSIncomplete, SaxesParser, type SaxesTagNS } from "saxes";
import { printable } from "../../harmless.ts";
import { gunzipSync, TextDecoder } from "../platform.ts";

/** Maximum size of a logo after decompression, in bytes. */
const BYTES_MAX = 524_288;

/**
 * Decompresses an SVG if it is gzipped (SVGZ). Returns null if it cannot be decompressed or exceeds the size
 * limit.
 */
export function unpackSvg(file: Uint8Array): Uint8Array | null {
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file.length > BYTES_MAX ? null : file;
  try {
    return gunzipSync(file, { maxOutputLength: BYTES_MAX });
  } catch {
    return null;
  }
}

/** The result of checking a logo against the SVG Tiny Portable/Secure profile (draft-svg-tiny-ps-abrotman). */
export type SvgChecked = {
  /** Violations of the profile, in words; empty if none was found. */
  readonly problems: readonly string[];
  readonly title: string | null;
  /** True if the image is square; null if neither `viewBox` nor `width` and `height` specify its size. */
  readonly square: boolean | null;
};

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Elements of SVG Tiny 1.2 that the profile allows: shapes, text, gradients and structure. */
const ELEMENTS: ReadonlySet<string> = new Set([
  ...["svg", "title", "desc", "metadata", "defs", "g", "use"],
  ...["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"],
  ...["text", "tspan", "textArea", "tbreak"],
  ...["linearGradient", "radialGradient", "stop", "solidColor"],
]);

/** Maximum number of elements. Real logos have hundreds. */
const ELEMENTS_MAX = 20_000;
const ATTRIBUTES_MAX = 100;
const DEPTH_MAX = 100;
const PROBLEMS_MAX = 10;
const TITLE_MAX = 200;

/** Checks an uncompressed SVG against the profile. Expands no entities, fetches nothing and stops at a DOCTYPE. */
export function checkSvg(bytes: Uint8Array): SvgChecked {
  const check = createCheck();
  try {
    const text = textOf(bytes);
    const parser = new SaxesParser({ xmlns: true, position: false });
    let attributes = 0;
    parser.on("doctype", () => {
      throw new Stop("it has a DOCTYPE");
    });
    parser.on("opentagstart", () => {
      attributes = 0;
    });
    parser.on("attribute", (attribute) => {
      attributes += 1;
      if (attributes > ATTRIBUTES_MAX) throw new Stop("an element has more attributes than this API reads");
      check.attribute(attribute);
    });
    parser.on("opentag", check.open);
    parser.on("closetag", check.close);
    parser.on("text", check.text);
    parser.on("cdata", check.text);
    parser.on("processinginstruction", ({ target }) => {
      if (target === "xml-stylesheet") check.say("it refers to a style sheet");
    });
    parser.write(text).close();
    return check.end();
  } catch (error) {
    const words = error instanceof Error ? printable(error.message, 80) : "it cannot be read";
    return {
      ...check.end(),
      problems: [error instanceof Stop ? words : `it is not well-formed XML: ${words}`],
    };
  }
}

/** Thrown to stop the parser. The error's message is the problem to report. */
class Stop extends Error {}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new Stop("it is not in UTF-8");
  }
}

function createCheck() {
  const problems = new Set<string>();
  const names: string[] = [];
  let foreign = 0;
  let elements = 0;
  let title = "";
  let square: boolean | null = null;
  const say = (problem: string) => {
    if (problems.size < PROBLEMS_MAX) problems.add(problem);
  };
  return {
    say,
    attribute({ name, local, value }: SaxesAttributeNSIncomplete): void {
      const lower = local.toLowerCase();
      const shown = printable(name, 30);
      if (lower.startsWith("on")) say(`it has an event handler, ${shown}`);
      if (lower === "style" && name === local) say("it has a style attribute");
      if (lower === "href" && !value.trim().startsWith("#")) say(`${shown} points outside the file`);
      if (isOutside(value)) say(`${shown} refers to something outside the file`);
    },
    open(tag: SaxesTagNS): void {
      elements += 1;
      if (elements > ELEMENTS_MAX) throw new Stop("it has more elements than this API reads");
      if (names.length >= DEPTH_MAX) throw new Stop("its elements are nested deeper than this API reads");
      if (names.length === 0) {
        for (const problem of rootProblems(tag)) say(problem);
        square = isSquare(tag);
      } else if (foreign === 0 && (tag.uri !== NAMESPACE || !ELEMENTS.has(tag.local) || tag.local === "svg"))
        say(`it has the element ${printable(tag.name, 30)}, which is not allowed`);
      // Elements inside `metadata` are not subject to the profile.
      if (foreign > 0 || tag.local === "metadata") foreign += 1;
      names.push(tag.local);
    },
    close(): void {
      names.pop();
      if (foreign > 0) foreign -= 1;
    },
    text(text: string): void {
      const isTitle = names.length === 2 && names[1] === "title";
      if (isTitle && title.length < TITLE_MAX) title += text.slice(0, TITLE_MAX);
    },
    end(): SvgChecked {
      if (title.trim() === "") say("it has no title");
      return { problems: [...problems], title: printable(title, TITLE_MAX) || null, square };
    },
  };
}

/** Returns true if a value contains `javascript:` or a `url()` that refers to something outside the file. */
function isOutside(value: string): boolean {
  const lower = value.toLowerCase();
  for (let at = lower.indexOf("url("); at !== -1; at = lower.indexOf("url(", at + 4)) {
    if (!/^\s{0,9}["']?\s{0,9}#/.test(lower.slice(at + 4, at + 30))) return true;
  }
  return lower.includes("javascript:");
}

function rootProblems({ local, uri, attributes }: SaxesTagNS): readonly string[] {
  if (local !== "svg" || uri !== NAMESPACE) return ["it is not an SVG"];
  const is = (name: string, value: string) => attributes[name]?.value === value;
  return [
    ...(is("version", "1.2") ? [] : ['its version is not "1.2"']),
    ...(is("baseProfile", "tiny-ps") ? [] : ['its baseProfile is not "tiny-ps"']),
    ...["x", "y"]
      .filter((name) => attributes[name] !== undefined)
      .map((name) => `its root element has the attribute ${name}`),
  ];
}

function isSquare({ attributes }: SaxesTagNS): boolean | null {
  const sizeOf = (name: string) => attributes[name]?.value.slice(0, 200).trim() ?? "";
  const box = sizeOf("viewBox").split(/[\s,]+/);
  const [width, height] = box.length === 4 ? box.slice(2) : [sizeOf("width"), sizeOf("height")];
  const sizes = [width, height].map((size = "") => Number.parseFloat(size));
  if (!sizes.every((size) => size > 0)) return null;
  return sizes[0] === sizes[1];
}
