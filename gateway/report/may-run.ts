import type { ChosenForm } from "./choose-form.ts";

/** The parts of a request that show whether it may start a run. */
type Asking = { readonly method: string; readonly headers: Pick<Headers, "get"> };

/**
 * Matches user agents of programs that open links for previews, search and archives. They contain a typical word, a
 * URL about the program, or a known name. The list is incomplete; it is only needed for programs that send `Accept:
 * *\/*`, like curl. Source: the vendors' pages about their crawlers, 2026-11-23.
 */
const ROBOTS =
  /bot\b|crawl|spider|preview|\+https?:|externalhit|facebookcatalog|whatsapp|slack|embedly|pinterest|vkshare|iframely|bluesky|cardyb|mastodon|snapchat|viber|skype/i;

/**
 * Matches user agents of browsers. It is needed for requests without Sec-Fetch headers: browsers send these headers
 * only over TLS, and Safari only since 16.4. A browser that accepts any type is loading an image or a script of a
 * page. PowerShell is excluded, because its name also begins with Mozilla/.
 */
const BROWSERS = /^Mozilla\/(?!.*PowerShell)/i;

/**
 * Returns true if a request for a report may start a run. An HTML page starts a run if a person opens the page in a
 * browser, if a page of this server fetches it, or if a person clicks the page's button (POST). In other formats,
 * programs may start a run, but resources that foreign pages load may not, nor may robots that accept any type.
 */
export function mayRun({ method, headers }: Asking, { form, named }: ChosenForm): boolean {
  if (isPrefetch(headers)) return false;
  // An EventSource that lost its connection reconnects automatically, which would run the tool again.
  if (form === "events" && headers.get("last-event-id") !== null) return false;
  const mode = headers.get("sec-fetch-mode");
  const dest = headers.get("sec-fetch-dest");
  if (mode !== null || dest !== null) {
    // A link from another site counts as a user's click. A POST form of another site does not, because it is not this
    // page's button.
    if (mode === "navigate") return dest === "document" && (method !== "POST" || isOwn(headers));
    if (mode === "no-cors" || dest !== "empty") return false;
    return form !== "html" || isOwn(headers);
  }
  if (method === "POST") return true;
  if (form === "html") return false;
  const program = headers.get("user-agent") ?? "";
  return named || !(ROBOTS.test(program) || BROWSERS.test(program));
}

/** Returns true if a page of this server sent the request. */
function isOwn(headers: Asking["headers"]): boolean {
  return headers.get("sec-fetch-site") === "same-origin";
}

/**
 * Returns true for prefetch and prerender requests, which have Sec-Purpose (Fetch Standard) or one of its
 * predecessors.
 */
function isPrefetch(headers: Asking["headers"]): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /^\s*(?:prefetch|preview|prerender)/i.test(headers.get(name) ?? ""),
  );
}

/**
 * Returns true if a request does not accept a cached report (RFC 9111 5.2.1), such as the request when a browser
 * reloads a page.
 */
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
