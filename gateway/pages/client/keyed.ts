import { follow } from "./follow.ts";
import { currentKey } from "./key.ts";

/** Where a key is in use, forms and links to reports are followed by fetch, which can send it. */
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

/** The address that a form with GET leads to. */
function withFields(form: HTMLFormElement): string {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === "string") url.searchParams.append(name, value);
  return url.href;
}

/** Whether a link leads to a report as a page. */
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
