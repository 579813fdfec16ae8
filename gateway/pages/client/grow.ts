/**
 * Updates an element on the page with the HTML received so far. That HTML only grows at its end, so all existing nodes
 * remain unchanged, except the last node at each level. Live regions that screen readers watch are not replaced.
 * @param parsed the same element, parsed from the HTML received so far
 */
export function grow(shown: Node, parsed: Node): void {
  const known = shown.childNodes.length;
  const [last, again] = [shown.lastChild, parsed.childNodes[known - 1]];
  if (last !== null && again !== undefined) {
    if (last.nodeType === Node.ELEMENT_NODE) grow(last, again);
    else last.nodeValue = again.nodeValue;
  }
  for (const node of [...parsed.childNodes].slice(known)) shown.appendChild(document.importNode(node, true));
}
