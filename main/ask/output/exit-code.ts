import type { Reply } from "../source/reply.ts";

/** Exit codes of the command; EXIT_CODES explains them for help and the manual. */
export const EXIT = { ok: 0, fail: 1, usage: 2, unknown: 3, notServed: 4 } as const;

/** Exit codes after a signal: 128 plus the number of the signal. */
export const SIGNALLED = { SIGINT: 130, SIGTERM: 143, SIGPIPE: 141 } as const;

/** The exit codes from worst to best: fail is worse than unknown. */
const WORST_FIRST: readonly number[] = [EXIT.fail, EXIT.notServed, EXIT.unknown, EXIT.usage, EXIT.ok];

/** The explanation of each exit code, for help and the manual. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [EXIT.ok, "the answer's status is pass or warning"],
  [EXIT.fail, "the answer's status is fail or one of --fail-on, or the name does not exist"],
  [EXIT.usage, "the command is wrong, or a line of the input is not a valid name"],
  [
    EXIT.unknown,
    "the answer's status is unknown: nothing wrong was found, but something could not be determined",
  ],
  [EXIT.notServed, "there is no answer: no resolver can be used, or the server refuses or is unreachable"],
  [SIGNALLED.SIGINT, "interrupted by Ctrl-C"],
];

/** Returns the worst of several exit codes. */
export function worst(codes: Iterable<number>): number {
  const all = new Set(codes);
  return WORST_FIRST.find((code) => all.has(code)) ?? EXIT.ok;
}

/**
 * Returns the exit code for a reply.
 * @param failOn additional statuses that count as a failure
 */
export function exitCodeOf(reply: Reply, failOn: readonly string[]): number {
  if (reply.kind === "problem") return problemCode(reply.problem);
  const { status } = reply.answer.summary;
  if (status === "fail" || failOn.includes(status)) return EXIT.fail;
  return status === "unknown" ? EXIT.unknown : EXIT.ok;
}

/** HTTP statuses of invalid calls, which would fail again if they were retried. */
const WRONG_QUESTION = [400, 401, 413, 414, 431];

function problemCode({ code, status }: { readonly code: string; readonly status: number }): number {
  if (code === "domain_not_found") return EXIT.fail;
  if (code === "client_gone") return EXIT.notServed;
  return WRONG_QUESTION.includes(status) ? EXIT.usage : EXIT.notServed;
}
