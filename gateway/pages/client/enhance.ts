import { addCopyButtons } from "./copy.ts";
import { addReportTools } from "./report-tools.ts";

/** Adds to a page that is whole what needs a script. It may be called again. */
export function enhance(): void {
  addCopyButtons(document);
  addReportTools(document);
}
