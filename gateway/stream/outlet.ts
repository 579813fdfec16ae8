/** Characters of progress that wait for a slow reader; what comes meanwhile is left out. */
const PROGRESS_MAX = 4096;

/** Where the text of a streamed body goes. */
export type Outlet = {
  /** Sends a text. After the end, or when the reader has left, it is dropped. */
  readonly send: (text: string) => void;
  /** Sends a text that a later one replaces: it is left out where the reader is slow. */
  readonly sendProgress: (text: string) => void;
  readonly end: () => void;
};

/**
 * A body that is pulled: a piece is made of all that waits when the reader has room. So memory is bounded by the texts that are
 * always sent and by PROGRESS_MAX, however slowly they are read.
 * @param onGone called when the reader has left before the end.
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
