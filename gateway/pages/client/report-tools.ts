import { copyButton } from "./copy.ts";
import { button, element } from "./element.ts";

/** Selects the parts of a report that the filter shows or hides. */
const ITEMS =
  "tbody tr, .finding, .facts > div, .cards > div, .picture, .evidence li, .judged, .note, .copyable";
/** Minimum number of sections for which a report has the filter and the "fold all" button. */
const SECTIONS_MIN = 2;

/** Adds the features of a report that need a script: copy the link, print, filter, and fold all sections. */
export function addReportTools(root: ParentNode): void {
  for (const report of root.querySelectorAll<HTMLElement>("article.report")) {
    if (report.dataset["tools"] !== undefined) continue;
    report.dataset["tools"] = "";
    addActions(report);
    const sections = [...report.querySelectorAll<HTMLDetailsElement>("details.section")];
    const header = report.querySelector("header");
    if (header !== null && sections.length >= SECTIONS_MIN) header.after(toolbar(sections));
  }
}

function addActions(report: HTMLElement): void {
  const actions = report.querySelector(".actions");
  actions?.append(
    " ",
    copyButton("Copy link", () => location.href, null),
    " ",
    button("Print", "copy", () => window.print()),
  );
}

function toolbar(sections: readonly HTMLDetailsElement[]): HTMLElement {
  const isAllOpen = () => sections.every(({ open }) => open);
  const name = () => (isAllOpen() ? "Fold all" : "Unfold all");
  const fold = button(name(), "tool-button", () => {
    const open = !isAllOpen();
    for (const section of sections) section.open = open;
  });
  for (const section of sections)
    section.addEventListener("toggle", () => {
      fold.textContent = name();
    });
  const input = element("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  const found = element("output");
  input.addEventListener("input", () => {
    found.textContent = filter(sections, input.value.trim().toLowerCase());
  });
  return element("div", { class: "report-tools" }, element("label", {}, "Filter ", input), found, fold);
}

/**
 * Hides the parts of a report that do not contain a text.
 * @returns the number of visible parts as text, such as "3 of 20"
 */
function filter(sections: readonly HTMLDetailsElement[], text: string): string {
  let shown = 0;
  let all = 0;
  for (const section of sections) {
    const items = [...section.querySelectorAll<HTMLElement>(ITEMS)];
    const isWhole =
      text === "" || (section.querySelector("summary")?.textContent ?? "").toLowerCase().includes(text);
    const found = items.filter((item) => isWhole || (item.textContent ?? "").toLowerCase().includes(text));
    for (const item of items) item.hidden = !found.includes(item);
    section.hidden = !isWhole && found.length === 0;
    if (text !== "" && found.length > 0) section.open = true;
    shown += found.length;
    all += items.length;
  }
  return text === "" ? "" : `${shown} of ${all}`;
}

/** Unfolds all sections of a report before printing, and folds them again afterwards. */
export function unfoldForPrint(): void {
  let unfolded: readonly HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll<HTMLDetailsElement>("details.section:not([open])")];
    for (const section of unfolded) section.open = true;
  });
  addEventListener("afterprint", () => {
    for (const section of unfolded) section.open = false;
  });
}
