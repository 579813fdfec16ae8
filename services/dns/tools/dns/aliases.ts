import type { DnsObservation } from "./observations.ts";

/** Aliases that a name may have before some resolvers give up, and before Unbound does. */
export const ALIASES_GOOD = 8;
export const ALIASES_MOST = 11;

/** Whether a server gives the name's alias, and fails (SERVFAIL) for other types of the name. */
export function failsAtAlias(types: DnsObservation["types"]): boolean {
  const cname = types.find(({ type }) => type === "CNAME")?.outcome;
  const isAlias = cname?.kind === "present" && cname.value.answers.some(({ type }) => type === "CNAME");
  return isAlias && types.some(({ replies }) => replies.some(({ outcome }) => isServfail(outcome)));
}

/** Whether a server answered SERVFAIL. */
export function isServfail(outcome: DnsObservation["types"][number]["outcome"]): boolean {
  return outcome.kind === "unknown" && outcome.reason === "servfail";
}

/** Whether the aliases of a name are reason enough for a server to fail at it: they lead in a circle, or are many. */
export function aliasesFail({ aliases }: DnsObservation, name: string): boolean {
  return aliases.length > ALIASES_GOOD || loops(aliases, name);
}

/** The target of the name's alias, where our resolver can give nothing of it (SERVFAIL); else null. */
export function failingTarget(types: DnsObservation["types"]): string | null {
  // The target's parent answers for its DS, whatever its own servers do.
  const outOfZone = types.flatMap(({ type, outOfZone }) => (type === "DS" ? [] : (outOfZone ?? [])));
  // A failure of our own network, or of one type while others are answered, is no failure of the target.
  const silent = outOfZone.every(({ outcome: it }) => it.kind === "unknown");
  const fails = outOfZone.some(({ outcome }) => isServfail(outcome));
  return silent && fails ? (outOfZone[0]?.target ?? null) : null;
}

/** Whether the names that aliases lead to come back to one of them. */
export function loops(aliases: readonly string[], name: string): boolean {
  if (aliases.length === 0) return false;
  return new Set([name, ...aliases]).size <= aliases.length;
}
