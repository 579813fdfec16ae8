import type { Blocklist } from "../blocklist.ts";
import type { ProofData } from "../data.ts";
import type { AskedObservation } from "../observations.ts";
import { pointText } from "../point-text.ts";

/** What the lists' test points said, each outcome once. */
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
      const known = proofs.get(key);
      const id = known?.id ?? String(proofs.size + 1);
      const earliest = known !== undefined && known.checkedAt < checkedAt ? known.checkedAt : checkedAt;
      proofs.set(key, { id, family, state, fault, checkedAt: earliest, points });
      return id;
    },
    all: () => [...proofs.values()],
  };
}
