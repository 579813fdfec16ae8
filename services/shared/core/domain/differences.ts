import { walkChain } from "../protocol/rrset.ts";
import type { Difference } from "./data.ts";
import type { DomainObservation, TypeObservation } from "./observations.ts";

/** Returns the record types for which the zone's servers return different answers. */
export function differencesOf(observed: DomainObservation, name: string): Difference[] {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : "";
  return observed.types.flatMap((type) => {
    const answers = answersOf(type, name, apex);
    return answers.length > 1 ? [{ type: type.type, answers }] : [];
  });
}

/** Groups the answers for a type, each with the servers that returned it. Servers without an answer are left out. */
function answersOf({ replies, type }: TypeObservation, name: string, apex: string): Difference["answers"] {
  const groups = new Map<string, Difference["answers"][number]>();
  for (const { server, outcome } of replies) {
    if (outcome.kind !== "present") continue;
    const { records, aliases } = walkChain(outcome.value.answers, name, type, apex);
    // Some servers also return the records at the alias's target. If there are aliases, only they are compared, so that
    // such a server does not count as different.
    const shown = aliases.length > 0 ? aliases : records;
    const values = shown.map(({ value }) => value).sort();
    const none = outcome.value.rcode === "NXDOMAIN" ? "nxdomain" : "nodata";
    const status = values.length > 0 ? "answer" : none;
    const text = values.join("\n");
    const key = `${status} ${aliases.length > 0 || NAMES.includes(type) ? text.toLowerCase() : text}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { status, values, servers: [{ ...server }] });
    else group.servers.push({ ...server });
  }
  return [...groups.values()];
}

/** Types whose data contains names. Their data is compared without regard to case (RFC 4343). */
const NAMES: readonly string[] = ["NS", "MX", "SOA", "HTTPS"];
