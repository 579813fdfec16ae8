import type { DnsRecord } from "../protocol/dns/record.ts";
import { walkChain } from "../protocol/rrset.ts";
import type { Status, TypeState } from "./data.ts";
import type { TypeObservation } from "./observations.ts";

/** One type, judged. `records` is null where it could not be found out. */
export type Verdict = {
  readonly state: TypeState;
  readonly records: readonly DnsRecord[] | null;
  /** An alias's target that does not exist. */
  readonly missing: string | null;
  /** Whether the aliases lead in a circle. */
  readonly loop: boolean;
};

/** One type as one server said it; where an alias led on to the resolver, what came of that. */
export function judge(
  observed: Pick<TypeObservation, "type" | "source" | "server" | "outcome" | "beyond">,
  name: string,
  zone: string,
  behindAlias = false,
): Verdict {
  const { outcome, source, server, type, beyond } = observed;
  const verdict = (
    status: Status,
    rest: Partial<Verdict> = {},
    reason: TypeState["reason"] = null,
  ): Verdict => {
    const records = status === "unknown" ? null : [];
    return { state: { status, reason, source, server }, records, missing: null, loop: false, ...rest };
  };
  if (outcome.kind !== "present") {
    return verdict("unknown", {}, outcome.kind === "unknown" ? outcome.reason : null);
  }
  const chain = walkChain(outcome.value.answers, name, type, source === "authoritative" ? zone : "");
  if (chain.records.length > 0) return verdict("answer", { records: chain.records });
  if (chain.loop) return verdict("unknown", { loop: true }, "malformed");
  if (beyond !== null)
    return judge({ ...beyond, type, source: "resolver", beyond: null }, beyond.target, zone, true);
  const missing =
    outcome.value.rcode === "NXDOMAIN" && (behindAlias || chain.aliases.length > 0) ? chain.end : null;
  return verdict("nodata", { missing });
}

export function overall(verdicts: readonly Verdict[]): Status {
  const has = (status: Status) => verdicts.some((verdict) => verdict.state.status === status);
  if (has("answer")) return "answer";
  return has("unknown") || verdicts.length === 0 ? "unknown" : "nodata";
}

/** NXDOMAIN for the name, not for the target of an alias (RFC 6604 3). */
export function deniedBy({ outcome, type }: TypeObservation, name: string): boolean {
  if (outcome.kind !== "present" || outcome.value.rcode !== "NXDOMAIN") return false;
  const { aliases, records } = walkChain(outcome.value.answers, name, type);
  return aliases.length === 0 && records.length === 0;
}

export function existsBy(observed: TypeObservation, name: string): boolean {
  return observed.outcome.kind === "present" && !deniedBy(observed, name);
}
