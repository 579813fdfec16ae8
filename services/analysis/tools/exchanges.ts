import { type Evidence, questionOf } from "@dnstools/core/tool/evidence";

/** Exchanges that one finding points to, unless its judgement has a reason for more. */
const IDS_MAX = 8;

/** An exchange with the name and the type of its question. */
export type Exchange = Evidence & {
  /** Lower case, without the dot at the end; empty for the root. */
  readonly name: string;
  readonly type: string;
};

/** Ids of the exchanges of one answer that fit, few of them unless `most` says more. */
export type Ids = (fits: (exchange: Exchange) => boolean, most?: number) => string[];

/** Reads the questions of the exchanges of one answer. */
export function exchangesOf(evidence: readonly Evidence[]): Exchange[] {
  return evidence.map((one) => ({ ...one, ...questionOf(one) }));
}

/** Ids of the exchanges that fit, in order of asking. @param most as many of them at most. */
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
