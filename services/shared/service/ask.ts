import { type Contract, toolPath } from "@dnstools/core/contract";
import { type Outcome, present, unknown } from "@dnstools/core/outcome";
import type { ParamSpecs } from "@dnstools/core/params";
import type { Static, TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Door } from "./door.ts";
import { createPlace } from "./place.ts";
import { currentHeaders } from "./trace/current.ts";

/**
 * A way to ask another service's tool: its `data`, or that it is not there. Never rejects.
 * @param signal when it fires, the question is given up, or never asked where its turn had not come.
 */
export type Ask<Data> = (
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Outcome<Data>>;

/** Questions under way at the same time: Bun makes 256 requests, and lets others wait without a word, files of policy too. */
const AT_ONCE = 100;
/** Longer than any tool has: the signal ends the wait. */
const WAIT_MS = 120_000;

/**
 * Asks a tool of another service through its door, in process or across the network. What does not answer by its contract
 * is a service that is not there.
 * @param data the schema of the contract's answer.
 */
export function createAsk<S extends TSchema>(
  door: Door,
  { tool }: Contract<ParamSpecs>,
  data: S,
): Ask<Static<S>> {
  const schema = TypeCompiler.Compile(data);
  const place = createPlace({ atOnce: AT_ONCE, perCaller: AT_ONCE, waitingMax: Number.MAX_SAFE_INTEGER });

  return async (query, signal) => {
    if ((await place.enter("", WAIT_MS, signal)) !== "inside") return unknown("budget");
    return ask(query, signal).finally(() => place.leave(""));
  };

  async function ask(
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Outcome<Static<S>>> {
    const url = `http://door${toolPath(tool)}?${new URLSearchParams(query)}`;
    try {
      const response = await door(new Request(url, { method: "POST", signal, headers: currentHeaders() }));
      if (!response.ok) {
        await response.body?.cancel();
        if (signal.aborted) return unknown("budget");
        // Who asked was refused: by the operator's rules, as of addresses that nobody may ask about.
        return unknown(response.status === 400 ? "not_allowed" : "service_unavailable");
      }
      const answer = ((await response.json()) as { data?: unknown }).data;
      return schema.Check(answer) ? present(answer) : unknown("service_unavailable");
    } catch {
      return unknown(signal.aborted ? "budget" : "service_unavailable");
    }
  }
}
