/** Standard output of the command, and whether it is still being read. */
export type Output = {
  /** Writes a text and waits until it is flushed, so that the buffer does not grow if the reader is slow. */
  readonly write: (text: string) => Promise<void>;
  /** Fires when the reader closes the pipe (EPIPE) or when writing fails. */
  readonly closed: AbortSignal;
};

/** Creates the output on a stream. */
export function openOutput(stream: NodeJS.WriteStream): Output {
  const closed = new AbortController();
  // A closed pipe is not an error: a reader such as `| head -1` stops early.
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
