import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import type { Contract } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { ParamRules, ParamSpecs } from "@dnstools/core/tool/params";
import type { Static, TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { readInput } from "../run/read-input.ts";
import { currentCall } from "../trace/current.ts";
import type { CallService } from "./call.ts";

/**
 * Calls a tool of another service and returns the `data` of its answer, or an unknown outcome. Never rejects.
 * @param signal cancels the call when it fires; a call that is still waiting is not made.
 */
export type Ask<Data> = (
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Outcome<Data>>;

/**
 * Maximum number of concurrent calls. Bun runs at most 256 requests at a time, including downloads of policy files,
 * and queues further ones silently.
 */
const AT_ONCE = 100;

/**
 * Creates a function that calls a tool of another service, in this process or another process. A service whose answer
 * violates the contract counts as unavailable.
 * @param data the schema of the answer's `data`, from the contract.
 * @param rules the operator's rules for parameters.
 */
export function createAsk<S extends TSchema>(
  call: CallService,
  contract: Contract<ParamSpecs>,
  data: S,
  rules: ParamRules,
): Ask<Static<S>> {
  const schema = TypeCompiler.Compile(data);
  const semaphore = FairSemaphore.of(AT_ONCE, AT_ONCE);

  return async (query, signal) => {
    const permit = await semaphore.acquire("", signal);
    if (permit === null) return unknown("budget");
    return ask(query, signal).finally(permit.release);
  };

  async function ask(
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Outcome<Static<S>>> {
    const current = currentCall();
    try {
      const json = await call(
        {
          tool: contract.tool,
          input: readInput(contract, Object.entries(query), rules),
          shape: { view: "full", evidence: "none" },
          requestId: current?.requestId ?? "",
          trace: current?.context ?? null,
          caller: current?.caller ?? "",
          waitedMs: 0,
        },
        signal,
      );
      const answer = (JSON.parse(json) as { data?: unknown }).data;
      return schema.Check(answer) ? present(answer) : unknown("service_unavailable");
    } catch (error) {
      if (signal.aborted) return unknown("budget");
      // These errors mean that the operator's rules forbid the target, for example a non-public address.
      const forbidden = error instanceof Fault && ["invalid_parameter", "target_denied"].includes(error.code);
      return unknown(forbidden ? "not_allowed" : "service_unavailable");
    }
  }
}
