import type { Asked, Situation, Verdict } from "@dnstools/lab/plan/situation-shapes";
import { ALL_SITUATION_ZONES } from "@dnstools/lab/plan/situation-zones";

/** A question of the table of situations, and what must come of it. */
export type Row = {
  readonly situation: Situation;
  readonly asked: Asked;
  /** The whole name, without a trailing dot. */
  readonly name: string;
  readonly type: string;
  /** The zone of the table in which the name lies. */
  readonly zone: string;
};

/** What a tool says of a row: its verdict, null where it gives none, and what it names as the cause, the first the most likely. */
export type Said = { readonly verdict: Verdict | null; readonly causes: readonly string[] };

/** All questions of situations, those that are secure first: a resolver takes a zone for bogus for a minute once it has found it so. */
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

/** By which a row is known: a name below the parent of all situations, and a type. */
export function keyOf({ name, type }: Row): string {
  return `${name.replace(/\.situations\.org$/, "")} ${type}`;
}
