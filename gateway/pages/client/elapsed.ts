import { element } from "./element.ts";

/** Milliseconds between two looks at the clock. */
const TICK_MS = 250;

/** Shows the seconds since a run began, below the field. @returns ends it. */
export function showElapsed(sinceMs: number): () => void {
  // Screen readers hear the progress; a number that changes would drown it.
  const clock = element("p", { class: "elapsed", "aria-hidden": "true" });
  const tick = () => {
    // The script may be here before the field.
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
