import { type DmarcRecord, isDmarc, type Policy, parseDmarc } from "@dnstools/core/protocol/dmarc/record";
import { isWithin } from "@dnstools/core/protocol/names";
import { textsOf } from "../answers.ts";
import type { NewRecord, Remedy } from "../section.ts";
import type { DmarcData } from "./data.ts";
import { nearMissesIn, severalIn } from "./dropped-texts.ts";
import { foundBelow, isSuffix, writtenFor } from "./evaluate-policy.ts";
import type { DMARC_FINDINGS } from "./findings.ts";
import { type DmarcReading, HOSTS_MAX, NAME_MAX } from "./lookup-dmarc.ts";
import { recordMeant, repairedDmarc } from "./fix-dmarc.ts";

type Code = keyof typeof DMARC_FINDINGS;

/** What a record mends that asks for as much as the one that applies. */
const OF_RECORD: readonly Code[] = [
  "mail.dmarc_missing",
  "mail.dmarc_missing_parked",
  "mail.dmarc_policy_missing",
  "mail.dmarc_policy_invalid",
  "mail.dmarc_removed_tag",
  "mail.dmarc_pct",
  "mail.dmarc_size_suffix",
  "mail.dmarc_unknown_tag",
  "mail.dmarc_tag_case",
  "mail.dmarc_syntax",
  "mail.dmarc_duplicate_tag",
  "mail.dmarc_value_invalid",
  "mail.dmarc_no_reports",
  "mail.dmarc_uri_invalid",
  "mail.dmarc_p_not_second",
];
/** What takes one that asks for more. */
const RAISED: readonly Code[] = ["mail.dmarc_monitoring", "mail.dmarc_test_mode"];

/** What to do at one name: what is there and must go, and the record in its place; null for none. */
type Edit = {
  readonly place: string;
  readonly remove: readonly string[];
  readonly record: DmarcRecord | null;
  readonly raise: Policy | null;
};

type Judged = {
  readonly domain: string;
  readonly parked: boolean;
  readonly certain: boolean;
  readonly mailbox: boolean;
  /** What became of each destination, in their order. */
  readonly reports: readonly Pick<DmarcData["reports"][number], "status">[];
};

/** The records that make findings disappear: one set asking for as much as now, one for more, and those of others. */
export function remediesOf(
  reading: DmarcReading,
  said: readonly string[],
  { domain, parked, certain, mailbox, reports }: Judged,
): Remedy[] {
  const { policy, unknown } = reading;
  // Who is certain to send nothing may have all rejected.
  const strict = parked && certain;
  const as = { reports: mailbox, missing: strict ? ("reject" as const) : null, domain };
  const among = (codes: readonly Code[]) => codes.filter((code) => said.includes(code));
  const remedies: Remedy[] = [];
  const add = (cures: readonly Code[], edits: readonly Edit[]) => {
    const fits = edits.every(({ place }) => `_dmarc.${place}`.length <= NAME_MAX);
    if (cures.length > 0 && fits) remedies.push({ cures, ...changes(edits, reading, as), file: null });
  };
  const several = severalEdits(reading, domain);
  const near = nearEdits(reading, domain);
  const edits = [...several, ...near];
  const missing = among(["mail.dmarc_missing", "mail.dmarc_missing_parked"]);
  const beside = among(["mail.dmarc_several", "mail.dmarc_near_miss"]);
  if (policy === null) {
    const none = unknown === null && edits.every(({ record }) => record === null);
    const plain = { place: domain, remove: [], record: plainRecord(strict), raise: null };
    if (none && parked && !certain) add(beside, edits);
    else add([...missing, ...beside], none ? [...edits, plain] : edits);
    return remedies;
  }
  const { edit, marks } = policyEdit(reading, domain, said);
  const own = [...among(OF_RECORD), ...(marks ? among(["mail.dmarc_suffix_without_psd"]) : [])];
  add([...beside, ...own], own.length > 0 ? [...edits, edit] : edits);
  // Another's record for names below is not mended by one's own.
  const below = foundBelow(reading, domain)?.name === policy.name;
  const more = [...among(RAISED), ...(below ? among(["mail.dmarc_subdomains_weaker"]) : [])];
  // Where the policy itself is no trouble, what is below is raised to it, and it stays.
  const raise = said.includes("mail.dmarc_monitoring") ? (strict ? "reject" : "quarantine") : "none";
  // One record at a time: what asks for more comes after what mends. Nobody is told to raise the policy of others.
  if (remedies.length === 0 && edit.place === domain) add(more, [{ ...edit, raise }]);
  else if (remedies.length === 0 && strict)
    add(among(["mail.dmarc_monitoring"]), [
      { place: domain, remove: [], record: plainRecord(true), raise: null },
    ]);
  return [...remedies, ...authorisations(reading, reports)];
}

function plainRecord(strict: boolean): DmarcRecord {
  return parseDmarc(strict ? "v=DMARC1; p=reject;" : "v=DMARC1; p=none;");
}

/** Of several records the first stays. */
function severalEdits(reading: DmarcReading, domain: string): readonly Edit[] {
  return severalIn(reading, domain).map(({ name, texts }) => ({
    place: name,
    remove: texts,
    record: texts[0] === undefined ? null : parseDmarc(texts[0]),
    raise: null,
  }));
}

