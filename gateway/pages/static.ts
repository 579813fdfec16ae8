import type { Elysia } from "elysia";

/** Something that is the same for everybody until the software changes. */
export type Static = {
  readonly path: string;
  readonly type: string;
  readonly body: string | Bun.BunFile;
  /** Quoted, as in the header (RFC 9110 8.8.3). */
  readonly etag: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A path that stays while what is there changes: to be asked for again each time, at the price of a 304. */
export const REVALIDATE = "no-cache";

/** A path that has the hash of what is there in it. */
export const FOR_EVER = "public, max-age=31536000, immutable";

/** The start of a content's SHA-256, in hexadecimal digits. */
export function hashOf(content: string | Uint8Array, digits: number): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex").slice(0, digits);
}

/** Serves it at its path. */
export function routeStatic(app: Elysia, what: Static): void {
  app.get(what.path, ({ request, set }) => sendStatic(what, request, set));
}

/** What an answer is given besides its body. */
type Answer = { readonly headers: Record<string, string | number>; status?: number | string };

/** The body, or 304 to who has it already. The headers of every answer are not touched, but for Cache-Control. */
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
  // A file as a response of its own: Bun then sends it from the disk, and Elysia adds the headers.
  return typeof body === "string" ? body : new Response(body);
}

/** Whether the caller has it; compared weakly, since a proxy that compresses makes tags weak (RFC 9110 13.1.2). */
function isKnown(request: Request, etag: string): boolean {
  const tags = (request.headers.get("if-none-match") ?? "").split(",");
  return tags.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}
