import type { ServerReply } from "@dnstools/core/domain/observations";
import type { NetSession } from "@dnstools/net";
import type { ComparedType, EndObservation } from "../observations.ts";
import { leavesZone, readAnswer } from "../read-answer.ts";

/** Maximum number of different CNAME chain ends that are followed for one record type. */
const ENDS_MAX = 4;

/**
 * Creates a function that queries our resolver for the names at the end of CNAME chains that leave the zone, each name
 * once.
 * @returns a function that takes the replies for a record type, and the names that were already looked up.
 */
export function createFollow(session: NetSession, apex: string, name: string) {
  return (
    type: ComparedType,
    replies: readonly ServerReply[],
    followed: readonly string[],
  ): Promise<EndObservation[]> => {
    const targets = replies.flatMap(({ outcome }) => {
      const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, type, apex) : null;
      return answer?.alias && leavesZone(answer, apex) ? [answer.alias] : [];
    });
    const others = [...new Set(targets)].filter((target) => !followed.includes(target));
    return Promise.all(
      others.slice(0, Math.max(0, ENDS_MAX - followed.length)).map(async (target) => {
        const { outcome } = await session.resolve({ name: target, type });
        return { type, target, outcome };
      }),
    );
  };
}
