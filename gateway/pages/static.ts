import type { Elysia } from "elysia";

/** A resource that is the same for all clients and does not change while the gateway runs. */
export type Static = {
  readonly path: string;
  readonly type: string;
  readonly body: string | Bun.BunFile;
  /** ETag including its quotes, as in the header (RFC 9110 8.8.3). */
  readonly etag: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Cache-Control for a path whose content may change: clients must revalidate their copy, which usually costs only a
 * 304 response.
 */
export const REVALIDATE = "no-cache";

/** Cache-Control for a path that contains the hash of its content. */
export const FOR_EVER = "public, max-age=31536000, immutable";

/** Returns the first hexadecimal digits of a content's SHA-256 hash. */
export function hashOf(content: string | Uint8Array, digits: number): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex").slice(0, digits);
}

/** Serves a resource at its path. */
export function routeStatic(app: Elysia, what: Static): void {
  app.get(what.path, ({ request, set }) => sendStatic(what, request, set));
}

/** Headers and status of a response. */
type Answer = { readonly headers: Record<string, string | number>; status?: number | string };

/**
 * Sends a resource, or status 304 if the client already has the resource. Existing headers are kept, except
 * Cache-Control.
 */
export function sendStatic(
  { type, body, etag, cacheControl, headers }: Omit<Static, "path">,
  request: Request,
  set: Answer,
): string | Response {
  const caching = { etag, "cache-control": cacheControl };
  if (isKnown(request, etag)) {
    Object.assign(set.headers, caching);
    set.status = 304;
    return "";
  }
  Object.assign(set.headers, caching, headers, { "content-type": type });
  // With a separate Response for a file, Bun sends the file directly from the disk; Elysia adds the headers.
  return typeof body === "string" ? body : new Response(body);
}

/**
 * Returns true if the client already has the resource. The comparison is weak, because compressing proxies weaken
 * ETags (RFC 9110 13.1.2).
 */
function isKnown(request: Request, etag: string): boolean {
  const tags = (request.headers.get("if-none-match") ?? "").split(",");
  return tags.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}
