import type { Connection } from "./connections.ts";
import type { FacetResult } from "./facets.ts";
import type { SignedTime } from "./roots.ts";

/** Milliseconds by which the clock may differ from the time of others, as in Kerberos (RFC 4120 5.10). */
const SKEW_MS = 300_000;
/** Milliseconds by which the times that several servers tell may differ from each other. */
const SPREAD_MS = 60_000;
/** Half of the interval at which the root zone is signed anew, in milliseconds (IANA signs it twice a day). */
const SIGNED_AGO_MS = 21_600_000;

/**
 * Compares this host's clock with the time that web servers of at least two operators tell, and with the time for which
 * root servers signed. Returns null if too few tell a time, or if they contradict each other.
 */
export function clockResult(
  connections: readonly Connection[],
  signatures: readonly SignedTime[],
  now: number,
): FacetResult | null {
  const telling = connections.flatMap(({ time, ...by }) => (time === null ? [] : [{ ...by, ...time }]));
  const offsets = telling.map(({ told, own }) => told - own).toSorted((a, b) => a - b);
  const operators = new Set(telling.map(({ host }) => host)).size;
  const [least = 0] = offsets;
  const most = offsets.at(-1) ?? 0;
  const isSigned = (at: number) =>
    signatures.some(({ from, until }) => from * 1000 <= at && at <= until * 1000);
  if (operators >= 2 && most - least <= SPREAD_MS) {
    const offsetMs = Math.round((least + most) / 2);
    const evidence = telling[0]?.evidence ?? null;
    if (Math.abs(offsetMs) <= SKEW_MS) return { verdict: "ok", evidence };
    // Signatures of the root that are not valid at the time that the web servers tell contradict that time.
    if (signatures.length > 0 && !isSigned(now + offsetMs)) return null;
    return { verdict: "wrong", offsetMs, evidence };
  }
  const [newest] = signatures.toSorted((a, b) => b.from - a.from);
  if (newest === undefined) return null;
  if (isSigned(now)) return { verdict: "ok", evidence: newest.evidence };
  return {
    verdict: "wrong",
    offsetMs: newest.from * 1000 + SIGNED_AGO_MS - now,
    evidence: newest.evidence,
  };
}
