import { element } from "./element.ts";

/**
 * Shows the client's remaining units when the search field gets the focus, except on reports. The request costs
 * nothing.
 */
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
    // A limit this high means that there is no limit.
    if (limit > 1_000_000) return;
    ask
      .querySelector("form")
      ?.append(element("p", { class: "units" }, `${remaining} of ${limit} units left`));
  } catch {
    // Errors are ignored: the next report shows the remaining units.
  }
}
