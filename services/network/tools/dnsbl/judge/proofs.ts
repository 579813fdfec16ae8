import type { ProofData } from "../data.ts";
import type { AskedObservation, ListHealth } from "../observations.ts";

/** Results of the lists' test points, without duplicates. */
export type Proofs = {
  /** Returns the id of the proof that supports a list's answer; null if the list was not tested in time. */
  readonly idOf: (asked: AskedObservation) => string | null;
  /** Returns all proofs so far, ordered by id. */
  readonly all: () => ProofData[];
};

/**
 * Collects the proofs of an answer. Most lists answer their test points in the same way, so equal results share one
 * entry.
 */
export function collectProofs(): Proofs {
  const proofs: ProofData[] = [];
  return {
    idOf({ family, health }) {
      if (health === null) return null;
      const { state, fault, checkedAt, points } = health;
      // There are only a few different results, so comparing them costs less than building a key for each list.
      const same = proofs.find((proof) => proof.family === family && isSame(proof, health));
      if (same === undefined) {
        const id = String(proofs.length + 1);
        proofs.push({ id, family, state, fault, checkedAt, points: [...points] });
        return id;
      }
      if (checkedAt < same.checkedAt) same.checkedAt = checkedAt;
      return same.id;
    },
    all: () => proofs,
  };
}

function isSame(proof: ProofData, { state, fault, points }: ListHealth): boolean {
  return (
    proof.state === state &&
    proof.fault === fault &&
    proof.points.length === points.length &&
    proof.points.every((point, i) => point === points[i])
  );
}
