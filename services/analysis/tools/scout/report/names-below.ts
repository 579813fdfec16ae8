import type { Answer } from "@dnstools/core/report/answer";
import { join, outside } from "@dnstools/core/report/blocks";
import type { Branch, Status, Text } from "@dnstools/core/report/report";
import { findingStatus, short, worstFirst, worstOf } from "../../report-parts.ts";
import type { NameData, ScoutData, SubdomainsData } from "../data.ts";
import { label, leaf, someNames } from "./branches.ts";
import { TARGET_STATUS } from "./words.ts";

/** Maximum number of values that are shown for one name. */
const VALUES_MAX = 2;

/**
 * Builds the branches of names below the domain, broken names first. Names that cannot be distinguished from random
 * names share one branch.
 */
export function nameBranches(
  { names, unknown, indistinguishable, indistinguishableTotal, fromWildcard }: SubdomainsData,
  { data: { domain }, findings }: Answer<ScoutData>,
): readonly Branch[] {
  const labels = (all: readonly string[]) => someNames(all, domain);
  const alike = indistinguishable.map(({ name }) => name);
  const some: readonly (readonly [number, Branch])[] = [
    [unknown.length, leaf("unknown", join(["could not be determined: ", labels(unknown)]))],
    [
      indistinguishableTotal,
      leaf(
        "none",
        join([
          `${indistinguishableTotal} names that may exist only because of the wildcard, such as `,
          labels(alike),
        ]),
      ),
    ],
    [
      fromWildcard,
      leaf("none", `${fromWildcard} names that exist only because of the wildcard, as signatures prove`),
    ],
  ];
  const all = names.map((name) => nameBranch(name, domain, findingStatus(findings, name.name)));
  return [
    ...some.flatMap(([count, branch]) => (count === 0 ? [] : [branch])),
    ...worstFirst(all, ({ status }) => status),
  ];
}

function nameBranch(name: NameData, domain: string, found: Status): Branch {
  const { aliases, target, reason } = name;
  const chain = aliases.length === 0 ? "" : join([" → ", join(aliases.map(outside), " → ")]);
  return leaf(
    worstOf([found, target === null ? "none" : TARGET_STATUS[target], reason === null ? "none" : "unknown"]),
    join([outside(label(name.name, domain)), chain, ": ", join(partsOf(name), ", ")]),
  );
}

/** Lists the known facts about a name. */
function partsOf({ target, reason, records, delegated, aliases }: NameData): readonly Text[] {
  const parts: readonly Text[] = [
    ...records.map(({ type, values, total }) => join([outside(type), " ", valuesOf(values, total)])),
    ...(delegated ? ["a zone of its own"] : []),
    ...(target === "missing" ? ["does not exist"] : []),
    ...(target === "unregistered" ? ["its domain is not in the DNS"] : []),
    ...(reason === null ? [] : [`could not be determined (${reason})`]),
  ];
  if (parts.length > 0) return parts;
  if (target === "unknown") return ["the end of the aliases could not be determined"];
  return [aliases.length > 0 ? "no address" : "no address, MX or TXT"];
}

function valuesOf(values: readonly string[], total: number): Text {
  const shown = values.slice(0, VALUES_MAX);
  const more = (total === -1 ? values.length : total) - shown.length;
  const text = join(
    shown.map((value) => short(value)),
    ", ",
  );
  return more > 0 ? join([text, ` and ${more} more`]) : text;
}
