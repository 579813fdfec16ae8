import type { Connection } from "./connections.ts";
import type { FacetResult } from "./facets.ts";
import type { SignedTime } from "./roots.ts";

/** Milliseconds by which the clock may differ from the time of others, as in Kerberos (RFC 4120 5.10). */
const SKEW_MS = 300_000;
/** Milliseconds by which the times that several servers tell may differ from each other. */
const SPREAD_MS = 60_000;
/**
 * Milliseconds between two signatures of the root zone (IANA signs it twice a day), and the greatest age in milliseconds
 * of a signature that root servers send.
 */
const SIGNED_MS = 12 * 3_600_000;
const SIGNED_MOST_MS = 48 * 3_600_000;

/**
 * Compares this host's clock with the time that web servers of at least two operators tell or, if they tell none, with
 * the time at which the root was signed. Then the true time is known to half a day only, and the end of that time is
 * returned: a signature made since is valid then. Returns null if too few tell a time, or if they contradict each other.
 */
export function clockResult(
  connections: readonly Connection[],
  signatures: readonly SignedTime[],
  now: number,
): FacetResult | null {
  return clockOfServers(connections, signatures, now) ?? clockOfRoot(signatures, now);
}

function clockOfServers(
  connections: readonly Connection[],
  signatures: readonly SignedTime[],
  now: number,
): FacetResult | null {
  const all = connections
    .flatMap(({ time, ...by }) => (time === null ? [] : [{ ...by, offset: time.told - time.own }]))
    .toSorted((a, b) => a.offset - b.offset);
  const middle = all[Math.floor(all.length / 2)];
  if (middle === undefined) return null;
  const agreeing = all.filter(({ offset }) => Math.abs(offset - middle.offset) <= SPREAD_MS);
  if (new Set(agreeing.map(({ host }) => host)).size < 2) return null;
  const offsetMs = Math.round(middle.offset);
  const { evidence } = middle;
  if (Math.abs(offsetMs) <= SKEW_MS) return { verdict: "ok", evidence };
  // Signatures of the root that are not valid at the time that the web servers tell contradict that time.
  const at = now + offsetMs;
  const isSigned = signatures.some(({ from, until }) => from * 1000 <= at && at <= until * 1000);
  return signatures.length > 0 && !isSigned ? null : { verdict: "wrong", offsetMs, evidence };
}

function clockOfRoot(signatures: readonly SignedTime[], now: number): FacetResult | null {
  const [newest] = signatures.toSorted((a, b) => b.from - a.from);
  if (newest === undefined) return null;
  const { evidence } = newest;
  const ageMs = now - newest.from * 1000;
  if (0 <= ageMs && ageMs <= SIGNED_MOST_MS) return { verdict: "ok", evidence };
  return { verdict: "wrong", offsetMs: SIGNED_MS - ageMs, evidence };
}
