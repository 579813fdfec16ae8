/** Creates an element with attributes and content. Strings are inserted as text, never as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/**
 * Creates a button.
 * @param name CSS class of the button
 */
export function button(
  text: string,
  name: string,
  onClick: (own: HTMLButtonElement) => void,
): HTMLButtonElement {
  const made = element("button", { type: "button", class: name }, text);
  made.addEventListener("click", () => onClick(made));
  return made;
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  let place = document.querySelector("#announced");
  if (place === null) {
    place = element("p", { id: "announced", class: "hidden", role: "status" });
    document.body.append(place);
  }
  place.textContent = text;
}
