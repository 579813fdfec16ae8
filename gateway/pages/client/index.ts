import { showElapsed } from "./elapsed.ts";
import { enhance } from "./enhance.ts";
import { goBackAndForth } from "./follow.ts";
import { addKeyField } from "./key.ts";
import { sendKey } from "./keyed.ts";
import { unfoldForPrint } from "./report-tools.ts";
import { showUnits } from "./units.ts";

/*
 * The script of all pages. It only adds features: each page and each report also works without the script. On a
 * streamed report, the script starts before the report is complete.
 */

/** Starts the features that need the completely loaded page. */
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
