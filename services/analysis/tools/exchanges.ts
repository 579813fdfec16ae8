import { type Evidence, questionOf } from "@dnstools/core/tool/evidence";

/** Default maximum number of exchanges that one finding points to. */
const IDS_MAX = 8;

/** An exchange, which is a query and its reply, with the name and type of the query. */
export type Exchange = Evidence & {
  /** Lower case, without the trailing dot; empty for the root. */
  readonly name: string;
  readonly type: string;
};

/** Returns the ids of a call's exchanges that fit. `most` limits their number. */
export type Ids = (fits: (exchange: Exchange) => boolean, most?: number) => string[];

/** Adds the name and type of the query to each exchange of a call. */
export function exchangesOf(evidence: readonly Evidence[]): Exchange[] {
  return evidence.map((one) => ({ ...one, ...questionOf(one) }));
}

/** Returns the ids of the exchanges that fit, in the order of the queries. @param most maximum number of ids. */
export function idsWhere(
  exchanges: readonly Exchange[],
  fits: (exchange: Exchange) => boolean,
  most = IDS_MAX,
): string[] {
  const ids: string[] = [];
  for (const one of exchanges) {
    if (ids.length >= most) break;
    if (fits(one)) ids.push(one.id);
  }
  return ids;
}
