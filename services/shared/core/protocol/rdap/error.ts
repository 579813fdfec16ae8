import { type Json, text, texts } from "./json.ts";

/**
 * Matches titles of errors about the server or the client. Whatever their code, such errors do not show whether a
 * domain exists.
 */
const OF_SERVER =
  /\b(rate.?limit|limit exceeded|too many|quota|temporarily|service (is )?unavailable|maintenance|try again later|internal (server )?error|timed? ?out|not supported|does not support|unsupported|not authoritative)\b/i;

/**
 * Returns true if an HTTP 404 is a genuine RDAP response, which means that the object does not exist. The body must
 * have the form of an RDAP error (RFC 9083 6: errorCode 404, or at least rdapConformance or notices), or be empty with
 * the RDAP media type (RFC 7480 5.3). A gateway or web server in front of the registry returns 404 for unknown paths,
 * which says nothing about domains. Errors about the server and bodies with an object are not accepted either.
 * @param object the body; null if it is empty.
 */
export function isRdapError(object: Json | null, contentType: string | undefined): boolean {
  if (object === null) return /^application\/rdap\+json\s*(;|$)/i.test(contentType ?? "");
  const { errorCode, rdapConformance, notices, title, description, objectClassName } = object;
  if (objectClassName !== undefined) return false;
  if ([text(title) ?? "", ...texts(description)].some((words) => OF_SERVER.test(words))) return false;
  if (errorCode !== undefined) return Number(errorCode) === 404;
  return [rdapConformance, notices].some((list) => Array.isArray(list) && list.length > 0);
}
