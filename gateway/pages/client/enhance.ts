import { addCopyButtons } from "./copy.ts";
import { addReportTools } from "./report-tools.ts";

/** Adds the features that need a script to a complete page. It is safe to call it again. */
export function enhance(): void {
  addCopyButtons(document);
  addReportTools(document);
}
