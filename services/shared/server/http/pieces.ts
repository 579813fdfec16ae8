/** Headers of a streamed response, which tell proxies not to buffer the response; nginx defines this header. */
export const IN_PIECES = { "x-accel-buffering": "no" } as const;

/** True if a response is streamed. */
export function isSentInPieces({ headers }: Pick<Response, "headers">): boolean {
  return headers.get("x-accel-buffering") === "no";
}
