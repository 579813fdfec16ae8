import type { Reply } from "../source/reply.ts";

/** How the command ends. `docs` of the command list the same. */
export const EXIT = { ok: 0, fail: 1, usage: 2, unknown: 3, notServed: 4 } as const;

/** What a program ends with that a signal has ended: 128 and the signal's number. */
export const SIGNALLED = { SIGINT: 130, SIGTERM: 143, SIGPIPE: 141 } as const;

/** The codes, worst first, as the statuses of answers are: what is wrong goes before what could not be found out. */
const WORST_FIRST: readonly number[] = [EXIT.fail, EXIT.notServed, EXIT.unknown, EXIT.usage, EXIT.ok];

/** What each code means, for help and the manual. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [EXIT.ok, "the answer's status is pass or warning"],
  [EXIT.fail, "its status is fail or one of --fail-on, or the name does not exist"],
  [EXIT.usage, "the command is wrong, or a name in the input is none"],
  [EXIT.unknown, "its status is unknown: nothing wrong was found, and something could not be found out"],
  [EXIT.notServed, "there is no answer: no resolver can be used, or the server refuses or is out of reach"],
  [SIGNALLED.SIGINT, "interrupted by Ctrl-C"],
];

/** The exit code of several names: that of the worst. */
export function worst(codes: Iterable<number>): number {
  const all = new Set(codes);
  return WORST_FIRST.find((code) => all.has(code)) ?? EXIT.ok;
}

/** The exit code that a reply comes to. @param failOn statuses that count as a failure too. */
export function exitCodeOf(reply: Reply, failOn: readonly string[]): number {
  if (reply.kind === "problem") return problemCode(reply.problem);
  const { status } = reply.answer.summary;
  if (status === "fail" || failOn.includes(status)) return EXIT.fail;
  return status === "unknown" ? EXIT.unknown : EXIT.ok;
}

/** Problems that say that the question is wrong: asked again it is as wrong. */
const WRONG_QUESTION = [400, 401, 413, 414, 431];

function problemCode({ code, status }: { readonly code: string; readonly status: number }): number {
  if (code === "domain_not_found") return EXIT.fail;
  if (code === "client_gone") return EXIT.notServed;
  return WRONG_QUESTION.includes(status) ? EXIT.usage : EXIT.notServed;
}
