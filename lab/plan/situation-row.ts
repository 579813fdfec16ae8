import type { Asked, Culprit, Reason, Situation, Verdict, ZoneMaking } from "./situation-shapes.ts";

/** The parent zone of all situations. Its servers hold no zone of a situation. */
export const SITUATIONS_PARENT = "situations.org";

/** A key that the zone does not have. */
export const OTHER = { id: "other" } as const;

/** Who is at fault, as rows have it: `^` is the parent, another word a child's label; default the zone itself. */
type Fault = {
  readonly set: string;
  readonly reason: Reason;
  readonly zone?: string;
  readonly server?: string;
};
type Question = Omit<Asked, "culprit"> & { readonly culprit: Fault | null };

export function fault(set: string, reason: Reason, zone?: string, server?: string): Fault {
  return {
    set,
    reason,
    ...(zone === undefined ? {} : { zone }),
    ...(server === undefined ? {} : { server }),
  };
}

const question =
  (verdict: Verdict) =>
  (ask: string, culprit: Fault | null = null, differs?: Asked["differs"]): Question => ({
    ask,
    verdict,
    culprit,
    ...(differs === undefined ? {} : { differs }),
  });
export const secure = question("secure");
export const insecure = question("insecure");
export const bogus = question("bogus");
export const unknown = question("unknown");

/** A row of the table. @param label the zone's, below the parent of all. */
export function row(
  label: string,
  what: string,
  making: ZoneMaking,
  ...asked: readonly Question[]
): Situation {
  const name = `${label}.${SITUATIONS_PARENT}`;
  const zoneOf = (zone: string | undefined) => {
    if (zone === undefined) return name;
    return zone === "^" ? SITUATIONS_PARENT : `${zone}.${name}`;
  };
  const culpritOf = ({ zone, set, reason, server }: Fault): Culprit => ({
    zone: zoneOf(zone),
    set,
    reason,
    ...(server === undefined ? {} : { server }),
  });
  return {
    name,
    what,
    making,
    asked: asked.map((one) => ({ ...one, culprit: one.culprit === null ? null : culpritOf(one.culprit) })),
  };
}
