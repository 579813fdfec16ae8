import type { Blocklist } from "../blocklist.ts";
import type { ProofData } from "../data.ts";
import type { AskedObservation } from "../observations.ts";
import { pointText } from "../point-text.ts";

/** The results of the lists' test points, each once. */
export type Proofs = {
  /** The number of the proof that an answer of the list goes by; null where the list was not proved in time. */
  readonly idOf: (list: Blocklist, asked: AskedObservation) => string | null;
  /** All proofs so far, in order of their numbers. */
  readonly all: () => ProofData[];
};

/** Most lists answer their test points alike: what they answered is written once for all of these. */
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
