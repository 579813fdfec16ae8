import type { Blocklist } from "../blocklist.ts";
import type { ProofData } from "../data.ts";
import type { AskedObservation } from "../observations.ts";
import { pointText } from "../point-text.ts";

/** Results of the lists' test points, without duplicates. */
export type Proofs = {
  /** Returns the id of the proof that supports a list's answer; null if the list was not tested in time. */
  readonly idOf: (list: Blocklist, asked: AskedObservation) => string | null;
  /** Returns all proofs so far, ordered by id. */
  readonly all: () => ProofData[];
};

/**
 * Collects the proofs of an answer. Most lists answer their test points in the same way, so equal results share one
 * entry.
 */
export function collectProofs(): Proofs {
  const proofs = new Map<string, ProofData>();
  return {
    idOf({ zone }, { family, health }) {
      if (health === null) return null;
      const { state, fault, checkedAt } = health;
      const points = health.points.map((point) => pointText(point, zone));
      const key = JSON.stringify([family, state, fault, points]);
      const earlier = proofs.get(key);
      const id = earlier?.id ?? String(proofs.size + 1);
      const earliest = earlier !== undefined && earlier.checkedAt < checkedAt ? earlier.checkedAt : checkedAt;
      proofs.set(key, { id, family, state, fault, checkedAt: earliest, points });
      return id;
    },
    all: () => [...proofs.values()],
  };
}
