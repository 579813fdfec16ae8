import { compressedStream } from "./compress-stream.ts";
import type { HttpHandler } from "./http.ts";
import { isSentInPieces } from "./pieces.ts";

/** Minimum size in bytes of a response that is compressed; smaller responses fit into one packet anyway. */
const SIZE_MIN = 1000;
/** Media types that are compressed. Streamed responses are marked separately (see isSentInPieces). */
const TEXTS =
  /^(?:application\/(?:json|problem\+json|javascript)|text\/(?:html|css|javascript|plain|markdown)|image\/svg\+xml)\b/;
/** Maximum total size in bytes of the cached compressed files; the files of the documentation are smaller. */
const KEPT_MAX = 4 * 2 ** 20;

type Bytes = Uint8Array<ArrayBuffer>;
type Coding = keyof typeof CODINGS;

/**
 * The content codings offered, the fastest first. Responses use a fast compression level. Files use the better level
 * `once`, because each file is compressed only once.
 */
const CODINGS = {
  zstd: (plain: Bytes, once: boolean) => Bun.zstdCompressSync(plain, { level: once ? 6 : 1 }) as Bytes,
  gzip: (plain: Bytes, once: boolean) =>
    Bun.gzipSync(plain, { level: once ? 6 : 1, library: "libdeflate" }) as Bytes,
} as const;

/**
 * Wraps a handler so that its text responses are compressed for clients that accept it (RFC 9110 12.5.3), streamed
 * responses chunk by chunk. All other responses are passed on unchanged. A proxy in front that compresses responses
 * itself must not forward Accept-Encoding. The wrapped handler must set `Vary`.
 */
export function compressed(handler: HttpHandler): HttpHandler {
  const kept = new Map<string, Bytes>();
  let keptBytes = 0;
  const compress = async (request: Request, coding: Coding): Promise<Response> => {
    const response = await handler(request);
    if (!isText(response)) return response;
    const { headers, status } = response;
    const etag = headers.get("etag");
    if (request.method === "HEAD" && headers.has("content-length")) {
      if (Number(headers.get("content-length")) < SIZE_MIN) return response;
      // The Content-Length of the uncompressed response would be wrong for HEAD (RFC 9110 8.6). Bun sends no
      // Content-Length if there is a Transfer-Encoding.
      headers.set("transfer-encoding", "chunked");
      return new Response(null, { status, headers: encoded(headers, coding) });
    }
    if (isSentInPieces(response))
      return new Response(response.body === null ? null : compressedStream(response.body, coding), {
        status,
        headers: encoded(headers, coding),
      });
    const key = `${coding} ${etag}`;
    let bytes = etag === null ? undefined : kept.get(key);
    if (bytes === undefined) {
      const plain = new Uint8Array(await response.arrayBuffer());
      if (plain.length < SIZE_MIN) return new Response(plain, { status, headers });
      bytes = CODINGS[coding](plain, etag !== null);
      if (etag !== null && keptBytes + bytes.length <= KEPT_MAX) {
        kept.set(key, bytes);
        keptBytes += bytes.length;
      }
    }
    return new Response(bytes, { status, headers: encoded(headers, coding) });
  };
  return (request) => {
    const accepted = request.headers.get("accept-encoding");
    const coding = accepted === null ? null : codingOf(accepted);
    return coding === null ? handler(request) : compress(request, coding);
  };
}

/** Adjusts the headers of a compressed response. */
function encoded(headers: Headers, coding: Coding): Headers {
  headers.set("content-encoding", coding);
  headers.delete("content-length");
  const etag = headers.get("etag");
  // The ETag becomes weak because the bytes differ from the uncompressed ones, although the content is the same (RFC
  // 9110 8.8.1).
  if (etag !== null && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
  return headers;
}

function isText(response: Response): boolean {
  const { headers } = response;
  if (headers.has("content-encoding")) return false;
  return isSentInPieces(response) || TEXTS.test(headers.get("content-type") ?? "");
}

/**
 * Returns the offered coding that the client prefers among those in its Accept-Encoding header; null if the header
 * names none of them.
 */
export function codingOf(accepted: string): Coding | null {
  let best: Coding | null = null;
  let most = 0;
  for (const coding of Object.keys(CODINGS) as Coding[]) {
    const weight = weightOf(accepted, coding);
    if (weight > most) {
      best = coding;
      most = weight;
    }
  }
  return best;
}

/** Returns the weight of a coding in an Accept-Encoding header (RFC 9110 12.4.2); 0 if the header does not name it. */
function weightOf(accepted: string, coding: string): number {
  for (const item of accepted.toLowerCase().split(",", 20)) {
    const [name = "", ...parameters] = item.split(";", 3).map((part) => part.trim());
    if (name !== coding) continue;
    const weight = Number(parameters.find((one) => one.startsWith("q="))?.slice(2) ?? 1);
    return Number.isNaN(weight) ? 0 : weight;
  }
  return 0;
}
