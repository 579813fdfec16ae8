/** Standard output, until its reader is gone. */
export type Output = {
  /** Writes, and waits until it is taken: what a slow reader has not read is not kept. */
  readonly write: (text: string) => Promise<void>;
  /** Fires when the reader is gone (EPIPE), or nothing can be written. */
  readonly closed: AbortSignal;
};

export function openOutput(stream: NodeJS.WriteStream): Output {
  const closed = new AbortController();
  // A reader that has seen enough is no error (`| head -1`).
  stream.on("error", () => closed.abort());
  return {
    closed: closed.signal,
    async write(text) {
      if (closed.signal.aborted || text === "") return;
      const { promise, resolve } = Promise.withResolvers<void>();
      stream.write(text, (error) => {
        if (error) closed.abort();
        resolve();
      });
      await promise;
    },
  };
}
