import { type DefaultTreeAdapterMap, type ParserError, parseFragment } from "parse5";

/** An element as a browser parses it. */
export type Element = DefaultTreeAdapterMap["element"];
type Node = DefaultTreeAdapterMap["node"];

/** Parses HTML as a browser does. Returns its elements in document order, its text, and the parse errors. */
export function parsedHtml(html: string): {
  readonly elements: readonly Element[];
  readonly text: string;
  readonly errors: readonly ParserError[];
} {
  const errors: ParserError[] = [];
  const root = parseFragment(html, { onParseError: (error) => errors.push(error) });
  return { elements: elementsIn(root), text: textIn(root), errors };
}

/**
 * Returns the elements below a node.
 * @param name tag name of the elements; default: all elements.
 */
export function elementsIn(node: Node, name?: string): readonly Element[] {
  return nodesIn(node).filter(
    (one): one is Element => "attrs" in one && (name === undefined || one.tagName === name),
  );
}

/** Returns the text below a node. */
export function textIn(node: Node): string {
  return nodesIn(node)
    .map((one) => (one.nodeName === "#text" && "value" in one ? one.value : ""))
    .join("");
}

/** Returns an attribute's value; null if the element does not have it. */
export function attribute({ attrs }: Element, name: string): string | null {
  return attrs.find((one) => one.name === name)?.value ?? null;
}

function nodesIn(node: Node): readonly Node[] {
  return "childNodes" in node ? node.childNodes.flatMap((child) => [child, ...nodesIn(child)]) : [];
}
