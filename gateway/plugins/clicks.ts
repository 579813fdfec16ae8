import { Elysia, status } from "elysia";
import { PAGE_TYPE } from "../pages/page.tsx";
import { isOwnLink, mayRun, wantsFresh } from "../report/may-run.ts";
import { reportBody, typeOf } from "../report/report-body.ts";
import { pageHeaders, reportHeaders } from "../report/report-headers.ts";
import type { ReportPages } from "../stream/report-pages.ts";
import { requestState, type ToolRequest } from "./request-state.ts";

type Headers = Record<string, string>;

/**
 * Answers requests for reports that no run follows from: those that nobody clicked on get a page with a button, those for what was
 * asked a moment ago the same report again. Both take nothing.
 */
export function clicks(pages: ReportPages) {
  return new Elysia({ name: "clicks" })
    .use(requestState)
    .resolve({ as: "scoped" }, ({ asked, request, set }) => {
      if (asked === null || asked.form === null) return;
      const headers = set.headers as Headers;
      const { form } = asked;
      if (!mayRun(request, { form, named: asked.named })) {
        // A reader of events that asks again by itself is told to stop so (HTML 9.2.3).
        if (form === "events" && request.headers.has("last-event-id")) return status(204, "");
        Object.assign(headers, reportHeaders(headers), pageHeaders("no-store"), {
          "content-type": PAGE_TYPE,
        });
        return status(200, pages.runPage(asked));
      }
      const shown = wantsFresh(request) ? null : shownAgain(pages, asked, request);
      if (shown === null) return;
      Object.assign(headers, reportHeaders(headers), form === "html" ? pageHeaders("kept") : {}, {
        age: String(shown.ageS),
        "content-type": typeOf(form),
      });
      return status(200, shown.body);
    });
}

/** The report of a call that was made a moment ago: as a page, or in the form that a link of the page leads to; null if none is kept. */
function shownAgain(
  pages: ReportPages,
  asked: ToolRequest,
  request: Request,
): { readonly body: string; readonly ageS: number } | null {
  const { form, contract } = asked;
  if (form === "html") {
    const kept = pages.kept(asked);
    return kept && { body: kept.html, ageS: kept.ageS };
  }
  if (form === null || form === "events" || !isOwnLink(request)) return null;
  const kept = pages.keptAnswer(asked);
  if (kept === null) return null;
  // A person reads the JSON in a browser.
  const body =
    form === "json" ? JSON.stringify(JSON.parse(kept.text), null, 2) : reportBody(contract, kept.text, form);
  return { body, ageS: kept.ageS };
}
