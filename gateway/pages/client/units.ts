import { element } from "./element.ts";

/** Shows what the client has left, on pages that are the same for all, when the field is used. To ask costs nothing. */
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
    // A limit that no client reaches is none.
    if (limit > 1_000_000) return;
    ask
      .querySelector("form")
      ?.append(element("p", { class: "units" }, `${remaining} of ${limit} units left`));
  } catch {
    // The next report says it.
  }
}
