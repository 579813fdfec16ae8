/** The result of verifying one signature. */
export type SignatureVerdict = "holds" | "wrong" | "unsupported_key" | "not_checked";

/**
 * Limits on the cost of validation for one request. They also bound the cost of hostile zones (KeyTrap,
 * CVE-2023-50387, and CVE-2023-50868). Costs are in units of about a microsecond on one processor core: verifying a
 * P-256 signature costs 150.
 */
export type WorkLimits = {
  /** Maximum total cost of all signature verifications in the request, in units. */
  readonly cost: number;
  /** Maximum number of signatures verified per RRset. */
  readonly perSet: number;
  /** Maximum number of SHA-1 blocks for all NSEC3 hashes in the request. */
  readonly hashBlocks: number;
};

/** The validation budget of one request, with a cache of its results: each signature is verified only once. */
export type Work = {
  readonly limits: WorkLimits;
  readonly spent: { cost: number; verifications: number; hashBlocks: number };
  /** Verification results by key, signature and signed bytes. */
  readonly verified: Map<string, SignatureVerdict>;
  /** NSEC3 hashes by hash parameters and name. */
  readonly hashed: Map<string, string>;
};

const LIMITS: WorkLimits = { cost: 30_000, perSet: 8, hashBlocks: 5_000 };

/** Creates a validation budget for one request. */
export function createWork(limits: Partial<WorkLimits> = {}): Work {
  return {
    limits: { ...LIMITS, ...limits },
    spent: { cost: 0, verifications: 0, hashBlocks: 0 },
    verified: new Map(),
    hashed: new Map(),
  };
}

/** Charges units to the budget. Returns false if the budget has not enough units left. */
export function spend({ spent, limits }: Work, units: number): boolean {
  if (spent.cost + units > limits.cost) return false;
  spent.cost += units;
  return true;
}
