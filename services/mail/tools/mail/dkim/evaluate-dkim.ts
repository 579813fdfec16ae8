import { printable } from "@dnstools/core/printable";
import { type DkimKey, parseDkimKey } from "@dnstools/core/protocol/mail/dkim";
import { parseTagList } from "@dnstools/core/protocol/mail/tag-list";
import { textsOf } from "../answers.ts";
import {
  createSayer,
  type NewRecord,
  type Remedy,
  type Section,
  type SectionStatus,
  statusBy,
} from "../section.ts";
import type { DkimData } from "./data.ts";
import { DKIM_FINDINGS } from "./findings.ts";
import { type DkimReading, isThere, type Tried } from "./lookup-dkim.ts";

export type DkimContext = {
  readonly domain: string;
  /** Whether the domain is taken for one that sends no mail. */
  readonly parked: boolean;
};

type Sayer = ReturnType<typeof createSayer<typeof DKIM_FINDINGS>>;
type KeyData = DkimData["found"][number];

const RECORD_MAX = 4096;
/** Texts of one selector that are read: it has one. */
const TEXTS_MAX = 20;
/** RSA of fewer bits is not taken; of fewer than the second, it should not be used (RFC 8301 3.2). */
const BITS = { least: 1024, good: 2048 } as const;

/** What stands at one selector. */
type At = {
  readonly tried: Tried;
  readonly texts: readonly string[];
  /** Those of them that are keys. */
  readonly keys: readonly { readonly text: string; readonly key: DkimKey }[];
  /** The first that is all right, or the first. */
  readonly key: DkimKey | null;
};

export function judgeDkim(reading: DkimReading, { domain, parked }: DkimContext): Section<DkimData> {
  const { parent, random } = reading;
  // What every name below the domain answers is nothing of `_domainkey`, which then is not there (RFC 4592 2.2.1).
  const forAll = isForAll(parent, random);
  const wildcard = reading.wildcard && !forAll;
  const sayer = createSayer(DKIM_FINDINGS);
  const there = forAll ? [] : reading.tried.filter(isThere).map(atSelector);
  const found = there.map((at) => judgeKey(sayer, at));
  const keys = found.filter(({ status }) => !["not_a_key", "missing", "revoked"].includes(status));
  const usable = found.filter(({ status }) => status === "valid" || status === "weak");
  const conclusion = conclusionOf(reading, keys.length > 0);
  for (const { source, selector, answer } of reading.tried)
    if (source === "given" && (forAll || (answer.outcome.kind === "absent" && answer.aliases.length === 0)))
      sayer.say("mail.dkim_selector_missing", selector);
  const allRevoked = wildcard && isRevoked(random);
  if (wildcard && !allRevoked) sayer.say("mail.dkim_wildcard", domain);
  if (parent.denied && (there.length > 0 || wildcard))
    sayer.say("mail.dkim_nxdomain_contradicted", there[0]?.tried.selector ?? "any selector");
  if (conclusion === "proven_absent" && !parked) sayer.say("mail.dkim_absent", domain);
  if (conclusion === "not_found_in_tried" && !parked && (!wildcard || allRevoked))
    sayer.say("mail.dkim_not_found", domain);
  if (usable.length > 0 && usable.every(({ type }) => type === "ed25519"))
    sayer.say("mail.dkim_only_ed25519", domain);
  const answers = [parent, random, ...reading.tried.map(({ answer }) => answer)];
  const unknown = answers.find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  const status = statusOf(conclusion, sayer, { parked, usable: usable.length > 0 });
  return {
    data: {
      status,
      reason: conclusion === "unknown" && unknown?.kind === "unknown" ? unknown.reason : null,
      records: there.flatMap(({ texts }) => texts.map((text) => printable(text, RECORD_MAX))).slice(0, 50),
      findings: sayer.codes(),
      conclusion,
      proof: conclusion === "proven_absent" ? { name: `_domainkey.${domain}`, secure: parent.secure } : null,
      wildcard: random.outcome.kind === "unknown" ? null : wildcard,
      found,
      tried: reading.tried.map((tried) => {
        const { outcome } = tried.answer;
        const state = outcome.kind === "unknown" ? "unknown" : isThere(tried) ? "found" : "absent";
        const reason = outcome.kind === "unknown" ? outcome.reason : null;
        return { selector: tried.selector, source: tried.source, status: state, reason };
      }),
    },
    findings: sayer.findings,
    remedies: remediesOf(reading, there, domain),
  };
}

