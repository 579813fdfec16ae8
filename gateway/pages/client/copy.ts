import { announce, button } from "./element.ts";

/** Milliseconds for which a button shows that its text has been copied. */
const SAID_MS = 2000;

/** Adds a copy button to each copyable text. */
export function addCopyButtons(root: ParentNode): void {
  for (const figure of root.querySelectorAll(".copyable")) {
    const text = figure.querySelector("pre");
    if (text === null || figure.querySelector(".copy") !== null) continue;
    const place = figure.querySelector("[data-copy]") ?? figure.querySelector("figcaption") ?? figure;
    place.append(
      " ",
      copyButton("Copy", () => text.textContent ?? "", text),
    );
  }
}

/**
 * Creates a button that copies a text to the clipboard.
 * @param shown element that is selected if the browser denies access to the clipboard, as on pages without TLS
 */
export function copyButton(name: string, textOf: () => string, shown: Element | null): HTMLButtonElement {
  return button(name, "copy", (own) => {
    void copy(textOf(), shown).then((copied) => {
      own.textContent = copied ? "Copied" : "Press Ctrl+C";
      announce(own.textContent);
      setTimeout(() => {
        own.textContent = name;
      }, SAID_MS);
    });
  });
}

async function copy(text: string, shown: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown === null) return false;
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}
