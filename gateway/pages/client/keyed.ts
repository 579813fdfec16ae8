import { follow } from "./follow.ts";
import { currentKey } from "./key.ts";

/** Makes forms and report links use fetch while an API key is in use, because only fetch can send the key. */
export function sendKey(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (currentKey() === null || event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    const { method, action } = form;
    if (method === "get" && new URL(action).pathname !== "/go") return;
    event.preventDefault();
    void follow(method === "get" ? withFields(form) : action, method === "get" ? "GET" : "POST");
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (link === null || currentKey() === null || !isPlain || event.defaultPrevented || !isReport(link))
      return;
    event.preventDefault();
    void follow(link.href, "GET");
  });
}

/** Returns the URL that submitting a GET form opens. */
function withFields(form: HTMLFormElement): string {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === "string") url.searchParams.append(name, value);
  return url.href;
}

/** Returns true if a link opens the HTML page of a report. */
function isReport({ origin, pathname, search, target, hash }: HTMLAnchorElement): boolean {
  if (origin !== location.origin || target !== "" || (hash !== "" && pathname === location.pathname))
    return false;
  if (pathname === "/go") return true;
  const [, tool = "", about = "", more] = pathname.split("/");
  const tools = [...document.querySelectorAll<HTMLOptionElement>(".ask #tool option")].map(
    ({ value }) => value,
  );
  return (
    about !== "" && more === undefined && tools.includes(tool) && !new URLSearchParams(search).has("format")
  );
}
