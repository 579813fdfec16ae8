import { type Denial, readDenial } from "../protocol/dnssec/denial.ts";
import { dnameOf } from "../protocol/dnssec/dname.ts";
import type { ProofGap } from "../protocol/dnssec/proof.ts";
import { proveExpansion, proveNoName, proveNoType } from "../protocol/dnssec/prove.ts";
import { stateOfSet } from "../protocol/dnssec/set-state.ts";
import type { SignedSet } from "../protocol/dnssec/signed-set.ts";
import type { SignatureSeen, SignatureState } from "../protocol/dnssec/state.ts";
import type { Work } from "../protocol/dnssec/work.ts";
import { isWithin } from "../protocol/names.ts";
import { type LinkJudged, setsOf } from "./chain.ts";
import type { Said, ServerSeen, TypeSeen } from "./seen.ts";

/** What is wrong with an RRset, or with the proof of a denial. */
export const FAILURE_STATES = [
  "missing",
  "expired",
  "not_yet_valid",
  "wrong",
  "no_key",
  "unsupported",
  "not_checked",
  "not_denied",
  "expansion_not_proven",
] as const satisfies readonly (
  | Exclude<SignatureState, "valid">
  | "missing"
  | "not_denied"
  | "expansion_not_proven"
)[];

/** An RRset, or a denial, of a secure zone that does not hold, and the servers that give it so. */
export type Failure = {
  /** The owner's name, and the type of the RRset, or that was denied. */
  readonly name: string;
  readonly type: string;
  readonly state: (typeof FAILURE_STATES)[number];
  /** The signature that decides; null where there is none. */
  readonly signature: SignatureSeen | null;
  /** Of a denial, the first thing that its proof lacks. */
  readonly gap: ProofGap | null;
  readonly servers: readonly ServerSeen[];
  /** Whether no server gives it so that it holds. */
  readonly everywhere: boolean;
};

type Found = Omit<Failure, "servers" | "everywhere">;

/** Checks what a secure zone's servers said of a name: each RRset's signatures, and the proof of each denial. */
export function failuresOf(
  types: readonly TypeSeen[],
  name: string,
  zone: LinkJudged,
  at: number,
  work: Work,
): readonly Failure[] {
  return types
    .filter(({ source }) => source === "authoritative")
    .flatMap(({ type, said }) => {
      const checked = said.flatMap((one) => {
        const found = check(one, name, type, zone, at, work);
        return found === null ? [] : [{ server: one.server, found }];
      });
      const everywhere = checked.length > 0 && checked.every(({ found }) => found.length > 0);
      const all = checked.flatMap(({ server, found }) => found.map((one) => ({ server, one })));
      return [...Map.groupBy(all, ({ one }) => `${one.name} ${one.type} ${one.state}`).values()].map(
        (group) => {
          const [{ one }] = group as [(typeof group)[number]];
          return { ...one, servers: group.map(({ server }) => server), everywhere };
        },
      );
    });
}

/** What does not hold in one reply; null where there is no reply to check. */
function check(
  { outcome }: Said,
  name: string,
  type: string,
  zone: LinkJudged,
  at: number,
  work: Work,
): Found[] | null {
  const reply = outcome.kind === "present" ? outcome.value : null;
  const sets = setsOf(reply);
  if (sets === null || reply === null) return null;
  const denial = readDenial(sets, zone.zone, zone.keys, at, work);
  const own = sets.filter((set) => isChecked(set, sets, name, zone.zone));
  const found = own.flatMap((set): Found[] => {
    const { state, signature, wildcard } = stateOfSet(set, zone.zone, zone.keys, at, work);
    const what = { name: set.owner, type: set.type, signature, gap: null };
    if (state !== "valid") return [{ ...what, state }];
    const gap = wildcard === null ? null : gapOf(proveExpansion(denial, set.owner, wildcard, work));
    return gap === null ? [] : [{ ...what, state: "expansion_not_proven", gap }];
  });
  // An alias leads on: what is denied then is another name.
  const answered = reply.answers.some(
    (record) => record.type === type || record.type === "CNAME" || record.type === "DNAME",
  );
  const gap = answered ? null : missing(denial, name, type, reply.rcode, work);
  return gap === null ? found : [...found, { name, type, state: "not_denied", signature: null, gap }];
}

function missing(denial: Denial, name: string, type: string, rcode: string, work: Work): ProofGap | null {
  return gapOf(
    rcode === "NXDOMAIN" ? proveNoName(denial, name, work) : proveNoType(denial, name, type, work),
  );
}

function gapOf(proof: ReturnType<typeof proveNoName>): ProofGap | null {
  return proof.kind === "not_proven" ? proof.reason : null;
}

/**
 * Whether an RRset is one that the zone must have signed: what lies behind an alias may be in another zone that the same
 * server holds, and a CNAME made out of a DNAME has no signature (RFC 6672 5.3.1).
 */
function isChecked(set: SignedSet, all: readonly SignedSet[], name: string, zone: string): boolean {
  const { owner, type, section, signatures } = set;
  if (type === "NSEC" || type === "NSEC3" || !isWithin(owner, zone)) return false;
  const signers = signatures.map(({ signer }) => signer);
  if (signers.length > 0 && signers.every((signer) => signer !== zone && isWithin(signer, zone))) return false;
  if (signatures.length === 0 && dnameOf(set, all) !== null) return false;
  if (section === "authority") return owner === zone;
  return owner === name || signatures.length > 0;
}
