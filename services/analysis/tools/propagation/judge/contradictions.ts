import type { ComparedType } from "../observations.ts";
import type { AuthoritativeAnswer } from "./authoritative.ts";

/** What the zone's servers say differently of one type. */
export type Contradiction = {
  readonly type: ComparedType;
  /** Each answer, and the servers that gave it. */
  readonly text: string;
  /** One server of each answer. */
  readonly servers: readonly { readonly name: string; readonly address: string }[];
};

/** Types with their answers, and the servers that gave each. */
export function contradictionsOf(
  authoritativeAnswers: readonly AuthoritativeAnswer[],
  disagree: readonly ComparedType[],
): Contradiction[] {
  // Where a server lacks the name all types differ; those with records say more.
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
