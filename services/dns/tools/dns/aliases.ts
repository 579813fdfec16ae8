import { failedFor } from "@dnstools/core/domain/dnssec";
import type { OutOfZoneTarget } from "@dnstools/core/domain/observations";
import type { DnsObservation } from "./observations.ts";

/** Maximum length of an alias chain (CNAMEs) that every resolver follows. */
export const ALIASES_GOOD = 8;
/** Maximum length of an alias chain that Unbound follows. */
export const ALIASES_MOST = 11;

/**
 * Returns true if a server answers the query for CNAME with an alias but answers SERVFAIL for another type of
 * the name.
 */
export function failsAtAlias(types: DnsObservation["types"]): boolean {
  const cname = types.find(({ type }) => type === "CNAME")?.outcome;
  const isAlias = cname?.kind === "present" && cname.value.answers.some(({ type }) => type === "CNAME");
  return isAlias && types.some(({ replies }) => replies.some(({ outcome }) => isServfail(outcome)));
}

/** Returns true if the server answered SERVFAIL. */
export function isServfail(outcome: DnsObservation["types"][number]["outcome"]): boolean {
  return outcome.kind === "unknown" && outcome.reason === "servfail";
}

/** Returns true if the aliases alone can make a server fail for the name: they form a loop, or there are too many. */
export function aliasesFail({ aliases }: DnsObservation, name: string): boolean {
  return aliases.length > ALIASES_GOOD || loops(aliases, name);
}

/** Returns the target of the name's alias if our resolver answers SERVFAIL for the target; otherwise null. */
export function failingTarget(types: DnsObservation["types"]): string | null {
  // The target's parent zone answers the query for DS even if the target's own servers fail, so the answer for DS does
  // not count.
  const outOfZone = types.flatMap(({ type, outOfZone }) =>
    type === "DS" || outOfZone === null || isAskedByAlias(outOfZone) ? [] : [outOfZone],
  );
  // The target is at fault only if no type was answered and at least one query got SERVFAIL; other failures may come
  // from our own network.
  const silent = outOfZone.every(({ outcome: it }) => it.kind === "unknown");
  const fails = outOfZone.some(({ outcome }) => isServfail(outcome));
  return silent && fails ? (outOfZone[0]?.target ?? null) : null;
}

/** Returns true if our resolver was asked for the alias, so that the answer says nothing about the target's servers. */
function isAskedByAlias({ target, asked = target }: OutOfZoneTarget): boolean {
  return asked !== target;
}

/**
 * Returns each target of the name's alias for which our resolver answers some types and answers SERVFAIL for others,
 * with the types that fail.
 */
export function partlyFailing({ types, evidence }: Pick<DnsObservation, "types" | "evidence">): {
  readonly target: string;
  readonly failed: readonly string[];
}[] {
  const all = types.flatMap(({ type, outOfZone }) =>
    outOfZone === null || type === "DS" || isAskedByAlias(outOfZone) ? [] : [{ type, ...outOfZone }],
  );
  return [...Map.groupBy(all, ({ target }) => target)].flatMap(([target, some]) => {
    // Data that does not validate has a finding of its own.
    const isTheirs = ({ type, outcome, unchecked }: (typeof some)[number]) =>
      isServfail(outcome) &&
      unchecked?.kind !== "present" &&
      failedFor(evidence, `${target}. IN ${type}`) !== "dnssec";
    const failed = some.filter(isTheirs).map(({ type }) => type);
    const works = some.some(({ outcome }) => outcome.kind === "present");
    return works && failed.length > 0 ? [{ target, failed }] : [];
  });
}

/** Returns true if the alias chain returns to a name that is already in it. */
export function loops(aliases: readonly string[], name: string): boolean {
  if (aliases.length === 0) return false;
  return new Set([name, ...aliases]).size <= aliases.length;
}
