import { type Json, text, texts } from "./json.ts";

/** Errors about the server or the client, whatever their code: they say nothing of a domain. */
const OF_SERVER =
  /\b(rate.?limit|limit exceeded|too many|quota|temporarily|service (is )?unavailable|maintenance|try again later|internal (server )?error|timed? ?out|not supported|does not support|unsupported|not authoritative)\b/i;

/**
 * Whether HTTP 404 is the word of an RDAP server: an error of RDAP's form (RFC 9083 6: errorCode 404, or at least rdapConformance
 * or notices), or no body but its media type (RFC 7480 5.3 lets it be empty). A gateway or a web server in front of the registry
 * says 404 of paths that it does not know, and so nothing of domains. Neither does an error that is about the server, nor one with
 * an object in it.
 * @param object the body; null where there is none.
 */
export function isRdapError(object: Json | null, contentType: string | undefined): boolean {
  if (object === null) return /^application\/rdap\+json\s*(;|$)/i.test(contentType ?? "");
  const { errorCode, rdapConformance, notices, title, description, objectClassName } = object;
  if (objectClassName !== undefined) return false;
  if ([text(title) ?? "", ...texts(description)].some((words) => OF_SERVER.test(words))) return false;
  if (errorCode !== undefined) return Number(errorCode) === 404;
  return [rdapConformance, notices].some((list) => Array.isArray(list) && list.length > 0);
}