/** A text that was meant to be the record goes, and the record comes where there is none yet. */
function nearEdits(reading: DmarcReading, domain: string): readonly Edit[] {
  const near = nearMissesIn(reading, domain);
  return [...new Set(near.map(({ name }) => name))].map((place) => {
    const remove = near.filter(({ name }) => name === place).map(({ text }) => text);
    const answer = place === domain ? reading.old.own : reading.old.above;
    const there = answer !== null && textsOf(answer).some(isDmarc);
    const meant = there ? null : (remove.map(recordMeant).find((record) => record !== null) ?? null);
    return { place, remove, record: meant, raise: null };
  });
}

/**
 * The record that applies, in its place. A public suffix's is not for its users to change: they publish one of their own,
 * marked with psd=n where the suffix does not mark itself.
 */
function policyEdit(
  { policy, walk, old }: DmarcReading,
  domain: string,
  said: readonly string[],
): { readonly edit: Edit; readonly marks: boolean } {
  const fallback = { place: domain, remove: [], record: null, raise: null };
  if (policy === null) return { edit: fallback, marks: false };
  const { name, record } = policy;
  const isOwn = name === domain;
  const unmarked = said.includes("mail.dmarc_suffix_without_psd");
  const inherited = !isOwn && isSuffix(name);
  if (!inherited) {
    const marks = unmarked && name === old.org;
    const marked = marks ? { ...record, psd: "n" as const } : record;
    return { edit: { place: name, remove: [record.text], record: marked, raise: null }, marks };
  }
  const remove = walk.steps.find((step) => step.name === old.org)?.texts ?? [];
  const [between = `v=DMARC1; p=${writtenFor(policy, domain) ?? "none"};`] = remove;
  const base = parseDmarc(between);
  const marked = unmarked ? { ...base, psd: "n" as const } : base;
  return { edit: { place: old.org, remove, record: marked, raise: null }, marks: unmarked };
}

/** One edit for each name: of several records the last. */
function merged(edits: readonly Edit[]): readonly Edit[] {
  const all = new Map<string, Edit>();
  for (const edit of edits) {
    const before = all.get(edit.place);
    const remove = [...new Set([...(before?.remove ?? []), ...edit.remove])];
    all.set(edit.place, { ...edit, remove, record: edit.record ?? before?.record ?? null });
  }
  return [...all.values()];
}

function changes(
  edits: readonly Edit[],
  reading: DmarcReading,
  {
    reports,
    missing,
    domain,
  }: { readonly reports: boolean; readonly missing: Policy | null; readonly domain: string },
): Pick<Remedy, "publish" | "remove"> {
  const publish: NewRecord[] = [];
  const remove: NewRecord[] = [];
  for (const { place, remove: texts, record, raise } of merged(edits)) {
    const name = `_dmarc.${place}`;
    remove.push(...texts.map((value) => ({ name, type: "TXT", value })));
    if (record === null) continue;
    const lacking = place === domain && record.p === null ? missing : null;
    const value = repairedDmarc(record, { domain: place, raise: raise ?? lacking, reports });
    publish.push({ name, type: "TXT", value }, ...newAuthorisations(parseDmarc(value), place, reading));
  }
  return { publish, remove };
}

const AUTHORISES = "v=DMARC1;";

/** For hosts of which the record that counted did not make sure whether they take reports. */
function newAuthorisations(
  { rua, ruf, psd }: DmarcRecord,
  place: string,
  { policy, walk, destinations }: DmarcReading,
): readonly NewRecord[] {
  // Who is outside is another where the record's place becomes an organisation.
  const same = policy?.name === place && policy.record.psd === psd;
  const checked = destinations.filter(({ outside }) => same || outside !== false).map(({ host }) => host);
  const known = policy?.name === place ? checked : [];
  const org =
    psd === "u" ? walk.found.find(({ name }) => name === walk.org && isWithin(place, name)) : undefined;
  const mail = [...(rua ?? []), ...(ruf ?? [])].filter(({ scheme }) => scheme === "mailto");
  const hosts = mail.flatMap(({ host }) => (host === null ? [] : [host]));
  return [...new Set(hosts)]
    .filter((host) => !isWithin(host, org?.name ?? place) && !known.includes(host))
    .slice(0, HOSTS_MAX)
    .map((host) => ({ name: `${place}._report._dmarc.${host}`, type: "TXT", value: AUTHORISES }))
    .filter(({ name }) => name.length <= NAME_MAX);
}

/** What the hosts of reports have to publish; none where one of them cannot, since its name would be too long. */
function authorisations({ destinations }: DmarcReading, reports: Judged["reports"]): readonly Remedy[] {
  return (["unauthorised", "diverted"] as const).flatMap((status) => {
    const wrong = new Map<string, readonly NewRecord[]>();
    for (const [i, { name, answer }] of destinations.entries()) {
      if (reports[i]?.status !== status) continue;
      if (name === null || answer === null) return [];
      const there = textsOf(answer).filter(isDmarc);
      wrong.set(
        name,
        there.map((value) => ({ name, type: "TXT", value })),
      );
    }
    if (wrong.size === 0) return [];
    const publish = [...wrong.keys()].map((name) => ({ name, type: "TXT", value: AUTHORISES }));
    const cures = [`mail.dmarc_report_${status}`];
    return [{ cures, publish, remove: [...wrong.values()].flat(), file: null }];
  });
}
