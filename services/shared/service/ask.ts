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

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (underWay >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
    else underWay += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes the place.
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  }

  return (query, signal) => inTurn(() => (signal.aborted ? Promise.resolve(unknown("budget")) : ask(query)));

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