function conclusionOf(
  { parent, random, wildcard, tried }: DkimReading,
  found: boolean,
): DkimData["conclusion"] {
  if (found) return "found";
  if (parent.denied && !wildcard && !tried.some(isThere)) return "proven_absent";
  if (isForAll(parent, random)) return "proven_absent";
  const failed = ({ outcome }: Tried["answer"]) => outcome.kind === "unknown";
  // A selector that was not answered may be the one.
  const unknown = [parent, random, ...tried.map(({ answer }) => answer)].some(failed);
  return unknown ? "unknown" : "not_found_in_tried";
}

function statusOf(
  conclusion: DkimData["conclusion"],
  sayer: Sayer,
  { parked, usable }: { readonly parked: boolean; readonly usable: boolean },
): SectionStatus {
  const status = statusBy(sayer.findings);
  if (usable || status === "invalid") return status;
  if (parked && conclusion !== "unknown") return "not_applicable";
  return conclusion === "proven_absent" ? "absent" : "unknown";
}

/** Whether `_domainkey` answers what a selector does that nobody has: then the wildcard stands above, and it is not there. */
function isForAll(parent: DkimReading["parent"], random: DkimReading["random"]): boolean {
  const said = ({ outcome, aliases }: DkimReading["parent"]) =>
    JSON.stringify([
      outcome.kind === "present" ? outcome.value.map(({ value }) => value).sort() : [],
      aliases,
    ]);
  return isThere({ answer: parent }) && isThere({ answer: random }) && said(parent) === said(random);
}

/** Whether the domain has a key to sign with; null where nobody can tell, since selectors cannot be listed. */
export function hasKey(reading: DkimReading): boolean | null {
  const { parent, random, tried } = reading;
  if (isForAll(parent, random)) return false;
  const keys = tried.filter(isThere).flatMap((one) => atSelector(one).keys);
  if (keys.some(({ key }) => !key.revoked)) return true;
  const unsure = [parent, random, ...tried.map(({ answer }) => answer)].some(
    ({ outcome }) => outcome.kind === "unknown",
  );
  // A withdrawn key (an empty p=) is an answer too.
  if (keys.length > 0 || isRevoked(random)) return unsure ? null : false;
  return parent.denied && !unsure ? false : null;
}

/** Whether a wildcard says that there are no keys: who sends nothing may publish `*._domainkey` with an empty p=. */
function isRevoked(random: DkimReading["random"]): boolean {
  const texts = textsOf(random);
  return texts.length > 0 && texts.every((text) => parseDkimKey(text)?.revoked);
}

function atSelector(tried: Tried): At {
  const texts = textsOf(tried.answer).slice(0, TEXTS_MAX);
  const keys = texts.flatMap((text) => {
    const key = parseDkimKey(text);
    return key === null ? [] : [{ text, key }];
  });
  // Servers give records in any order: of several the same is shown each time.
  const sorted = keys.toSorted((a, b) => (a.text < b.text ? -1 : 1));
  const best = sorted.find(({ key }) => key.problems.length === 0) ?? sorted[0];
  return { tried, texts, keys, key: best?.key ?? null };
}

function judgeKey(sayer: Sayer, { tried, texts, keys, key }: At): KeyData {
  const { selector, source, provider, answer } = tried;
  const shown = printable(selector, 100);
  const data = {
    selector: shown,
    source,
    provider,
    aliases: answer.aliases.slice(0, 10).map((name) => printable(name)),
    records: texts.slice(0, 10).map((text) => printable(text, RECORD_MAX)),
    type: key?.type === undefined ? null : printable(key.type, 40),
    bits: key?.bits ?? null,
    flags: (key?.flags ?? []).map((flag) => printable(flag, 40)),
    hashes: key?.hashes?.map((hash) => printable(hash, 40)) ?? null,
    services: key?.services?.map((service) => printable(service, 40)) ?? null,
    notes: key?.notes == null ? null : printable(key.notes, 300),
  };
  // An alias without end (malformed) gives no key either.
  if (texts.length === 0)
    sayer.say(source === "given" ? "mail.dkim_alias_dangling" : "mail.dkim_alias_unused", shown);
  if (texts.length === 0) return { ...data, status: "missing" };
  if (key === null) return { ...data, status: "not_a_key" };
  // Junk beside a key counts: verifiers may take it (RFC 6376 3.6.2.2).
  if (texts.length > 1) sayer.say("mail.dkim_several_records", shown);
  for (const other of keys) sayOfKey(sayer, other.key, shown);
  return { ...data, status: sayOfKey(sayer, key, shown) };
}

