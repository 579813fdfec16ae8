/** Bodies that are too large, too slow or without end. Each gives more only when the client has taken what was there. */

const ENCODER = new TextEncoder();
const CHUNK = 65_536;
/** Milliseconds between the bytes of a slow body. */
const DRIP_MS = 1000;

/** Made bit by bit, as the reader takes it. */
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

/** White space for ever. */
export function endless(): ReadableStream<Uint8Array> {
  const blank = ENCODER.encode(" ".repeat(CHUNK));
  return bitByBit(async () => {
    await Bun.sleep(1);
    return blank;
  });
}

/** A text, one byte a second. */
export function drip(text: string): ReadableStream<Uint8Array> {
  const bytes = ENCODER.encode(text);
  let at = 0;
  return bitByBit(async () => {
    if (at > 0) await Bun.sleep(DRIP_MS);
    return at < bytes.length ? bytes.subarray(at, ++at) : null;
  });
}

/** A text with very many of one letter between its beginning and its end. */
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

/** Breaks the connection: Bun resets it when a body fails before its first byte. */
export function broken(): ReadableStream<Uint8Array> {
  return bitByBit(() => Promise.reject(new Error("reset on purpose")));
}

/** Zeros of which little is sent: a stream of gzip (RFC 1952) that becomes so many bytes. */
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
