import type { Contract } from "@dnstools/core/tool/contract";
import type { Asked } from "@dnstools/server/run/read-input";
import type { UnitsLeft } from "../console/search-form.tsx";
import { callKey, type KeptReports } from "./kept-reports.ts";
import { createReportPage, type PageDeps, type ReportPage, runPage } from "./report-page.tsx";

/** A call whose report a page shows. */
type Shown = Asked & { readonly contract: Contract };

/** Renders the pages of reports and keeps their answers. */
export type ReportPages = ReturnType<typeof createReportPages>;

/** Creates the renderer and cache of report pages. */
export function createReportPages(deps: PageDeps, reports: KeptReports) {
  return {
    /** Creates the page of a run. */
    of: (shown: Shown, units: UnitsLeft): ReportPage => createReportPage(shown, { ...deps, units }),
    /** Returns the whole page of a kept report, and its age in seconds; null if no report is kept. */
    kept(shown: Shown): { readonly html: string; readonly ageS: number } | null {
      const kept = reports.get(callKey(shown.contract, shown), (answer) =>
        createReportPage(shown, deps).report(answer),
      );
      if (kept === null) return null;
      const page = createReportPage(shown, deps);
      const html = page.start + kept.text + page.again(kept.ageS) + page.end;
      return { html, ageS: kept.ageS };
    },
    /** Returns the kept answer of a call as JSON, and its age in seconds; null if no answer is kept. */
    keptAnswer: (shown: Shown) => reports.get(callKey(shown.contract, shown)),
    /**
     * Keeps an answer. Its page is only rendered when the report is requested again.
     * @param answer the answer as JSON
     */
    keep: (shown: Shown, answer: string) => reports.set(callKey(shown.contract, shown), answer),
    runPage: (shown: Shown): string => runPage(shown, deps),
  };
}
