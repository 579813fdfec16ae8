import { showElapsed } from "./elapsed.ts";
import { enhance } from "./enhance.ts";
import { goBackAndForth } from "./follow.ts";
import { addKeyField } from "./key.ts";
import { sendKey } from "./keyed.ts";
import { unfoldForPrint } from "./report-tools.ts";
import { showUnits } from "./units.ts";

/*
 * The script of all pages. It only adds: each page and each report works without it. It runs before a report that is sent as it comes
 * about has ended.
 */

/** Does what needs the whole page. */
function begin(): void {
  enhance();
  addKeyField();
  showUnits();
  goBackAndForth();
}

if (document.readyState === "loading") {
  const isRun = /^\/[a-z]+\/./.test(location.pathname) && !location.pathname.startsWith("/docs/");
  const stopClock = isRun ? showElapsed(0) : () => {};
  document.addEventListener("DOMContentLoaded", () => {
    stopClock();
    begin();
  });
} else begin();
sendKey();
unfoldForPrint();
