import type { Json } from "./json.ts";

/**
 * Whether HTTP 404 is the word of an RDAP server: an error of RDAP's form (RFC 9083 6: errorCode 404, or at least rdapConformance
 * or notices), or no body but its media type (RFC 7480 5.3 lets it be empty). A gateway or a web server in front of the registry
 * says 404 of paths that it does not know, and so nothing of domains.
 * @param object the body; null where there is none.
 */
export function isRdapError(object: Json | null, contentType: string | undefined): boolean {
  if (object === null) return /^application\/rdap\+json\s*(;|$)/i.test(contentType ?? "");
  const { errorCode, rdapConformance, notices } = object;
  if (errorCode !== undefined) return Number(errorCode) === 404;
  return [rdapConformance, notices].some((list) => Array.isArray(list) && list.length > 0);
}
