/** Headers of a streamed body: no proxy is to buffer it. The name is nginx's. */
export const IN_PIECES = { "x-accel-buffering": "no" } as const;

/** Whether a body is streamed. */
export function isSentInPieces({ headers }: Pick<Response, "headers">): boolean {
  return headers.get("x-accel-buffering") === "no";
}
