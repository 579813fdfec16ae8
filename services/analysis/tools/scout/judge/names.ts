import type { Reason } from "@dnstools/core/tool/outcome";
import type { NameData, WildcardData } from "../data.ts";
import type {
  GuessAnswer,
  GuessType,
  HostObservation,
  HostsObservation,
  NameObservation,
  NamesObservation,
} from "../observations.ts";
import { VALUES_MAX } from "../read-guess.ts";
import { compare, hasSomething, type Level, type Proof, readLevel } from "../read-level.ts";
import type { Tally } from "../section.ts";

/** What came of one name: that it was made, how that is known, or why not. */
export type Judged = {
  readonly observed: NameObservation;
  readonly verdict: "exists" | "indistinguishable" | "expanded" | "none" | "unknown";
  readonly proof: Proof | null;
  /** Why it is not known what random names get; null where it is. */
  readonly reason: Reason | null;
};

/** Judges the names of a search. @param type what they were asked for first. */
export function judgeNames({ names, levels }: NamesObservation, type: GuessType): readonly Judged[] {
  const known = new Map(levels.map((level) => [`${level.parent} ${level.type}`, readLevel(level)]));
  const levelOf = (name: NameObservation, of: GuessType) => known.get(`${name.parent} ${of}`) ?? null;
  return names
    .map((observed) => judge(observed, type, levelOf))
    .toSorted((a, b) => (a.observed.name < b.observed.name ? -1 : 1));
}

function judge(
  observed: NameObservation,
  type: GuessType,
  levelOf: (name: NameObservation, type: GuessType) => Level | null,
): Judged {
  const first = observed.answers[type];
  const level = levelOf(observed, type);
  const said =
    first === undefined || level === null ? "unknown" : compare(first, observed.again, level, observed.name);
  const reason = level?.kind === "unknown" ? (level.reason ?? "budget") : null;
  const done = (verdict: Judged["verdict"], proof: Proof | null = null) => ({
    observed,
    verdict,
    proof,
    reason,
  });
  if (said === "wildcard") return done("expanded");
  if (said === "none" || said === "unknown") return done(said);
  if (said !== "same") return done("exists", said);
  // Where addresses are ever others, those of the other family are too.
  const others = Object.entries(observed.answers).filter(
    ([of]) => of !== type && !(of === "AAAA" && level?.kind === "rotating"),
  );
  const tells = others.some(([of, answer]) => {
    const at = levelOf(observed, of as GuessType);
    const word = at === null || at.kind === "none" ? "same" : compare(answer, [], at, observed.name);
    return word === "other_answer" || word === "other_ttl";
  });
  if (tells) return done("exists", "other_types");
  if (answersOf(observed).some(([, answer]) => hasSomething(answer))) return done("indistinguishable");
  // Where all names exist and this one has nothing, nothing is to be said of it; but it takes all of its types to know that.
  const open = type === "A" && FURTHER.some((of) => observed.answers[of]?.kind !== "present");
  return done(open || reason !== null ? "unknown" : "none");
}

/** What a name without an address is asked for. */
const FURTHER = ["AAAA", "MX", "TXT"] as const;

function answersOf({ answers }: NameObservation): [string, GuessAnswer][] {
  return Object.entries(answers).flatMap(([type, answer]) =>
    answer?.kind === "present" ? [[type, answer.value] as [string, GuessAnswer]] : [],
  );
}

/** A name as it is shown. */
export function nameData({ observed, proof }: Judged, hosts: HostsObservation): NameData {
  const answers = answersOf(observed);
  const alias = answers.find(([, answer]) => answer.end !== null)?.[1];
  const delegated = answers.some(([, answer]) => answer.delegated);
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
    delegated,
    // Those that the zone's servers do not know, too.
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

/** Why something of a name itself could not be found out; null where nothing is open. */
function openOf({ answers }: NameObservation): NameData["reason"] {
  for (const answer of Object.values(answers)) {
    if (answer?.kind === "unknown") return answer.reason;
    if (answer?.kind === "present" && answer.value.reason !== null) return answer.value.reason;
  }
  return null;
}

/** Why it is not known what an alias leads to; null where it is. */
function reasonOf(host: HostObservation | undefined): NameData["reason"] {
  if (host === undefined) return "budget";
  return host.addresses.kind === "unknown" ? host.addresses.reason : null;
}

/** Addresses that our resolver found behind an alias or a delegation. */
function recordsOf(host: HostObservation | undefined): NameData["records"] {
  const addresses = host?.addresses.kind === "present" ? host.addresses.value : [];
  const families = { A: addresses.filter(isV4), AAAA: addresses.filter((one) => !isV4(one)) };
  return Object.entries(families).flatMap(([type, values]) =>
    values.length > 0 ? [{ type, ttl: null, values: values.slice(0, VALUES_MAX), total: values.length }] : [],
  );
}

const isV4 = (address: string) => !address.includes(":");

/** Levels at which names that nobody has made get something, or of which that is unknown. */
export function wildcardsOf({ levels }: NamesObservation): WildcardData[] {
  return levels
    .map((observed) => ({ observed, level: readLevel(observed) }))
    .flatMap(({ observed, level: { kind, ...level } }) =>
      kind === "none" || (kind === "nodata" && observed.type !== "A" && observed.type !== "SRV")
        ? []
        : [
            {
              level: observed.parent,
              type: observed.type,
              kind,
              selective: level.selective,
              signed: level.signed,
              values: [...level.values].sort().slice(0, VALUES_MAX),
              aliases: [...level.aliases].sort().slice(0, VALUES_MAX),
              dname: level.dname,
              probes: level.probes,
            },
          ],
    )
    .toSorted((a, b) => (`${a.level} ${a.type}` < `${b.level} ${b.type}` ? -1 : 1));
}

/** Names that cannot be told from others of which some are shown: one is like the other. */
export const ALIKE_MAX = 10;
/** Names of which nothing could be found out that are told. */
const UNKNOWN_MAX = 50;

/** How many names there are of each verdict, and why some are unknown. */
export function tallyOf(judged: readonly Judged[], wanted: readonly string[]) {
  const of = (verdict: Judged["verdict"]) => judged.filter((one) => one.verdict === verdict);
  const open = of("unknown");
  const failed = open.flatMap(({ observed }) =>
    Object.values(observed.answers).flatMap((answer) => (answer?.kind === "unknown" ? [answer.reason] : [])),
  );
  const known = new Set(
    judged
      .filter(({ verdict, reason }) => verdict !== "unknown" && (reason === null || verdict === "none"))
      .map(({ observed }) => observed.name),
  );
  const lost = judged.find(({ reason }) => reason !== null)?.reason;
  return {
    exists: of("exists"),
    indistinguishable: of("indistinguishable"),
    fromWildcard: of("expanded").length,
    unknown: wanted.filter((name) => !known.has(name)).slice(0, UNKNOWN_MAX),
    tally: { wanted: wanted.length, known: known.size, reason: failed[0] ?? lost ?? null },
  };
}

/** A tally that those are taken from whose target could not be found out. */
export function withoutUnknown(tally: Tally, reasons: readonly (Reason | null)[]): Tally {
  const open = reasons.filter((reason) => reason !== null);
  return { ...tally, known: tally.known - open.length, reason: tally.reason ?? open[0] ?? null };
}
