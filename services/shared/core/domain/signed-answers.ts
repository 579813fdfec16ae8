import type { DnsReply } from "../protocol/dns/message.ts";
import { type Denial, readDenial } from "../protocol/dnssec/denial/denial.ts";
import { dnameOf } from "../protocol/dnssec/denial/dname.ts";
import type { Proof, ProofGap } from "../protocol/dnssec/denial/proof.ts";
import { proveExpansion, proveNoName, proveNoType } from "../protocol/dnssec/denial/prove.ts";
import { stateOfSet } from "../protocol/dnssec/set-state.ts";
import type { Signature, SignedSet } from "../protocol/dnssec/signed-set.ts";
import type { SignatureObservation } from "../protocol/dnssec/state.ts";
import type { Work } from "../protocol/dnssec/work.ts";
import { isWithin } from "../protocol/names.ts";
import { deniesTarget, walkChain } from "../protocol/rrset.ts";
import type { ServerObservation, ServerReply, TypeObservation } from "./observations.ts";
import { type LinkJudged, setsOf } from "./trust-chain.ts";

/** Failures of an RRset or of a proof of denial for which validating resolvers answer SERVFAIL. */
const BOGUS = [
  "missing",
  "expired",
  "not_yet_valid",
  "wrong",
  "no_key",
  /** The proof that the name, or the type at the name, does not exist is incomplete. */
  "not_denied",
  /** The proof that no existing name matches more closely than the wildcard is incomplete. */
  "expansion_not_proven",
] as const;

/** Reasons why an RRset or a proof of denial is not secure. */
export const FAILURE_STATES = [
  ...BOGUS,
  /**
   * Insecure, not bogus: the NSEC3 record makes no claim about unsigned names (opt-out, RFC 5155 6), or its hashes need
   * too many iterations (RFC 9276 3.2).
   */
  "opt_out",
  "iterations",
  /** Not bogus: the algorithm is not supported here, or the budget of the request was used up. */
  "unsupported",
  "not_checked",
] as const;
/** Reason why an RRset or a proof of denial is not secure. */
export type FailureState = (typeof FAILURE_STATES)[number];

/** An RRset or a denial of a secure zone that fails validation, with the servers that returned it. */
export type Failure = {
  /** Owner name of the RRset, or the name whose existence is denied. */
  readonly name: string;
  readonly types: readonly string[];
  readonly state: FailureState;
  /** The signature that determined the result; null if there is no signature. */
  readonly signature: SignatureObservation | null;
  /** First missing part of the proof of denial; null if the failure is not about such a proof. */
  readonly gap: ProofGap | null;
  readonly servers: readonly ServerObservation[];
  /** True if no server returns an answer that passes validation. */
  readonly everywhere: boolean;
};

/** Returns true if validating resolvers answer SERVFAIL because of the failure. */
export function isBogus({ state }: Pick<Failure, "state">): boolean {
  return BOGUS.some((bogus) => bogus === state);
}

type FoundFailure = Omit<Failure, "types" | "servers" | "everywhere"> & { readonly type: string };

/** Validates the replies of a secure zone's servers: the signatures of each RRset, and the proof of each denial. */
export function failuresOf(
  types: readonly TypeObservation[],
  name: string,
  zone: LinkJudged,
  at: number,
  work: Work,
): readonly Failure[] {
  const all = types
    .filter(({ source }) => source === "authoritative")
    .flatMap(({ type, replies }) => {
      const checked = replies.flatMap((one) => {
        const found = check(one, name, type, zone, at, work);
        return found === null ? [] : [{ server: one.server, found }];
      });
      const everywhere = checked.every(({ found }) => found.some(isBogus));
      return checked.flatMap(({ server, found }) => found.map((one) => ({ server, one, everywhere })));
    });
  return [
    ...Map.groupBy(all, ({ one, everywhere }) => `${one.name} ${one.state} ${everywhere}`).values(),
  ].map((group) => {
    const [{ one, everywhere }] = group as [(typeof group)[number]];
    const servers = new Map(group.map(({ server }) => [server.address, server]));
    // An alias or a DNAME is part of the answers for several types, so the types are listed once.
    const types = [...new Set(group.map((each) => each.one.type))];
    return {
      name: one.name,
      types,
      state: one.state,
      signature: one.signature,
      gap: one.gap,
      servers: [...servers.values()],
      everywhere,
    };
  });
}

