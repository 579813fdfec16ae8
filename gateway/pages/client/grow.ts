/**
 * Makes a part of the page that is sent as it comes about the same as what there is of it by now. What is sent is only added to at its
 * end, so all that is there stays as it is, but for the last node of each level; what screen readers watch is not replaced.
 * @param parsed of the same kind, out of the HTML so far.
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
