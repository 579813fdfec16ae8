import { type Contract, toolPath } from "@dnstools/core/contract";
import { type Outcome, present, unknown } from "@dnstools/core/outcome";
import type { ParamSpecs } from "@dnstools/core/params";
import type { Static, TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Door } from "./door.ts";

/**
 * A way to ask another service's tool: its `data`, or that it is not there. Never rejects.
 * @param signal when it fires before the question's turn, nothing is asked.
 */
export type Ask<Data> = (
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Outcome<Data>>;

/** Questions under way at the same time: Bun makes 256 requests, and lets others wait without a word, files of policy too. */
const AT_ONCE = 100;

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
  const waiting: (() => void)[] = [];
  let underWay = 0;

  /** Waits for a place; false when the signal fires before. */
  function enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (underWay < AT_ONCE) {
      underWay += 1;
      return Promise.resolve(true);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const go = () => {
      signal.removeEventListener("abort", late);
      resolve(true);
    };
    const late = () => {
      waiting.splice(waiting.indexOf(go), 1);
      resolve(false);
    };
    signal.addEventListener("abort", late, { once: true });
    waiting.push(go);
    return promise;
  }

  /** Whoever waits takes the place. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }

  return async (query, signal) => {
    if (!(await enter(signal))) return unknown("budget");
    // A door has the deadline that the service's operator gave its tools.
    return ask(query).finally(leave);
  };

  async function ask(query: Readonly<Record<string, string>>): Promise<Outcome<Static<S>>> {
    const url = `http://door${toolPath(tool)}?${new URLSearchParams(query)}`;
    try {
      const response = await door(new Request(url));
      if (!response.ok) {
        await response.body?.cancel();
        // Who asked was refused: by the operator's rules, as of addresses that nobody may ask about.
        return unknown(response.status === 400 ? "not_allowed" : "service_unavailable");
      }
      const answer = ((await response.json()) as { data?: unknown }).data;
      return schema.Check(answer) ? present(answer) : unknown("service_unavailable");
    } catch {
      return unknown("service_unavailable");
    }
  }
}