/** Returns the failures in one server's reply; null if there is no reply to check. */
function check(
  { outcome }: ServerReply,
  name: string,
  type: string,
  zone: LinkJudged,
  at: number,
  work: Work,
): FoundFailure[] | null {
  const reply = outcome.kind === "present" ? outcome.value : null;
  const sets = setsOf(reply);
  if (sets === null || reply === null) return null;
  const denial = readDenial(sets, zone.zone, zone.keys, at, work);
  const denied = deniedName(reply, name, type, zone.zone);
  const own = sets.filter((set) => isChecked(set, sets, name, zone.zone, denied !== null));
  const found = own.flatMap((set): FoundFailure[] => {
    const { state, signature, wildcard } = stateOfSet(set, zone.zone, zone.keys, at, work);
    const what = { name: set.owner, type: set.type, signature, gap: null };
    if (state !== "valid") return [{ ...what, state }];
    if (wildcard === null) return [];
    return gapOf(what, proveExpansion(denial, set.owner, wildcard, work), "expansion_not_proven");
  });
  return denied === null ? found : [...found, ...missing(denial, denied, type, reply.rcode, work)];
}

/**
 * Returns the name at which the reply says that there are no records of the type: the queried name or the target of its
 * alias. Returns null if there are records, or if the reply is not the zone's own denial: our resolver judges targets
 * that the zone does not answer itself.
 */
function deniedName(reply: DnsReply, name: string, type: string, zone: string): string | null {
  const { aliases, records, end, loop } = walkChain(reply.answers, name, type, zone);
  if (records.length > 0 || loop) return null;
  // A DNAME without a CNAME makes the name too long (RFC 6672 2.2).
  if (aliases.length === 0) return reply.answers.some((record) => record.type === "DNAME") ? null : end;
  // The zone above has the DS records of the zone (RFC 4035 3.1.4.1).
  if (type === "DS" && end === zone) return null;
  return isWithin(end, zone) && deniesTarget(reply, zone) ? end : null;
}

function missing(denial: Denial, name: string, type: string, rcode: string, work: Work): FoundFailure[] {
  const proof =
    rcode === "NXDOMAIN" ? proveNoName(denial, name, work) : proveNoType(denial, name, type, work);
  return gapOf({ name, type, signature: null, gap: null }, proof, "not_denied");
}

/** Returns the failure that follows from an incomplete proof; empty if the proof is complete. */
function gapOf(what: Omit<FoundFailure, "state">, proof: Proof, state: FailureState): FoundFailure[] {
  if (proof.kind === "proven") return [];
  if (proof.kind === "not_checked") return [{ ...what, state: "not_checked" }];
  return proof.kind === "insecure"
    ? [{ ...what, state: proof.reason }]
    : [{ ...what, state, gap: proof.reason }];
}

/**
 * Returns true if the zone must have signed the given RRset. Records at an alias's target may be in another zone on
 * the same server, and our resolver judges those. A CNAME synthesized from a DNAME has no signature (RFC 6672 5.3.1).
 */
function isChecked(
  set: SignedSet,
  all: readonly SignedSet[],
  name: string,
  zone: string,
  denies: boolean,
): boolean {
  const { owner, type, section, signatures } = set;
  if (type === "NSEC" || type === "NSEC3" || !isWithin(owner, zone)) return false;
  // Resolvers drop all other records of the authority section, such as the NS records beside an answer.
  if (section === "authority") return denies && owner === zone && type === "SOA";
  if (signatures.length > 0) {
    const ofLowerZone = ({ signer }: Signature) =>
      signer !== zone && isWithin(signer, zone) && isWithin(owner, signer);
    const behindAlias = !isWithin(name, owner);
    return !behindAlias || !signatures.every(ofLowerZone);
  }
  if (type === "DNAME") return isWithin(name, owner);
  return owner === name && dnameOf(set, all) === null;
}
