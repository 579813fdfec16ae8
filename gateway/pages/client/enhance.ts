import { addCopyButtons } from "./copy.ts";
import { addReportTools } from "./report-tools.ts";

/** Adds the features that need a script to a completely loaded page. Repeated calls are safe. */
export function enhance(): void {
  addCopyButtons(document);
  addReportTools(document);
}
