/** Headers of a streamed response. They tell proxies not to buffer it; the header's name is nginx's. */
export const IN_PIECES = { "x-accel-buffering": "no" } as const;

/** True if a response is streamed. */
export function isSentInPieces({ headers }: Pick<Response, "headers">): boolean {
  return headers.get("x-accel-buffering") === "no";
}