function sayOfKey(sayer: Sayer, key: DkimKey, selector: string): KeyData["status"] {
  const { problems, type, bits, hashes, services } = key;
  const has = (problem: DkimKey["problems"][number]) => problems.includes(problem);
  if (has("version")) sayer.say("mail.dkim_version", selector);
  if (has("type")) sayer.say("mail.dkim_key_type", selector);
  if (has("enclosed")) sayer.say("mail.dkim_enclosed_key", selector);
  if (has("pkcs1")) sayer.say("mail.dkim_pkcs1", selector);
  if (key.flags.includes("y")) sayer.say("mail.dkim_test_flag", selector);
  const unread = has("key") || has("no_key") || has("duplicate") || has("syntax");
  if (unread) sayer.say("mail.dkim_key_invalid", selector);
  if (hashes !== null && !hashes.includes("sha256")) sayer.say("mail.dkim_sha1_only", selector);
  const forMail = services === null || services.some((service) => ["*", "email"].includes(service));
  if (!forMail) sayer.say("mail.dkim_not_for_mail", selector);
  const broken = unread || has("version") || has("type") || has("enclosed");
  // A record that verifiers drop withdraws nothing.
  if (key.revoked && !broken) {
    sayer.say("mail.dkim_key_revoked", selector);
    return "revoked";
  }
  const weak = type === "rsa" && bits !== null && bits < BITS.good;
  if (weak) sayer.say(bits < BITS.least ? "mail.dkim_key_weak" : "mail.dkim_key_short", selector);
  const useless = !forMail || (hashes !== null && !hashes.includes("sha256"));
  return broken || useless || (weak && bits < BITS.least) ? "invalid" : weak ? "weak" : "valid";
}

/** A key is its owner's; what stands around it can be mended. */
function remediesOf(reading: DkimReading, there: readonly At[], domain: string): Remedy[] {
  const record: NewText = (selector, value) => ({
    name: `${selector}._domainkey.${domain}`,
    type: "TXT",
    value,
  });
  const own = there.filter(
    ({ tried, texts }) => tried.answer.aliases.length === 0 && !isOfWildcard(texts, reading),
  );
  const remedies = own.flatMap((at) => remedyOf(at, record));
  const { random, parent, wildcard } = reading;
  // Where `_domainkey` itself answers, the wildcard may be one for all names below the domain: more depends on it.
  if (!wildcard || random.aliases.length > 0 || isThere({ answer: parent })) return remedies;
  // A key that is at every selector is in use at one of them, and nobody else knows which.
  if (isRevoked(random) || textsOf(random).some((text) => parseDkimKey(text) !== null)) return remedies;
  const remove = textsOf(random).map((text) => record("*", text));
  const meant = there.filter(({ texts, key }) => key !== null && isOfWildcard(texts, reading));
  const publish = meant.flatMap(({ tried, texts }) => texts.map((text) => record(tried.selector, text)));
  return [...remedies, { cures: ["mail.dkim_wildcard"], publish, remove, file: null }];
}

type NewText = (selector: string, value: string) => NewRecord;

/** The one record that is to be at a selector. What it cures is found out by judging it. */
function remedyOf({ tried: { selector }, texts, keys, key }: At, record: NewText): Remedy[] {
  const text = keys.find((one) => one.key === key)?.text;
  if (text === undefined || key === null || texts.length === TEXTS_MAX) return [];
  // Of several keys nobody but the owner knows which is in use.
  if (keys.some((one) => one.key.data !== null && one.key.data !== key.data)) return [];
  const codesOf = (all: readonly DkimKey[]) => {
    const said = createSayer(DKIM_FINDINGS);
    for (const one of all) sayOfKey(said, one, selector);
    return said.codes();
  };
  const mended = repaired(text, key);
  const [asIs, after] = [codesOf([key]), codesOf([parseDkimKey(mended) ?? key])];
  const better = asIs.some((code) => !after.includes(code)) ? mended : text;
  const left = better === mended ? after : asIs;
  const before = codesOf(keys.map((one) => one.key));
  const several = texts.length > 1 ? ["mail.dkim_several_records"] : [];
  const cures = [...before.filter((code) => !left.includes(code)), ...several];
  if (cures.length === 0) return [];
  const remove = texts.filter((one) => one !== better).map((one) => record(selector, one));
  return [{ cures, publish: texts.includes(better) ? [] : [record(selector, better)], remove, file: null }];
}

/** Whether what is at a selector is what is at any. */
function isOfWildcard(texts: readonly string[], { random, wildcard }: DkimReading): boolean {
  const others = textsOf(random);
  return wildcard && texts.length === others.length && texts.every((text) => others.includes(text));
}

function repaired(text: string, { betterKey, flags }: DkimKey): string {
  const rest = flags.filter((flag) => flag !== "y").join(":");
  const kept = parseTagList(text).tags.flatMap(({ name, value }): string[] => {
    if (["v", "h", "s"].includes(name)) return [];
    if (name === "t") return rest === "" ? [] : [`t=${rest}`];
    return [`${name}=${name === "p" ? (betterKey ?? value) : value}`];
  });
  return ["v=DKIM1", ...kept].join("; ");
}
