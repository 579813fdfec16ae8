import type { Asked, Situation, Verdict } from "@dnstools/lab/plan/situation-shapes";
import { ALL_SITUATION_ZONES } from "@dnstools/lab/plan/situation-zones";

/** A question of the situation table, with its expected verdict. */
export type Row = {
  readonly situation: Situation;
  readonly asked: Asked;
  /** The full name, without a trailing dot. */
  readonly name: string;
  readonly type: string;
  /** The zone of the table that contains the name. */
  readonly zone: string;
};

/**
 * A tool's result for a row: its verdict, or null if the tool has none, and the causes that it names, the most likely
 * first.
 */
export type Said = { readonly verdict: Verdict | null; readonly causes: readonly string[] };

/**
 * Returns all questions of the situations, those with secure answers first: a resolver that has found a zone bogus
 * treats the zone as bogus for a minute.
 */
export function rowsOf(situations: readonly Situation[]): readonly Row[] {
  return situations
    .flatMap((situation) =>
      situation.asked.map((asked) => {
        const [owner = "", type = ""] = asked.ask.split(" ");
        const name = owner === "@" ? situation.name : `${owner}.${situation.name}`;
        return { situation, asked, name, type, zone: zoneOf(name) };
      }),
    )
    .toSorted((a, b) => Number(b.asked.verdict === "secure") - Number(a.asked.verdict === "secure"));
}

function zoneOf(name: string): string {
  const above = ALL_SITUATION_ZONES.map((zone) => zone.name).filter(
    (zone) => name === zone || name.endsWith(`.${zone}`),
  );
  return above.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** Returns the key of a row: its name below the parent of all situations, and its type. */
export function keyOf({ name, type }: Row): string {
  return `${name.replace(/\.situations\.org$/, "")} ${type}`;
}
