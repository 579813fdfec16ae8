import { element } from "./element.ts";

/** Interval of updates, in milliseconds. */
const TICK_MS = 250;

/**
 * Shows the seconds since the start of a run below the search field.
 * @param sinceMs start of the run, in milliseconds of performance.now()
 * @returns a function that removes the display
 */
export function showElapsed(sinceMs: number): () => void {
  // Hidden from screen readers: they announce the progress, and a changing number would disturb it.
  const clock = element("p", { class: "elapsed", "aria-hidden": "true" });
  const tick = () => {
    // The script may run before the form has arrived.
    if (!clock.isConnected) document.querySelector(".ask form")?.append(clock);
    clock.textContent = `${Math.floor((performance.now() - sinceMs) / 1000)} s`;
  };
  tick();
  const timer = setInterval(tick, TICK_MS);
  return () => {
    clearInterval(timer);
    clock.remove();
  };
}
