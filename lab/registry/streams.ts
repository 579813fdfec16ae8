/**
 * Response bodies that are too large, too slow or endless. Each body produces more data only when the client has read
 * what was sent.
 */

const ENCODER = new TextEncoder();
const CHUNK = 65_536;
/** Milliseconds between the bytes of a slow body. */
const DRIP_MS = 1000;

/** Returns a body that is produced piece by piece, as the client reads it. */
export function bitByBit(
  next: () => Promise<Uint8Array<ArrayBuffer> | null>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const bytes = await next();
        if (bytes === null) controller.close();
        else controller.enqueue(bytes);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns an endless body of white space. */
export function endless(): ReadableStream<Uint8Array> {
  const blank = ENCODER.encode(" ".repeat(CHUNK));
  return bitByBit(async () => {
    await Bun.sleep(1);
    return blank;
  });
}

/** Returns a text as a body that is sent at one byte per second. */
export function drip(text: string): ReadableStream<Uint8Array> {
  const bytes = ENCODER.encode(text);
  let at = 0;
  return bitByBit(async () => {
    if (at > 0) await Bun.sleep(DRIP_MS);
    return at < bytes.length ? bytes.subarray(at, ++at) : null;
  });
}

/** Returns a text with a very long run of one letter between its beginning and its end. */
export function padded(head: string, letters: number, tail: string): ReadableStream<Uint8Array> {
  const filling = ENCODER.encode("x".repeat(CHUNK));
  let left = letters;
  let stage: "head" | "filling" | "done" = "head";
  return bitByBit(async () => {
    if (stage === "done") return null;
    if (stage === "head") {
      stage = "filling";
      return ENCODER.encode(head);
    }
    if (left <= 0) {
      stage = "done";
      return ENCODER.encode(tail);
    }
    left -= CHUNK;
    return filling;
  });
}

/** Returns a body that breaks the connection: it fails before its first byte, which makes Bun reset the connection. */
export function broken(): ReadableStream<Uint8Array> {
  return bitByBit(() => Promise.reject(new Error("reset on purpose")));
}

/** Returns a small gzip stream (RFC 1952) that decompresses to the given number of zeros. */
export function zeros(bytes: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(CHUNK);
  let left = bytes;
  const plain: ReadableStream<Uint8Array<ArrayBuffer>> = bitByBit(async () => {
    if (left <= 0) return null;
    left -= CHUNK;
    return chunk;
  });
  return plain.pipeThrough(new CompressionStream("gzip"));
}
