/** Maximum number of buffered characters of progress. Further progress is dropped if the reader is slow. */
const PROGRESS_MAX = 4096;

/** Writer of a streamed body. */
export type Outlet = {
  /** Sends a text. The text is dropped if the stream has ended or the reader has disconnected. */
  readonly send: (text: string) => void;
  /** Sends a progress text. The text is dropped if the reader is slow, because a later one replaces it. */
  readonly sendProgress: (text: string) => void;
  readonly end: () => void;
};

/**
 * Creates a streamed body with its writer. All waiting text is sent as one chunk when the reader is ready. Even for a
 * slow reader, memory is limited to the texts of `send` and PROGRESS_MAX.
 * @param onGone called if the reader disconnects before the end
 */
export function createOutlet(onGone: () => void): Outlet & { readonly body: ReadableStream<Uint8Array> } {
  const encoder = new TextEncoder();
  let waiting = "";
  let state: "open" | "ended" | "gone" = "open";
  let wake = () => {};
  const send = (text: string) => {
    if (state !== "open" || text === "") return;
    waiting += text;
    wake();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (waiting === "" && state === "open") await new Promise<void>((resolve) => (wake = resolve));
        if (state === "gone") return;
        if (waiting !== "") controller.enqueue(encoder.encode(waiting));
        waiting = "";
        if (state === "ended") controller.close();
      },
      cancel() {
        state = "gone";
        waiting = "";
        wake();
        onGone();
      },
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    send,
    sendProgress: (text) => {
      if (waiting.length + text.length <= PROGRESS_MAX) send(text);
    },
    end: () => {
      if (state === "open") state = "ended";
      wake();
    },
  };
}
