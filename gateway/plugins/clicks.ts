import { Elysia, status } from "elysia";
import { PAGE_TYPE } from "../pages/page.tsx";
import { isOwnLink, mayRun, wantsFresh } from "../report/may-run.ts";
import { reportBody, typeOf } from "../report/report-body.ts";
import { pageHeaders, reportHeaders } from "../report/report-headers.ts";
import type { ReportPages } from "../stream/report-pages.ts";
import { requestState } from "./request-state.ts";

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
      if (wantsFresh(request)) return;
      if (form === "html") {
        const kept = pages.kept(asked);
        if (kept === null) return;
        Object.assign(headers, reportHeaders(headers), pageHeaders("kept"), {
          age: String(kept.ageS),
          "content-type": PAGE_TYPE,
        });
        return status(200, kept.html);
      }
      // The links of a page to its other forms lead to the same answer.
      if (form === "events" || !isOwnLink(request)) return;
      const kept = pages.keptAnswer(asked);
      if (kept === null) return;
      Object.assign(headers, reportHeaders(headers), {
        age: String(kept.ageS),
        "content-type": typeOf(form),
      });
      return status(200, form === "json" ? indented(kept.text) : reportBody(asked.contract, kept.text, form));
    });
}

/** JSON for a person who reads it in a browser. */
function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
