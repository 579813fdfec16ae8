import type { Contract } from "@dnstools/core/tool/contract";
import type { Asked } from "@dnstools/server/run/read-input";
import type { UnitsLeft } from "../console/search-form.tsx";
import { callKey, type KeptReports } from "./kept-reports.ts";
import { createReportPage, type PageDeps, type ReportPage, runPage } from "./report-page.tsx";

/** A call as its page shows it. */
type Shown = Asked & { readonly contract: Contract };

/** The pages of reports: as they are sent, kept for others, and in place of a run. */
export type ReportPages = ReturnType<typeof createReportPages>;

export function createReportPages(deps: PageDeps, reports: KeptReports) {
  return {
    /** The page of a run. */
    of: (shown: Shown, units: UnitsLeft): ReportPage => createReportPage(shown, { ...deps, units }),
    /** The whole page of a report that was made a moment ago, and its age in seconds; null where there is none. */
    kept(shown: Shown): { readonly html: string; readonly ageS: number } | null {
      const kept = reports.get(callKey(shown.contract, shown), (answer) =>
        createReportPage(shown, deps).report(answer),
      );
      if (kept === null) return null;
      const page = createReportPage(shown, deps);
      const html = page.start + kept.text + page.again(kept.ageS) + page.end;
      return { html, ageS: kept.ageS };
    },
    /** The answer of a call that was made a moment ago, as JSON, and its age in seconds; null if there is none. */
    keptAnswer: (shown: Shown) => reports.get(callKey(shown.contract, shown)),
    /** @param answer the JSON: most reports are not asked for again, so a page is made of it when one is. */
    keep: (shown: Shown, answer: string) => reports.set(callKey(shown.contract, shown), answer),
    runPage: (shown: Shown): string => runPage(shown, deps),
  };
}
