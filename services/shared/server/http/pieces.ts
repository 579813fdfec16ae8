/** Headers of a body that is sent in pieces while it comes about: no proxy is to hold them back. The name is nginx's. */
export const IN_PIECES = { "x-accel-buffering": "no" } as const;

/** Whether a body is sent in pieces while it comes about. */
export function isSentInPieces({ headers }: Pick<Response, "headers">): boolean {
  return headers.get("x-accel-buffering") === "no";
}
