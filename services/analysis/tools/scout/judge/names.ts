import type { Reason } from "@dnstools/core/tool/outcome";
import { VALUES_MAX } from "../candidate-answer.ts";
import type { NameData, WildcardData } from "../data.ts";
import type {
  BaselineObservation,
  CandidateAnswer,
  CandidateType,
  HostObservation,
  HostsObservation,
  NameObservation,
  NamesObservation,
} from "../observations.ts";
import type { SectionTally } from "../section.ts";
import {
  compare,
  type ExistenceProof,
  hasSomething,
  isDoubtful,
  readBaseline,
  type WildcardBaseline,
} from "../wildcard-baseline.ts";

/** The verdict on one name: whether it exists, with a proof, or why this is unknown. */
export type JudgedName = {
  readonly observed: NameObservation;
  readonly verdict: "exists" | "indistinguishable" | "expanded" | "none" | "unknown";
  readonly proof: ExistenceProof | null;
  /** The reason why the wildcard baseline is unknown; null if the baseline is known. */
  readonly reason: Reason | null;
};

/**
 * Judges the names that were searched for.
 * @param type the record type of the first query for each name.
 */
export function judgeNames(
  { names, baselines }: NamesObservation,
  type: CandidateType,
): readonly JudgedName[] {
  const siblings = Map.groupBy(names, ({ parent }) => parent);
  const triedOf = ({ parent, type: of }: BaselineObservation) =>
    (of === type ? (siblings.get(parent) ?? []) : []).flatMap(({ answers }) => answers[of] ?? []);
  const byParent = new Map(
    baselines.map((one) => [`${one.parent} ${one.type}`, readBaseline(one, triedOf(one))]),
  );
  const baselineOf = (name: NameObservation, of: CandidateType) =>
    byParent.get(`${name.parent} ${of}`) ?? null;
  return names
    .map((observed) => judge(observed, type, baselineOf))
    .toSorted((a, b) => (a.observed.name < b.observed.name ? -1 : 1));
}

function judge(
  observed: NameObservation,
  type: CandidateType,
  baselineOf: (name: NameObservation, type: CandidateType) => WildcardBaseline | null,
): JudgedName {
  const first = observed.answers[type];
  const baseline = baselineOf(observed, type);
  const compared =
    first === undefined || baseline === null
      ? "unknown"
      : compare(first, observed.again, baseline, observed.name);
  const isOpen =
    baseline?.kind === "unknown" ||
    (baseline !== null && first?.kind === "present" && isDoubtful(baseline, first.value));
  const reason = isOpen ? (baseline.reason ?? "budget") : null;
  const done = (verdict: JudgedName["verdict"], proof: ExistenceProof | null = null) => ({
    observed,
    verdict,
    proof,
    reason,
  });
  if (compared === "wildcard") return done("expanded");
  if (compared === "none" || compared === "unknown") return done(compared);
  if (compared !== "same") return done("exists", compared);
  // If the A answers for random names vary, the AAAA answers for random names vary too, so a differing AAAA answer
  // proves nothing.
  const others = Object.entries(observed.answers).filter(
    ([of]) => of !== type && !(of === "AAAA" && baseline?.kind === "rotating"),
  );
  const tells = others.some(([of, answer]) => {
    const at = baselineOf(observed, of as CandidateType);
    const word = at === null || at.kind === "none" ? "same" : compare(answer, [], at, observed.name);
    return word === "other_answer" || word === "other_ttl";
  });
  if (tells) return done("exists", "other_types");
  if (answersOf(observed).some(([, answer]) => hasSomething(answer))) return done("indistinguishable");
  // If all random names exist, a name without any records is not worth listing. Whether a name has no records is known
  // only when all types were answered.
  const open = type === "A" && FURTHER.some((of) => observed.answers[of]?.kind !== "present");
  return done(open || reason !== null ? "unknown" : "none");
}

/** Record types that are queried for a name without an IPv4 address. */
const FURTHER = ["AAAA", "MX", "TXT"] as const;

function answersOf({ answers }: NameObservation): [string, CandidateAnswer][] {
  return Object.entries(answers).flatMap(([type, answer]) =>
    answer?.kind === "present" ? [[type, answer.value] as [string, CandidateAnswer]] : [],
  );
}

