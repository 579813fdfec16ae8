import { showElapsed } from "./elapsed.ts";
import { enhance } from "./enhance.ts";
import { grow } from "./grow.ts";
import { currentKey } from "./key.ts";
import { parseHtml } from "./parse.ts";

/** Minimum time between two updates of the page while a response arrives, in milliseconds. */
const LOOK_MS = 100;

type Field = { readonly typed: string; readonly tool: string };
/** The content of a page for its entry in the browser history, so that going back needs no request. */
type Shown = {
  readonly title: string;
  readonly kind: string;
  readonly nodes: readonly ChildNode[];
  readonly field: Field;
};
const before = new Map<number, Shown>();
let at = 0;
/** The values of the search form when the page was shown. The user may have changed the form since then. */
let shownField: Field = { typed: "", tool: "" };
let shownPath = "";
let running: AbortController | null = null;

/** Requests a page with the API key and shows the response in the current document while it arrives. */
export async function follow(url: string, method: "GET" | "POST"): Promise<void> {
  running?.abort();
  const own = new AbortController();
  running = own;
  const stopClock = showElapsed(performance.now());
  try {
    const headers = { Accept: "text/html", "X-API-Key": currentKey() ?? "" };
    const response = await fetch(url, { method, headers, signal: own.signal });
    if (own.signal.aborted) return;
    turnTo(response.url, method);
    await show(response, own.signal);
  } catch (error) {
    if (!own.signal.aborted) fail(String(error));
  } finally {
    stopClock();
    if (running === own) running = null;
  }
}

/** Clears the page for the next one. For GET, also adds an entry to the browser history. */
function turnTo(url: string, method: string): void {
  before.set(at, current());
  if (method === "GET") {
    at = Math.max(...before.keys()) + 1;
    history.pushState({ at }, "", url);
    shownPath = pathNow();
  }
  const main = mainPart();
  main.replaceChildren();
  main.tabIndex = -1;
  main.focus();
  scrollTo(0, 0);
}

async function show(response: Response, signal: AbortSignal): Promise<void> {
  const decoder = new TextDecoder();
  let html = "";
  let looked = 0;
  const reader = response.body?.getReader();
  for (let done = reader === undefined; !done; ) {
    const piece = await reader?.read();
    if (signal.aborted) return;
    done = piece?.done ?? true;
    html += decoder.decode(piece?.value, { stream: !done });
    if (!done && performance.now() - looked < LOOK_MS) continue;
    look(html, looked === 0);
    looked = performance.now();
  }
  enhance();
}

/**
 * Shows the part of a page that has arrived so far.
 * @param isFirst true if no part of the page was shown before
 */
function look(html: string, isFirst: boolean): void {
  const parsed = parseHtml(html);
  const theirs = parsed.querySelector("main");
  if (theirs === null) return;
  document.title = parsed.title;
  const main = mainPart();
  main.className = theirs.className;
  grow(main, theirs);
  // The search form is only filled the first time, because the user may already be typing another text.
  if (!isFirst) return;
  addStyles(parsed);
  const [q, tool] = [
    parsed.querySelector<HTMLInputElement>("#q"),
    parsed.querySelector<HTMLSelectElement>("#tool"),
  ];
  if (q !== null && tool !== null) setField({ typed: q.value, tool: tool.value });
  const [hint, left] = [document.querySelector("#hint"), parsed.querySelector("#hint")];
  if (hint !== null && left !== null) hint.textContent = left.textContent;
}

/** Loads the style sheets of the new page that the current page lacks. */
function addStyles(parsed: Document): void {
  for (const link of parsed.querySelectorAll<HTMLLinkElement>("head > link[rel=stylesheet]"))
    if (document.querySelector(`link[href="${CSS.escape(link.getAttribute("href") ?? "")}"]`) === null)
      document.head.append(document.importNode(link));
}

function fail(message: string): void {
  mainPart().textContent = `The report could not be loaded: ${message}`;
}

/** Restores the content of a page when the user goes back or forward in the browser history. */
export function goBackAndForth(): void {
  at = Number((history.state as { at?: number } | null)?.at ?? 0);
  shownPath = pathNow();
  const { q, tool } = fields();
  shownField = { typed: q?.defaultValue ?? "", tool: tool?.value ?? "" };
  addEventListener("popstate", ({ state }) => {
    const wanted = Number((state as { at?: number } | null)?.at ?? 0);
    // Nothing to do if only the fragment of the URL changed.
    if (wanted === at || pathNow() === shownPath) return;
    running?.abort();
    before.set(at, current());
    const kept = before.get(wanted);
    if (kept === undefined) return location.reload();
    at = wanted;
    shownPath = pathNow();
    document.title = kept.title;
    const main = mainPart();
    main.className = kept.kind;
    main.replaceChildren(...kept.nodes);
    setField(kept.field);
  });
}

function pathNow(): string {
  return location.pathname + location.search;
}

function current(): Shown {
  const main = mainPart();
  return { title: document.title, kind: main.className, nodes: [...main.childNodes], field: shownField };
}

function setField(field: Field): void {
  const { q, tool } = fields();
  shownField = field;
  if (q !== null) q.value = field.typed;
  if (tool !== null) tool.value = field.tool;
}

function fields() {
  return {
    q: document.querySelector<HTMLInputElement>(".ask #q"),
    tool: document.querySelector<HTMLSelectElement>(".ask #tool"),
  };
}

function mainPart(): HTMLElement {
  const main = document.querySelector("main");
  if (main === null) throw new Error("a page without its main part");
  return main;
}
