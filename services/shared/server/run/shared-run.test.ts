import { expect, test } from "bun:test";
import { Fault } from "@dnstools/core/tool/fault";
import { openRoot } from "../trace/span.ts";
import { type Calling, type Run, SharedRun } from "./shared-run.ts";

const RUN: Run = {
  judgement: { kind: "unavailable", detail: "" },
  evidence: [],
  keepS: 0,
  shared: { head: "", links: "", data: "", findings: "", evidence: "" },
  observedAt: "",
  elapsedMs: 0,
  deadlineMs: 0,
  keptSince: null,
};

function calling(signal = new AbortController().signal) {
  const phases: string[] = [];
  const onProgress: Calling["onProgress"] = ({ phase }) => void phases.push(phase);
  const call = { signal, requestId: "r", span: openRoot(null, false), caller: "c", waitedMs: 0, onProgress };
  return { call, phases };
}

/** Creates a run whose work ends when the test calls `resolve` or `reject`. */
function running() {
  const { promise, resolve, reject } = Promise.withResolvers<Run>();
  return { run: new SharedRun(openRoot(null, false), () => promise), resolve, reject };
}

test("a run waits, works and answers every call that waits for it", async () => {
  const { run, resolve } = running();
  const [first, second] = [calling(), calling()];
  let left = 0;
  const joined = [first, second].map(({ call }) => run.join(call, () => (left += 1)));
  expect(run.state).toEqual({ phase: "waiting", calls: 2 });
  run.working();
  expect(run.state).toEqual({ phase: "working", calls: 2 });
  expect([first.phases, second.phases]).toEqual([
    ["waiting", "working"],
    ["waiting", "working"],
  ]);
  resolve(RUN);
  expect(await Promise.all(joined)).toEqual([RUN, RUN]);
  expect([run.state.calls, left]).toEqual([0, 1]);
});

test("a client that hangs up leaves; the last one to leave may cancel the run", async () => {
  const { run } = running();
  const [one, two] = [new AbortController(), new AbortController()];
  const joined = [one, two].map(({ signal }) => run.join(calling(signal).call, () => run.cancel()));
  const ended = Promise.allSettled(joined);
  one.abort();
  await joined[0]?.catch((error) => expect(error).toBeInstanceOf(Fault));
  expect([run.state, run.end.signal.aborted]).toEqual([{ phase: "waiting", calls: 1 }, false]);
  two.abort();
  await ended;
  expect([run.state, run.end.signal.aborted]).toEqual([{ phase: "cancelled", calls: 0 }, true]);
});

test("a run that ends at its deadline is not cancelled", () => {
  const { run } = running();
  run.end.abort();
  run.cancel();
  expect([run.isCancelled, run.state.phase]).toEqual([false, "waiting"]);
});

test("a call that joins a run in progress gets its phase and its error", async () => {
  const { run, reject } = running();
  run.working();
  const late = calling();
  const joined = run.join(late.call, () => {});
  expect(late.phases).toEqual(["working"]);
  reject(new Error("broken"));
  expect(await joined.catch(String)).toBe("Error: broken");
});