/** Returns a name in the form that the JSON output uses. */
export function nameData({ observed, proof }: JudgedName, hosts: HostsObservation): NameData {
  const answers = answersOf(observed);
  const alias = answers.find(([, answer]) => answer.end !== null)?.[1];
  const delegated = answers.find(([, answer]) => answer.delegated)?.[1];
  const end = alias?.end ?? undefined;
  const host = end === undefined ? undefined : hosts.get(end);
  const own = answers.flatMap(([type, { values, total, ttl, tooLarge }]) => {
    if (tooLarge) return [{ type, ttl, values: [], total: -1 }];
    return total > 0 ? [{ type, ttl: alias === undefined ? ttl : null, values: [...values], total }] : [];
  });
  const reached = end !== undefined && answers.some(([, { values }]) => values.length > 0);
  return {
    name: observed.name,
    proof,
    delegated: delegated !== undefined,
    nameServers: [...(delegated?.nameServers ?? [])],
    // Our resolver may find further aliases that the zone's servers do not know.
    aliases: [...(alias?.aliases ?? []), ...(host === undefined || host.end === end ? [] : [host.end])],
    target: end === undefined ? null : reached ? "exists" : targetOf(host),
    reason: end === undefined || reached || alias?.loop ? openOf(observed) : reasonOf(host),
    records: own.length > 0 ? own : recordsOf(host),
  };
}

function targetOf(host: HostObservation | undefined): NameData["target"] {
  if (host === undefined || host.addresses.kind === "unknown") return "unknown";
  const gone = host.addresses.kind === "absent" && host.addresses.how === "nxdomain";
  return gone ? (host.unregistered ? "unregistered" : "missing") : "exists";
}

/** Returns the reason why some answer about the name itself is missing; null if everything is known. */
function openOf({ answers }: NameObservation): NameData["reason"] {
  for (const answer of Object.values(answers)) {
    if (answer?.kind === "unknown") return answer.reason;
    if (answer?.kind === "present" && answer.value.reason !== null) return answer.value.reason;
  }
  return null;
}

/** Returns the reason why an alias's target is unknown; null if the target is known. */
function reasonOf(host: HostObservation | undefined): NameData["reason"] {
  if (host === undefined) return "budget";
  return host.addresses.kind === "unknown" ? host.addresses.reason : null;
}

/** Returns the address records that our resolver found for a name that is an alias or is delegated. */
function recordsOf(host: HostObservation | undefined): NameData["records"] {
  const addresses = host?.addresses.kind === "present" ? host.addresses.value : [];
  const families = { A: addresses.filter(isV4), AAAA: addresses.filter((one) => !isV4(one)) };
  return Object.entries(families).flatMap(([type, values]) =>
    values.length > 0 ? [{ type, ttl: null, values: values.slice(0, VALUES_MAX), total: values.length }] : [],
  );
}

const isV4 = (address: string) => !address.includes(":");

/** Returns the parents below which random names get an answer, and those for which this is unknown. */
export function wildcardsOf({ baselines }: NamesObservation): WildcardData[] {
  return baselines
    .map((observed) => ({ observed, baseline: readBaseline(observed) }))
    .flatMap(({ observed, baseline: { kind, ...baseline } }) =>
      kind === "none" || (kind === "nodata" && observed.type !== "A" && observed.type !== "SRV")
        ? []
        : [
            {
              level: observed.parent,
              type: observed.type,
              kind,
              selective: baseline.selective,
              signed: baseline.signed,
              values: [...baseline.values].sort().slice(0, VALUES_MAX),
              aliases: [...baseline.aliases].sort().slice(0, VALUES_MAX),
              dname: baseline.dname,
              probes: baseline.probes,
            },
          ],
    )
    .toSorted((a, b) => (`${a.level} ${a.type}` < `${b.level} ${b.type}` ? -1 : 1));
}

/** Maximum number of names that are listed as indistinguishable from random names. */
export const ALIKE_MAX = 10;
/** Maximum number of names that are listed as unknown. */
const UNKNOWN_MAX = 50;

/** Groups names by verdict, and counts the names with a known verdict. */
export function tallyOf(judged: readonly JudgedName[], wanted: readonly string[]) {
  const of = (verdict: JudgedName["verdict"]) => judged.filter((one) => one.verdict === verdict);
  const open = of("unknown");
  const failed = open.flatMap(({ observed }) =>
    Object.values(observed.answers).flatMap((answer) => (answer?.kind === "unknown" ? [answer.reason] : [])),
  );
  const settled = new Set(
    judged
      .filter(({ verdict, reason }) => verdict !== "unknown" && (reason === null || verdict === "none"))
      .map(({ observed }) => observed.name),
  );
  const lost = judged.find(({ reason }) => reason !== null)?.reason;
  return {
    exists: of("exists"),
    indistinguishable: of("indistinguishable"),
    fromWildcard: of("expanded").length,
    unknown: wanted.filter((name) => !settled.has(name)).slice(0, UNKNOWN_MAX),
    tally: { wanted: wanted.length, known: settled.size, reason: failed[0] ?? lost ?? null },
  };
}

/**
 * Reduces the number of known names in a tally by the names whose target is unknown.
 * @param reasons the reason why each target is unknown; null for a known target.
 */
export function withoutUnknown(tally: SectionTally, reasons: readonly (Reason | null)[]): SectionTally {
  const open = reasons.filter((reason) => reason !== null);
  return { ...tally, known: tally.known - open.length, reason: tally.reason ?? open[0] ?? null };
}
