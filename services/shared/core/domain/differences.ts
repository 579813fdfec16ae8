import type { DnsRecord } from "../protocol/dns/record.ts";
import { answerName } from "../protocol/names.ts";
import { walkChain } from "../protocol/rrset.ts";
import type { Difference } from "./data.ts";
import type { DomainObservation, ServerObservation, TypeObservation } from "./observations.ts";

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

/** How the answers of a zone's servers differ. */
export type Variance = {
  /** The differing types, without the SOA and the DS; the types with records if there are some. */
  readonly types: readonly string[];
  /** True if the servers have the same version of the zone, and differ only as servers that balance load do. */
  readonly isBalanced: boolean;
  /** The different serials of the zone's SOA, each with a server that returned it. */
  readonly serials: readonly { readonly serial: number; readonly server: ServerObservation }[];
};

/** Determines whether the zone's servers have different versions of the zone, or vary their answers on purpose. */
export function varianceOf(
  observed: DomainObservation,
  differences: readonly Difference[],
  name: string,
): Variance {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : "";
  // The DS comes from the parent's servers and is not data of the zone.
  const other = differences.filter(({ type }) => type !== "SOA" && type !== "DS");
  // If one server lacks the name, the answers differ for every type; only the types with records are informative.
  const telling = other.filter(({ answers }) => answers.some(({ values }) => values.length > 0));
  const serials = serialsOf(observed, apex);
  const mayVary = (type: string) =>
    BALANCED.includes(type) || observed.types.some((one) => one.type === type && isAlias(one, name, apex));
  return {
    types: (telling.length > 0 ? telling : other).map(({ type }) => type),
    isBalanced:
      serials.length === 1 &&
      // Balancing changes records, not whether a name exists.
      telling.length > 0 &&
      telling.every(
        ({ type, answers }) => mayVary(type) && answers.every(({ status }) => status === "answer"),
      ),
    serials,
  };
}

/** Types for which servers commonly answer each client differently, to balance load. */
const BALANCED: readonly string[] = ["A", "AAAA", "CNAME", "HTTPS"];

/** Returns true if every server answers the type with an alias. What differs is then the alias's target. */
function isAlias({ type, replies }: TypeObservation, name: string, apex: string): boolean {
  return replies.every(
    ({ outcome }) =>
      outcome.kind !== "present" || walkChain(outcome.value.answers, name, type, apex).aliases.length > 0,
  );
}

function serialsOf({ types, versions = [] }: DomainObservation, apex: string): Variance["serials"] {
  const replies = types.find(({ type }) => type === "SOA")?.replies ?? [];
  const serials = new Map<number, ServerObservation>();
  for (const { server, outcome } of [...replies, ...versions]) {
    if (outcome.kind !== "present") continue;
    const all = [...outcome.value.answers, ...outcome.value.authorities];
    // For a name below the apex, the SOA is in the authority section (RFC 2308 2).
    const record = all.find(
      (one): one is DnsRecord<"SOA"> => one.type === "SOA" && answerName(one.name) === apex,
    );
    if (record !== undefined) serials.set(record.data.serial, serials.get(record.data.serial) ?? server);
  }
  return [...serials].map(([serial, server]) => ({ serial, server }));
}
