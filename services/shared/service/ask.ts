import { type Contract, toolPath } from "@dnstools/core/contract";
import { type Outcome, present, unknown } from "@dnstools/core/outcome";
import type { ParamSpecs } from "@dnstools/core/params";
import type { Static, TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Door } from "./door.ts";

/** A way to ask another service's tool: its `data`, or that it is not there. Never rejects. */
export type Ask<Data> = (query: Readonly<Record<string, string>>) => Promise<Outcome<Data>>;

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
  return async (query) => {
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
  };
}
