import type { Denial, Proof } from "./denial.ts";
import type { Work } from "./work.ts";

/** Whether a name does not exist and no wildcard answers for it (NXDOMAIN; RFC 4035 5.4, RFC 5155 8.4). */
export function proveNoName(_denial: Denial, _name: string, _work: Work): Proof {
  return { kind: "not_checked" };
}

/** Whether a name, or the wildcard that answers for it, has no records of a type (RFC 4035 5.4, RFC 5155 8.5, 8.7). */
export function proveNoType(_denial: Denial, _name: string, _type: string, _work: Work): Proof {
  return { kind: "not_checked" };
}

/**
 * Whether no name is closer to `name` than the wildcard of which its records were expanded (RFC 4035 5.3.4,
 * RFC 5155 8.8). @param wildcard as `SetState.wildcard`.
 */
export function proveExpansion(_denial: Denial, _name: string, _wildcard: string, _work: Work): Proof {
  return { kind: "not_checked" };
}

/** Whether a delegation has no DS (RFC 4035 5.2, RFC 5155 8.6, 8.9): `insecure` for a span with opt-out. */
export function proveNoDs(_denial: Denial, _child: string, _work: Work): Proof {
  return { kind: "not_checked" };
}
