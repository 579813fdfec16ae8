import { announce, button } from "./element.ts";

/** Milliseconds for which a button says that it has copied. */
const SAID_MS = 2000;

/** Gives each text to copy its button. */
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

/** @param shown what is marked where a script may not write to the clipboard, as on pages without TLS. */
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
