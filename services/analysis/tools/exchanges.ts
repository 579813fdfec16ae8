import { type Evidence, questionOf } from "@dnstools/core/tool/evidence";

/** Default maximum number of exchanges that one finding refers to. */
const IDS_MAX = 8;

/** An exchange, that is, a query and its reply, with the name and type of the query. */
export type Exchange = Evidence & {
  /** The queried name in lower case, without the trailing dot; empty for the root. */
  readonly name: string;
  readonly type: string;
};

/** Returns the IDs of the exchanges of a call for which `fits` returns true, at most `most` of them. */
export type Ids = (fits: (exchange: Exchange) => boolean, most?: number) => string[];

/** Adds the name and type of the query to each exchange of a call. */
export function exchangesOf(evidence: readonly Evidence[]): Exchange[] {
  return evidence.map((one) => ({ ...one, ...questionOf(one) }));
}

/**
 * Returns the IDs of the exchanges for which `fits` returns true, in the order of the queries.
 * @param most maximum number of IDs.
 */
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
