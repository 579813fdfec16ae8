import { walkChain } from "../protocol/rrset.ts";
import type { Difference } from "./data.ts";
import type { DomainObservation, TypeObservation } from "./observations.ts";

/** Types for which servers of the zone give different answers. */
export function differencesOf(observed: DomainObservation, name: string): Difference[] {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : "";
  return observed.types.flatMap((type) => {
    const answers = answersOf(type, name, apex);
    return answers.length > 1 ? [{ type: type.type, answers }] : [];
  });
}

/** The different answers of a type, each with those who gave it; those that gave none are left out. */
function answersOf({ said, type }: TypeObservation, name: string, apex: string): Difference["answers"] {
  const groups = new Map<string, Difference["answers"][number]>();
  for (const { server, outcome } of said) {
    if (outcome.kind !== "present") continue;
    const { records, aliases } = walkChain(outcome.value.answers, name, type, apex);
    // An alias that is followed by one server and not by another is the same answer.
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

/** Types whose data are names, in which case means nothing (RFC 4343). */
const NAMES: readonly string[] = ["NS", "MX", "SOA", "HTTPS"];
