import type { ComparedType } from "../observations.ts";
import type { AuthoritativeAnswer } from "./authoritative.ts";

/** A record type for which the zone's servers contradict each other. */
export type Contradiction = {
  readonly type: ComparedType;
  /** Text with each answer and the servers that returned it. */
  readonly text: string;
  /** For each answer, one of the servers that returned it. */
  readonly servers: readonly { readonly name: string; readonly address: string }[];
};

/**
 * Lists the record types in which servers contradict each other, with the different answers and the servers that
 * returned each of them.
 */
export function contradictionsOf(
  authoritativeAnswers: readonly AuthoritativeAnswer[],
  disagree: readonly ComparedType[],
): Contradiction[] {
  // If a server lacks the name, its answers differ for all types, but only types for which other servers have records
  // are informative.
  const differing = authoritativeAnswers.filter(({ type }) => disagree.includes(type));
  const telling = differing.filter(({ union }) => union.size > 0);
  return (telling.length > 0 ? telling : differing).map(({ type, servers }) => {
    const groups = Map.groupBy(
      servers.filter(({ answer }) => answer !== null),
      ({ answer }) => answer?.key,
    );
    const each = [...groups.values()].map((group) => {
      const [{ answer, server }] = group as [(typeof group)[number]];
      const shown = answer?.values.slice(0, 3).join(", ").slice(0, 100) || answer?.status;
      const more = group.length > 1 ? ` and ${group.length - 1} more` : "";
      return { server, text: `${shown} (${server.name}${more})` };
    });
    return {
      type,
      text: each.map(({ text }) => text).join(" or "),
      servers: each.map(({ server }) => server),
    };
  });
}
