import { compressedStream } from "./compress-stream.ts";
import type { HttpHandler } from "./http.ts";
import { isSentInPieces } from "./pieces.ts";

/** Bytes from which on an answer is compressed: fewer go in one packet anyway. */
const SIZE_MIN = 1000;
/** Texts. Those that are sent in pieces say so; all other streams are not held back for this. */
const TEXTS =
  /^(?:application\/(?:json|problem\+json|javascript)|text\/(?:html|css|javascript|plain|markdown)|image\/svg\+xml)\b/;
/** Bytes of files that are kept compressed: those of the documentation are fewer. */
const KEPT_MAX = 4 * 2 ** 20;

type Bytes = Uint8Array<ArrayBuffer>;
type Coding = keyof typeof CODINGS;

/** The codings offered, the cheapest first, at a cheap level; `once`: of a file, which is compressed once. */
const CODINGS = {
  zstd: (plain: Bytes, once: boolean) => Bun.zstdCompressSync(plain, { level: once ? 6 : 1 }) as Bytes,
  gzip: (plain: Bytes, once: boolean) =>
    Bun.gzipSync(plain, { level: once ? 6 : 1, library: "libdeflate" }) as Bytes,
} as const;

/**
 * Compresses the answers of a handler for clients that ask for it (RFC 9110 12.5.3), those that are sent in pieces piece by piece; all
 * others are passed on untouched. A proxy in front
 * that compresses by itself must not pass Accept-Encoding on. `Vary` is the handler's own.
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
      // A GET would not have this length (RFC 9110 8.6). Bun sends none where there is a Transfer-Encoding.
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

/** The headers of an answer that is compressed. */
function encoded(headers: Headers, coding: Coding): Headers {
  headers.set("content-encoding", coding);
  headers.delete("content-length");
  const etag = headers.get("etag");
  // Other bytes than the plain ones, and the same content (RFC 9110 8.8.1).
  if (etag !== null && !etag.startsWith("W/")) headers.set("etag", `W/${etag}`);
  return headers;
}

function isText(response: Response): boolean {
  const { headers } = response;
  if (headers.has("content-encoding")) return false;
  return isSentInPieces(response) || TEXTS.test(headers.get("content-type") ?? "");
}

/** The coding that a client wants most, of those it names; null for none. */
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

/** The weight of a coding (RFC 9110 12.4.2); 0 where it is not named. */
function weightOf(accepted: string, coding: string): number {
  for (const item of accepted.toLowerCase().split(",", 20)) {
    const [name = "", ...parameters] = item.split(";", 3).map((part) => part.trim());
    if (name !== coding) continue;
    const weight = Number(parameters.find((one) => one.startsWith("q="))?.slice(2) ?? 1);
    return Number.isNaN(weight) ? 0 : weight;
  }
  return 0;
}
