import { isIp, parseIp } from "@dnstools/core/protocol/ip";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { GuessAnswer, Guessed, LevelObservation, LevelProbe } from "./observations.ts";

/** What names get that nobody has made, at one level and for one type. */
export type Level = {
  /**
   * none: they do not exist. fixed: always the same answer; rotating: ever another. nodata: they exist and have nothing of the
   * type. unknown: it could not be found out.
   */
  readonly kind: "none" | "fixed" | "rotating" | "nodata" | "unknown";
  /** Whether some random names exist and others do not. */
  readonly selective: boolean;
  /** Whether some exist and have nothing of the type. */
  readonly empty: boolean;
  /** Of those that are no aliases. */
  readonly values: ReadonlySet<string>;
  /** Where first aliases lead (see GuessAnswer.via). */
  readonly aliases: ReadonlySet<string>;
  /** Whether some answers are larger than is read: others of their kind need not be alike. */
  readonly tooLarge: boolean;
  /** Whether each random name gets the same answer again: then that a name does says nothing. */
  readonly steady: boolean;
  readonly ttls: ReadonlySet<number>;
  /** Networks of the values: /24 and /48. */
  readonly networks: ReadonlySet<string>;
  /** Whether signatures show that it is a wildcard (RFC 4034 3.1.3). */
  readonly signed: boolean;
  /** The DNAME record that leads them on (RFC 6672); null where there is none. */
  readonly dname: GuessAnswer["dname"];
  /** Whether random names are zones of their own. */
  readonly delegated: boolean;
  /** Why it is unknown; null else. */
  readonly reason: Reason | null;
  readonly probes: number;
};

export function readLevel({ parent, probes }: LevelObservation): Level {
  const answers = probes.flatMap(({ answer }) => (answer.kind === "present" ? [answer.value] : []));
  const hits = isMeant(probes) ? answers.filter(hasSomething) : [];
  const nodata = answers.filter((answer) => !answer.denied && !hasSomething(answer));
  // Half of them must have been answered, or one that tells would be missed.
  const kind =
    hits.length === 0 && answers.length * 2 < probes.length
      ? "unknown"
      : hits.length > 0
        ? new Set(hits.map(keyOf)).size > 1
          ? "rotating"
          : "fixed"
        : nodata.length > 0
          ? "nodata"
          : "none";
  const values = new Set(hits.filter(({ aliases }) => aliases.length === 0).flatMap((hit) => hit.values));
  const depth = parent.split(".").length;
  return {
    kind,
    selective: answers.some(({ denied }) => denied) && answers.some(({ denied }) => !denied),
    empty: nodata.length > 0,
    values,
    aliases: new Set(hits.flatMap(({ via }) => (via === null ? [] : [via]))),
    tooLarge: hits.some(({ tooLarge }) => tooLarge),
    steady: probes.some(
      ({ answer, again }) =>
        again !== null &&
        isSteady(answer, [again]) &&
        answer.kind === "present" &&
        hasSomething(answer.value),
    ),
    ttls: new Set(hits.flatMap(({ ttl }) => (ttl === null ? [] : [ttl]))),
    networks: new Set([...values].map(networkOf).filter((network) => network !== null)),
    signed: hits.some(({ signedLabels }) => signedLabels !== null && signedLabels <= depth),
    dname: hits.find(({ dname }) => dname !== null)?.dname ?? null,
    delegated: hits.some(({ delegated }) => delegated),
    reason: probes.flatMap(({ answer }) => (answer.kind === "unknown" ? [answer.reason] : []))[0] ?? null,
    probes: probes.length,
  };
}

/**
 * Whether what random names get is a rule's answer. A word that nobody names anything after may be a name all the same: words
 * alone count only where all of them get one.
 */
function isMeant(probes: LevelObservation["probes"]): boolean {
  const isHit = ({ answer }: LevelProbe) => answer.kind === "present" && hasSomething(answer.value);
  const hits = probes.filter(isHit);
  const words = probes.filter(({ shape }) => shape === "word");
  return hits.some(({ shape }) => shape !== "word") || (words.length > 2 && words.every(isHit));
}

/** Whether anything stands there. */
export function hasSomething({ values, aliases, tooLarge, delegated }: GuessAnswer): boolean {
  return values.length > 0 || aliases.length > 0 || tooLarge || delegated;
}

/** What makes two answers the same. */
function keyOf({ values, via, tooLarge }: GuessAnswer): string {
  return tooLarge ? "too large" : `${via ?? ""} ${via === null ? values.join() : ""}`;
}

/** Batches in a row that must bring nothing new, and all of them. Random names of each shape are a batch. */
const QUIET_BATCHES = 2;
const BATCHES_MAX = 8;

