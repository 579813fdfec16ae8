import type { DnsRecord } from "../protocol/dns/record.ts";
import { isDenied, isNxname, walkChain } from "../protocol/rrset.ts";
import type { Status, TypeState } from "./data.ts";
import type { TypeObservation } from "./observations.ts";

/** The verdict on one record type. `records` is null if the records could not be determined. */
export type TypeVerdict = {
  readonly state: TypeState;
  readonly records: readonly DnsRecord[] | null;
  /** The alias's target if that target does not exist, otherwise null. */
  readonly missing: string | null;
  /** True if the aliases form a loop. */
  readonly loop: boolean;
};

/**
 * Judges the answer for one record type. If the answer is an alias to a name outside the zone, the resolver's answer
 * for that name is judged.
 */
export function judge(
  observed: Pick<TypeObservation, "type" | "source" | "server" | "outcome" | "outOfZone">,
  name: string,
  zone: string,
  behindAlias = false,
): TypeVerdict {
  const { outcome, source, server, type, outOfZone } = observed;
  const verdict = (
    status: Status,
    rest: Partial<TypeVerdict> = {},
    reason: TypeState["reason"] = null,
  ): TypeVerdict => {
    const records = status === "unknown" ? null : [];
    return { state: { status, reason, source, server }, records, missing: null, loop: false, ...rest };
  };
  if (outcome.kind !== "present") {
    return verdict("unknown", {}, outcome.kind === "unknown" ? outcome.reason : null);
  }
  const chain = walkChain(outcome.value.answers, name, type, source === "authoritative" ? zone : "");
  if (chain.records.length > 0) return verdict("answer", { records: chain.records });
  if (chain.loop) return verdict("unknown", { loop: true }, "malformed");
  if (outOfZone !== null)
    return judge({ ...outOfZone, type, source: "resolver", outOfZone: null }, outOfZone.target, zone, true);
  const { rcode, authorities } = outcome.value;
  const isMissing = rcode === "NXDOMAIN" || authorities.some((record) => isNxname(record, chain.end));
  const missing = isMissing && (behindAlias || chain.aliases.length > 0) ? chain.end : null;
  return verdict("nodata", { missing });
}

/**
 * Returns one status for several types: `answer` if any type has records, otherwise `unknown` if any type is unknown.
 */
export function overall(verdicts: readonly TypeVerdict[]): Status {
  const has = (status: Status) => verdicts.some((verdict) => verdict.state.status === status);
  if (has("answer")) return "answer";
  return has("unknown") || verdicts.length === 0 ? "unknown" : "nodata";
}

/** Returns true if the answer denies the name itself and not an alias's target (RFC 6604 3). */
export function deniedBy({ outcome, type }: TypeObservation, name: string): boolean {
  if (outcome.kind !== "present" || !isDenied(outcome.value, name)) return false;
  return walkChain(outcome.value.answers, name, type).records.length === 0;
}

/** Returns true if the answer shows that the name exists. */
export function existsBy(observed: TypeObservation, name: string): boolean {
  return observed.outcome.kind === "present" && !deniedBy(observed, name);
}
