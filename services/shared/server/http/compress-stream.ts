import { constants, createGzip, createZstdCompress, type Gzip, type ZstdCompress } from "node:zlib";

/**
 * Window size of the compression, as the exponent of a power of two in bytes. The window is small because each stream
 * holds its memory until it ends, and there may be hundreds of streams.
 */
const WINDOW_BITS = 14;

/** Content codings, each with its compressor and the flush operation that emits all pending output. */
const STREAM_CODINGS = {
  zstd: {
    open: () =>
      createZstdCompress({
        params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: WINDOW_BITS },
      }),
    flush: constants.ZSTD_e_flush,
  },
  gzip: {
    open: () => createGzip({ level: 1, windowBits: WINDOW_BITS, memLevel: 6 }),
    flush: constants.Z_SYNC_FLUSH,
  },
} as const;

/**
 * Compresses a body chunk by chunk, so that the client can decompress each chunk immediately. The next chunk is read
 * from the body only when the client requests more.
 */
export function compressedStream(
  body: ReadableStream<Uint8Array>,
  coding: keyof typeof STREAM_CODINGS,
): ReadableStream<Uint8Array> {
  const { open, flush } = STREAM_CODINGS[coding];
  const encoder: Gzip | ZstdCompress = open();
  const made: Uint8Array[] = [];
  encoder.on("data", (bytes: Uint8Array) => made.push(bytes));
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        const { promise, resolve } = Promise.withResolvers<void>();
        if (done) encoder.once("end", resolve).end();
        else {
          encoder.write(value);
          encoder.flush(flush, resolve);
        }
        await promise;
        for (const bytes of made.splice(0)) controller.enqueue(bytes);
        if (done) controller.close();
      },
      async cancel(reason) {
        encoder.destroy();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