/**
 * Whether another batch of random names would say more, where they get answers at all: one with signatures, which prove what they are;
 * and without until nothing new comes.
 * @param signed whether the zone is signed. @param moving whether answers of the type are met that are ever others.
 */
export function wantsMore(
  batches: readonly LevelObservation["probes"][],
  signed: boolean,
  moving: boolean,
): boolean {
  const hits = batches.map((batch) =>
    batch.flatMap(({ answer }) =>
      answer.kind === "present" && hasSomething(answer.value) ? [answer.value] : [],
    ),
  );
  if (hits.every((batch) => batch.length === 0) || batches.length >= BATCHES_MAX) return false;
  if (signed && batches.length === 1) return true;
  // What a signature proves needs no more.
  const last = hits.at(-1) ?? [];
  if (!moving || (last.length > 0 && last.every(({ signedLabels }) => signedLabels !== null))) return false;
  if (batches.length <= QUIET_BATCHES) return true;
  const before = new Set(hits.slice(0, -QUIET_BATCHES).flat().map(keyOf));
  return hits.slice(-QUIET_BATCHES).some((batch) => batch.some((hit) => !before.has(keyOf(hit))));
}

/** How it is known that a name is more than what its level gives to all; null where that cannot be told. */
export type Proof = "no_wildcard" | "signature" | "other_answer" | "other_ttl" | "other_types";

/**
 * Compares what a name got with what names get that nobody has made.
 * @returns a proof that it was made; `wildcard`: proved that it was not; `same`: that cannot be told; `none`: it does not exist.
 */
export function compare(
  answer: Guessed,
  again: readonly Guessed[],
  level: Level,
  name: string,
): Proof | "wildcard" | "same" | "none" | "unknown" {
  if (answer.kind !== "present") return "unknown";
  const { value } = answer;
  if (value.denied) return "none";
  // Below a DNAME record there are no names (RFC 6672 2.4).
  if (value.dname !== null) return "wildcard";
  if (level.kind === "none") return "no_wildcard";
  if (level.kind === "unknown") return "same";
  // What a wildcard would have given it, it has not: then it is there without.
  if (!hasSomething(value)) return level.empty ? "same" : "other_answer";
  if (value.delegated) return level.delegated ? "same" : "other_answer";
  if (level.kind === "nodata") return "other_answer";
  if (value.signedLabels !== null && value.signedLabels < name.split(".").length) return "wildcard";
  // Some servers sign each answer they make up as the name's own: then that proves nothing.
  if (value.signedLabels !== null && level.signed) return "signature";
  if (value.tooLarge) return "same";
  if (level.tooLarge) return "same";
  const steady = level.kind === "fixed" || (!level.steady && isSteady(answer, again));
  if (value.via !== null) {
    if (leadsAlike(value, level)) return sameBut(value, level);
    return steady ? "other_answer" : "same";
  }
  if (value.values.some((one) => level.values.has(one))) return sameBut(value, level);
  return steady && !(level.kind === "rotating" && isNear(value, level)) ? "other_answer" : "same";
}

/** Whether an alias leads where those of random names do: to one place, or each to its own. */
function leadsAlike({ via, aliases }: GuessAnswer, level: Level): boolean {
  return [via, aliases[0]].some((one) => typeof one === "string" && level.aliases.has(one));
}

/** The same answer with another time to live is another record: these are a zone's servers, which do not count down. */
function sameBut({ ttl }: GuessAnswer, { ttls, kind }: Level): Proof | "same" {
  return kind === "fixed" && ttls.size === 1 && ttl !== null && !ttls.has(ttl) ? "other_ttl" : "same";
}

/** Whether asking again can show that a name gets the same answer each time, where names that nobody has made do not. */
export function mayBeSteady(value: GuessAnswer, level: Level): boolean {
  if (level.kind !== "rotating" || level.steady) return false;
  if (!hasSomething(value) || value.tooLarge || value.delegated) return false;
  return value.via === null ? !isNear(value, level) : !leadsAlike(value, level);
}

/** Whether all answers to the same question are the same. */
export function isSteady(answer: Guessed, again: readonly Guessed[]): boolean {
  if (answer.kind !== "present" || again.length === 0) return false;
  const key = keyOf(answer.value);
  return again.every((one) => one.kind === "present" && keyOf(one.value) === key);
}

function isNear({ values }: GuessAnswer, level: Level): boolean {
  return values.some((one) => level.values.has(one) || level.networks.has(networkOf(one) ?? ""));
}

function networkOf(address: string): string | null {
  const bytes = isIp(address) ? (parseIp(address) ?? []) : [];
  return bytes.length === 0 ? null : bytes.slice(0, bytes.length === 4 ? 3 : 6).join(".");
}
