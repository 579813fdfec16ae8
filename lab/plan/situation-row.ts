import type { Asked, Culprit, Reason, Situation, Verdict, ZoneMaking } from "./situation-shapes.ts";

/** The parent zone of all situations. Its servers do not hold the zones of situations. */
export const SITUATIONS_PARENT = "situations.org";

/** A key that the zone does not have. */
export const OTHER = { id: "other" } as const;

/**
 * A culprit in the short form that rows use. In `zone`, `^` means the parent, and any other value is the label of a
 * child zone. The default is the zone itself.
 */
type Fault = {
  readonly set: string;
  readonly reason: Reason;
  readonly zone?: string;
  readonly server?: string;
};
type Question = Omit<Asked, "culprit"> & { readonly culprit: Fault | null };

/** Returns the culprit of a question, in the form that table rows use. */
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
/** Returns a question whose expected verdict is `secure`. */
export const secure = question("secure");
/** Returns a question whose expected verdict is `insecure`. */
export const insecure = question("insecure");
/** Returns a question whose expected verdict is `bogus`. */
export const bogus = question("bogus");
/** Returns a question whose expected verdict is `unknown`. */
export const unknown = question("unknown");

/** Returns a row of the table. @param label the first label of the zone, which is a child of SITUATIONS_PARENT. */
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
