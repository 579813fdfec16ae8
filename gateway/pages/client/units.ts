import { element } from "./element.ts";

/** Shows the client's remaining units when the search field gets the focus, on pages other than reports. The request is free. */
export function showUnits(): void {
  const ask = document.querySelector(".ask");
  if (ask === null || document.querySelector("main.report") !== null) return;
  if (ask.contains(document.activeElement)) void load(ask);
  else ask.addEventListener("focusin", () => void load(ask), { once: true });
}

async function load(ask: Element): Promise<void> {
  try {
    const response = await fetch("/api/v1/limits");
    const { limit, remaining } = (await response.json()) as { limit: number; remaining: number };
    // Such a high limit means that there is no limit.
    if (limit > 1_000_000) return;
    ask
      .querySelector("form")
      ?.append(element("p", { class: "units" }, `${remaining} of ${limit} units left`));
  } catch {
    // Ignored: the next report shows the remaining units.
  }
}
