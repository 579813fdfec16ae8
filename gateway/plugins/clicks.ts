import { Elysia, status } from "elysia";
import { PAGE_TYPE } from "../pages/page.tsx";
import { isOwnLink, mayRun, wantsFresh } from "../report/may-run.ts";
import { reportBody, typeOf } from "../report/report-body.ts";
import { pageHeaders, reportHeaders } from "../report/report-headers.ts";
import type { ReportPages } from "../stream/report-pages.ts";
import { requestState, type ToolRequest } from "./request-state.ts";

type Headers = Record<string, string>;

/**
 * Answers report requests that do not start a run. A request without a user's click gets a page with a button. A
 * repeated request gets the kept report of the earlier call. Neither costs units.
 */
export function clicks(pages: ReportPages) {
  return new Elysia({ name: "clicks" })
    .use(requestState)
    .resolve({ as: "scoped" }, ({ asked, request, set }) => {
      if (asked === null || asked.form === null) return;
      const headers = set.headers as Headers;
      const { form } = asked;
      if (!mayRun(request, { form, named: asked.named })) {
        // Status 204 makes an EventSource stop reconnecting (HTML 9.2.3).
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

/**
 * Returns the kept report of a recent call, as a page or in one of the other formats that the page links to; null if
 * no report is kept.
 */
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
  // The JSON is indented, because a person reads it in a browser.
  const body =
    form === "json" ? JSON.stringify(JSON.parse(kept.text), null, 2) : reportBody(contract, kept.text, form);
  return { body, ageS: kept.ageS };
}
