import { element } from "./element.ts";

/** Interval in milliseconds at which the elapsed time is updated. */
const TICK_MS = 250;

/**
 * Shows below the search field how many seconds a run has taken so far.
 * @param sinceMs start of the run, in milliseconds of performance.now()
 * @returns a function that removes the display
 */
export function showElapsed(sinceMs: number): () => void {
  // The display is hidden from screen readers: they announce the progress, and a changing number would be a
  // distraction.
  const clock = element("p", { class: "elapsed", "aria-hidden": "true" });
  const tick = () => {
    // Inserted as soon as the form exists, because the script may run before the form has been received.
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
