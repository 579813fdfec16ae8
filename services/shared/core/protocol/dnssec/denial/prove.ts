import { type Labels, labelsOf, lowerLabels } from "../names.ts";
import type { Work } from "../work.ts";
import type { Denial } from "./denial.ts";
import * as nsec from "./nsec.ts";
import * as nsec3 from "./nsec3.ts";
import { gap, type Proof } from "./proof.ts";

/**
 * Checks the proof that a name does not exist and that no wildcard answers for it (NXDOMAIN; RFC 4035 5.4, RFC
 * 5155 8.4).
 */
export function proveNoName(denial: Denial, name: string, work: Work): Proof {
  const labels = lower(name);
  return either(
    denial,
    () => nsec.noName(denial, labels),
    () => nsec3.noName(denial, labels, work),
  );
}

/**
 * Checks the proof that a name, or the wildcard that answers for it, has no records of a type (RFC 4035 5.4, RFC
 * 5155 8.5 to 8.7).
 */
export function proveNoType(denial: Denial, name: string, type: string, work: Work): Proof {
  const labels = lower(name);
  return either(
    denial,
    () => nsec.noType(denial, labels, type),
    () => nsec3.noType(denial, labels, type, work),
  );
}

/**
 * Checks the proof that no name matches `name` more closely than the wildcard that its records were expanded from
 * (RFC 4035 5.3.4, RFC 5155 8.8). @param wildcard as in `SetState.wildcard`.
 */
export function proveExpansion(denial: Denial, name: string, wildcard: string, work: Work): Proof {
  const [labels, star] = [lower(name), lower(wildcard)];
  return either(
    denial,
    () => nsec.expansion(denial, labels, star),
    () => nsec3.expansion(denial, labels, star, work),
  );
}

/**
 * Checks the parent zone's proof that a delegation has no DS (RFC 4035 5.2, RFC 5155 8.6, 8.9). Returns `proven`,
 * or `insecure` for an opt-out span. In both cases the child zone is insecure.
 */
export function proveNoDs(denial: Denial, child: string, work: Work): Proof {
  const labels = lower(child);
  return either(
    denial,
    () => nsec.noDs(denial, labels),
    () => nsec3.noDs(denial, labels, work),
  );
}

function lower(name: string): Labels {
  return lowerLabels(labelsOf(name));
}

/**
 * Tries the NSEC records, then the NSEC3 records if the NSEC records prove nothing. If a record was not checked, an
 * incomplete proof counts as not checked, because that record may be the missing part.
 */
function either(denial: Denial, byNsec: () => Proof, byNsec3: () => Proof): Proof {
  const unchecked = denial.refused.some(({ state }) => state.state === "not_checked");
  const first = denial.nsec.length > 0 ? byNsec() : null;
  const proof = first?.kind === "proven" || denial.nsec3.length === 0 ? first : byNsec3();
  if (denial.leavesZone && proof?.kind !== "proven") return gap("leaves_zone");
  if (proof === null && !unchecked) return gap(denial.refused.length > 0 ? "signatures" : "no_records");
  return proof === null || (proof.kind === "not_proven" && unchecked) ? { kind: "not_checked" } : proof;
}
