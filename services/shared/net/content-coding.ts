import { promisify } from "node:util";
import { brotliDecompress, unzip } from "node:zlib";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";

type Decoder = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

/** Decoders by content coding (RFC 9110 8.4.1, RFC 7932). `unzip` reads both gzip and zlib. */
const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", promisify(unzip)],
  ["x-gzip", promisify(unzip)],
  ["deflate", promisify(unzip)],
  ["br", promisify(brotliDecompress)],
]);

/**
 * Decodes a body. A server may choose a content coding although the request asks for none (RFC 9110 12.5.3), and other
 * clients decode it.
 * @param coding value of Content-Encoding; null if the body is not encoded.
 * @param bytesMax maximum size of the decoded body; the outcome for a larger body is `too_large`.
 */
export async function decodeBody(
  body: Uint8Array,
  coding: string | null,
  bytesMax: number,
): Promise<Outcome<Uint8Array>> {
  const name = (coding ?? "identity").trim().toLowerCase();
  if (name === "identity" || name === "" || body.length === 0) return present(body);
  const decode = DECODERS.get(name);
  if (decode === undefined) return unknown("malformed");
  try {
    return present(await decode(body, { maxOutputLength: bytesMax }));
  } catch (error) {
    const { code } = error as { code?: unknown };
    return unknown(code === "ERR_BUFFER_TOO_LARGE" ? "too_large" : "malformed");
  }
}
