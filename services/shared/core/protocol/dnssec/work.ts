/** What a check of one signature gave. */
export type SignatureVerdict = "holds" | "wrong" | "unsupported_key" | "not_checked";

/**
 * What checking the signatures of one request may cost, whatever the zones hold (KeyTrap, CVE-2023-50387, and
 * CVE-2023-50868). Costs are in units of about a microsecond of one processor: a P-256 signature is 150.
 */
export type WorkLimits = {
  /** Units of all signatures of the request. */
  readonly cost: number;
  /** Signatures checked for one RRset, one after the other. */
  readonly perSet: number;
  /** SHA-1 blocks of all NSEC3 hashes of the request. */
  readonly hashBlocks: number;
};

/** The budget of one request, and what was found within it: the same signature is checked once. */
export type Work = {
  readonly limits: WorkLimits;
  readonly spent: { cost: number; verifications: number; hashBlocks: number };
  /** What checks gave, by key, signature and bytes. */
  readonly verified: Map<string, SignatureVerdict>;
  /** NSEC3 hashes by parameters and name. */
  readonly hashed: Map<string, string>;
};

const LIMITS: WorkLimits = { cost: 30_000, perSet: 8, hashBlocks: 5_000 };

/** A budget for one request. */
export function createWork(limits: Partial<WorkLimits> = {}): Work {
  return {
    limits: { ...LIMITS, ...limits },
    spent: { cost: 0, verifications: 0, hashBlocks: 0 },
    verified: new Map(),
    hashed: new Map(),
  };
}

/** Takes units from the budget; false where it has not so many left. */
export function spend({ spent, limits }: Work, units: number): boolean {
  if (spent.cost + units > limits.cost) return false;
  spent.cost += units;
  return true;
}
