import type { ChosenForm } from "./choose-form.ts";

/** The parts of a request that show if a run is wanted. */
type Asking = { readonly method: string; readonly headers: Pick<Headers, "get"> };

/**
 * User agents of programs that open links for previews, search and archives. They are recognized by a typical word, a URL about
 * the program, or a name. The list is incomplete; it only needs programs that send `Accept: *\/*`, as curl does.
 * Source: the vendors' pages about their crawlers, 2026-11-23.
 */
const ROBOTS =
  /bot\b|crawl|spider|preview|\+https?:|externalhit|facebookcatalog|whatsapp|slack|embedly|pinterest|vkshare|iframely|bluesky|cardyb|mastodon|snapchat|viber|skype/i;

/**
 * User agents of browsers without Sec-Fetch headers, which are only sent with TLS, and not by Safari before 16.4. If such a browser
 * accepts any type, it is loading an image or a script of a page. PowerShell's name also begins with Mozilla/.
 */
const BROWSERS = /^Mozilla\/(?!.*PowerShell)/i;

/**
 * Returns true if a request for a report may start a run. An HTML page runs if a person opens it in a browser, if a page of this
 * server fetches it, or by the page's button (POST). Other formats run for programs, but not for resources that foreign pages
 * load, nor for robots that accept any type.
 */
export function mayRun({ method, headers }: Asking, { form, named }: ChosenForm): boolean {
  if (isPrefetch(headers)) return false;
  // An EventSource that lost its connection reconnects by itself and would run the tool again.
  if (form === "events" && headers.get("last-event-id") !== null) return false;
  const mode = headers.get("sec-fetch-mode");
  const dest = headers.get("sec-fetch-dest");
  if (mode !== null || dest !== null) {
    // A link from another site is a user's click; a POST form of another site is not this page's button.
    if (mode === "navigate") return dest === "document" && (method !== "POST" || isOwn(headers));
    if (mode === "no-cors" || dest !== "empty") return false;
    return form !== "html" || isOwn(headers);
  }
  if (method === "POST") return true;
  if (form === "html") return false;
  const program = headers.get("user-agent") ?? "";
  return named || !(ROBOTS.test(program) || BROWSERS.test(program));
}

/** Returns true if the request comes from a page of this server. */
function isOwn(headers: Asking["headers"]): boolean {
  return headers.get("sec-fetch-site") === "same-origin";
}

/** Returns true for prefetch and prerender requests, by Sec-Purpose (Fetch Standard) and its predecessors. */
function isPrefetch(headers: Asking["headers"]): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /^\s*(?:prefetch|preview|prerender)/i.test(headers.get(name) ?? ""),
  );
}

/** Returns true if a request does not accept a cached report (RFC 9111 5.2.1), as when a browser reloads a page. */
export function wantsFresh({ method, headers }: Asking): boolean {
  if (method === "POST") return true;
  const directives = `${headers.get("cache-control") ?? ""},${headers.get("pragma") ?? ""}`
    .toLowerCase()
    .split(",");
  return directives.some((one) => /^\s*(?:no-cache|no-store|max-age\s*=\s*"?0+"?)\s*$/.test(one));
}

/** Returns true if a person followed a link on a page of this server (Fetch Metadata). */
export function isOwnLink({ headers }: Asking): boolean {
  return headers.get("sec-fetch-mode") === "navigate" && isOwn(headers);
}
