import { compressedStream } from "./compress-stream.ts";
import type { HttpHandler } from "./http.ts";
import { isSentInPieces } from "./pieces.ts";

/** Minimum size in bytes of a response that is compressed; smaller ones fit into one packet anyway. */
const SIZE_MIN = 1000;
/** Media types that are compressed. Streamed responses are marked separately (see isSentInPieces). */
const TEXTS =
  /^(?:application\/(?:json|problem\+json|javascript)|text\/(?:html|css|javascript|plain|markdown)|image\/svg\+xml)\b/;
/** Maximum total size in bytes of cached compressed files; the documentation's files are smaller. */
const KEPT_MAX = 4 * 2 ** 20;

type Bytes = Uint8Array<ArrayBuffer>;
type Coding = keyof typeof CODINGS;

/**
 * The codings offered, the fastest first. Responses use a fast level; `once` selects a better level for files,
 * which are compressed once.
 */
const CODINGS = {
  zstd: (plain: Bytes, once: boolean) => Bun.zstdCompressSync(plain, { level: once ? 6 : 1 }) as Bytes,
  gzip: (plain: Bytes, once: boolean) =>
    Bun.gzipSync(plain, { level: once ? 6 : 1, library: "libdeflate" }) as Bytes,
} as const;

/**
 * Compresses a handler's text responses for clients that accept it (RFC 9110 12.5.3), streamed ones chunk by chunk.
 * All other responses are passed on unchanged. A proxy in front that compresses responses itself must not forward
 * Accept-Encoding. The handler must set `Vary` itself.
 */
export function compressed(handler: HttpHandler): HttpHandler {
  const kept = new Map<string, Bytes>();
  let keptBytes = 0;
  return async (request) => {
    const accepted = request.headers.get("accept-encoding");
    const coding = accepted === null ? null : codingOf(accepted);
    const response = await handler(request);
    if (coding === null || !isText(response)) return response;
    const { headers, status } = response;
    const etag = headers.get("etag");
    if (request.method === "HEAD" && headers.has("content-length")) {
      if (Number(headers.get("content-length")) < SIZE_MIN) return response;
      // A compressed GET response would not have this length (RFC 9110 8.6). Bun sends no Content-Length if there
      // is a Transfer-Encoding.
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
}

/** Adjusts the headers of a compressed response. */
function encoded(headers: Headers, coding: Coding): Headers {
  headers.set("content-encoding", coding);
  headers.delete("content-length");
  const etag = headers.get("etag");
  // The bytes differ from the uncompressed ones but the content is the same, so the tag is weak (RFC 9110 8.8.1).
  if (etag !== null && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
  return headers;
}

function isText(response: Response): boolean {
  const { headers } = response;
  if (headers.has("content-encoding")) return false;
  return isSentInPieces(response) || TEXTS.test(headers.get("content-type") ?? "");
}

/** Returns the coding that the client prefers among those that it names; null if it names none of ours. */
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

/** Returns the weight of a coding (RFC 9110 12.4.2); 0 if it is not named. */
function weightOf(accepted: string, coding: string): number {
  for (const item of accepted.toLowerCase().split(",", 20)) {
    const [name = "", ...parameters] = item.split(";", 3).map((part) => part.trim());
    if (name !== coding) continue;
    const weight = Number(parameters.find((one) => one.startsWith("q="))?.slice(2) ?? 1);
    return Number.isNaN(weight) ? 0 : weight;
  }
  return 0;
}
