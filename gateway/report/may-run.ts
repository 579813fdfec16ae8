import type { ChosenForm } from "./choose-form.ts";

/** The parts of a request that show whether a run is wanted. */
type Asking = { readonly method: string; readonly headers: Pick<Headers, "get"> };

/**
 * Programs that open links for previews, search and archives, by how they call themselves: a word of the kind, the address of a page
 * about them, or a name. Of a list that is never complete, the part that asks with Accept: *\/* as curl does.
 * Source: the vendors' pages about their crawlers, 2026-11-23.
 */
const ROBOTS =
  /bot\b|crawl|spider|preview|\+https?:|externalhit|facebookcatalog|whatsapp|slack|embedly|pinterest|vkshare|iframely|bluesky|cardyb|mastodon|snapchat|viber|skype/i;

/**
 * Browsers that say nothing of how they load (Sec-Fetch is sent to servers with TLS alone, and not by Safari before 16.4). Where they take
 * whatever comes, a page loads an image or a script. PowerShell begins its name the same way.
 */
const BROWSERS = /^Mozilla\/(?!.*PowerShell)/i;

/**
 * Whether a request for a report is a wish to run it. A page runs where a browser says that a person opens it as a page, or a page of
 * this server fetches it, or by the page's button (POST). Other forms run for programs, and not for what a browser loads into
 * pages of others, nor for robots that take whatever comes.
 */
export function mayRun({ method, headers }: Asking, { form, named }: ChosenForm): boolean {
  if (isPrefetch(headers)) return false;
  // A reader of events that lost its connection asks again by itself, and would run the tool once more.
  if (form === "events" && headers.get("last-event-id") !== null) return false;
  const mode = headers.get("sec-fetch-mode");
  const dest = headers.get("sec-fetch-dest");
  if (mode !== null || dest !== null) {
    // A form of another site is no button of ours; a link of one is a click.
    if (mode === "navigate") return dest === "document" && (method !== "POST" || isOwn(headers));
    if (mode === "no-cors" || dest !== "empty") return false;
    return form !== "html" || isOwn(headers);
  }
  if (method === "POST") return true;
  if (form === "html") return false;
  const program = headers.get("user-agent") ?? "";
  return named || !(ROBOTS.test(program) || BROWSERS.test(program));
}

/** Whether a page of this server asks. */
function isOwn(headers: Asking["headers"]): boolean {
  return headers.get("sec-fetch-site") === "same-origin";
}

/** Prefetch and prerender: Sec-Purpose (Fetch Standard), and what browsers sent before it. */
function isPrefetch(headers: Asking["headers"]): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /^\s*(?:prefetch|preview|prerender)/i.test(headers.get(name) ?? ""),
  );
}

/** Whether a request will not have an answer that is kept (RFC 9111 5.2.1): browsers say so where a page is loaded again. */
export function wantsFresh({ method, headers }: Asking): boolean {
  if (method === "POST") return true;
  const directives = `${headers.get("cache-control") ?? ""},${headers.get("pragma") ?? ""}`
    .toLowerCase()
    .split(",");
  return directives.some((one) => /^\s*(?:no-cache|no-store|max-age\s*=\s*"?0+"?)\s*$/.test(one));
}

/** Whether a person followed a link of a page of this server (Fetch Metadata). */
export function isOwnLink({ headers }: Asking): boolean {
  return headers.get("sec-fetch-mode") === "navigate" && isOwn(headers);
}
