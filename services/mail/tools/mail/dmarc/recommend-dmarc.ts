import { textsOf } from "@dnstools/core/mail/answers";
import type { DmarcData } from "@dnstools/core/mail/dmarc/data";
import { nearMissesIn, severalIn } from "@dnstools/core/mail/dmarc/dropped-texts";
import { evaluateDmarc } from "@dnstools/core/mail/dmarc/evaluate-dmarc";
import { foundBelow, isSuffix, writtenFor } from "@dnstools/core/mail/dmarc/evaluate-policy";
import type { DMARC_FINDINGS } from "@dnstools/core/mail/dmarc/findings";
import type { DmarcContext } from "@dnstools/core/mail/dmarc/findings-dmarc";
import { type DmarcLookup, HOSTS_MAX, NAME_MAX } from "@dnstools/core/mail/dmarc/lookup-dmarc";
import { type DmarcRecord, isDmarc, type Policy, parseDmarc } from "@dnstools/core/protocol/dmarc/record";
import { isWithin } from "@dnstools/core/protocol/names";
import type { NewRecord, Recommendation, Section } from "../section.ts";
import { fixedDmarc, recordMeant } from "./fix-dmarc.ts";

type DmarcCode = keyof typeof DMARC_FINDINGS;

/** Findings that a corrected record with the same policy fixes. */
const OF_RECORD: readonly DmarcCode[] = [
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
/** Findings that only a stricter policy fixes. */
const RAISED: readonly DmarcCode[] = ["mail.dmarc_monitoring", "mail.dmarc_test_mode"];

/** A change of the DMARC record at one name. */
type RecordChange = {
  readonly place: string;
  /** Texts to remove. */
  readonly remove: readonly string[];
  /** The record to publish; null for none. */
  readonly record: DmarcRecord | null;
  /** Minimum policy of the new record, as in `fixedDmarc`; null to keep the policy. */
  readonly raise: Policy | null;
};

/** The facts about the domain that the recommendations need. */
type DmarcSectionContext = DmarcContext & {
  /** True if the domain certainly sends no mail. A record that rejects all mail is recommended only in this case. */
  readonly certain: boolean;
  /** True if the domain accepts mail, so that reports can be sent to an address of the domain. */
  readonly mailbox: boolean;
};

/** Evaluates the DMARC record that applies to a domain, and recommends a better one. */
export function dmarcSection(lookup: DmarcLookup, context: DmarcSectionContext): Section<DmarcData> {
  const evaluated = evaluateDmarc(lookup, context);
  return { ...evaluated, recommendations: recommendDmarc(lookup, evaluated.data, context) };
}

/**
 * Recommends a corrected DMARC record with the same policy or, if there is nothing to correct, a record with a
 * stricter policy. Also recommends the authorization records that other domains have to publish.
 */
function recommendDmarc(
  lookup: DmarcLookup,
  { findings: found, reports }: Pick<DmarcData, "findings" | "reports">,
  { domain, parked, certain, mailbox }: DmarcSectionContext,
): Recommendation[] {
  const { policy, unknown } = lookup;
  // A record that rejects all mail may be recommended only for a domain that certainly sends no mail.
  const strict = parked && certain;
  const as = { reports: mailbox, missing: strict ? ("reject" as const) : null, domain };
  const among = (codes: readonly DmarcCode[]) => codes.filter((code) => found.includes(code));
  const recommendations: Recommendation[] = [];
  const add = (codes: readonly DmarcCode[], edits: readonly RecordChange[]) => {
    const fits = edits.every(({ place }) => `_dmarc.${place}`.length <= NAME_MAX);
    if (codes.length > 0 && fits) {
      const change = changes(edits, lookup, as);
      recommendations.push({ codes, ...change, file: null, test: testOf(change, domain, policy) });
    }
  };
  const several = severalEdits(lookup, domain);
  const near = nearEdits(lookup, domain);
  const edits = [...several, ...near];
  const missing = among(["mail.dmarc_missing", "mail.dmarc_missing_parked"]);
  const beside = among(["mail.dmarc_several", "mail.dmarc_near_miss"]);
  if (policy === null) {
    const none = unknown === null && edits.every(({ record }) => record === null);
    const plain = { place: domain, remove: [], record: plainRecord(strict), raise: null };
    if (none && parked && !certain) add(beside, edits);
    else add([...missing, ...beside], none ? [...edits, plain] : edits);
    return recommendations;
  }
  const { edit, marks } = policyEdit(lookup, domain, found);
  // An address for reports can be recommended only if the domain accepts mail.
  const fixable = OF_RECORD.filter((code) => mailbox || code !== "mail.dmarc_no_reports");
  const own = [...among(fixable), ...(marks ? among(["mail.dmarc_suffix_without_psd"]) : [])];
  add([...beside, ...own], own.length > 0 ? [...edits, edit] : edits);
  // If another record sets the policy for names below the domain, changing the domain's own record does not help.
  const below = foundBelow(lookup, domain)?.name === policy.name;
  const more = [...among(RAISED), ...(below ? among(["mail.dmarc_subdomains_weaker"]) : [])];
  // If only the policy for subdomains is weak, raising to "none" keeps the policy for the domain and removes the weaker
  // sp and np.
  const raise = found.includes("mail.dmarc_monitoring") ? (strict ? "reject" : "quarantine") : "none";
  // Faults are fixed before the policy is made stricter. The policy in another domain's record is not changed.
  if (recommendations.length === 0 && edit.place === domain) add(more, [{ ...edit, raise }]);
  else if (recommendations.length === 0 && strict)
    add(among(["mail.dmarc_monitoring"]), [
      { place: domain, remove: [], record: plainRecord(true), raise: null },
    ]);
  return policy.name === domain ? [...recommendations, ...authorizations(lookup, reports)] : recommendations;
}

function plainRecord(strict: boolean): DmarcRecord {
  return parseDmarc(strict ? "v=DMARC1; p=reject;" : "v=DMARC1; p=none;");
}

/** If a name has several DMARC records, returns a change that keeps only the first one. */
function severalEdits(lookup: DmarcLookup, domain: string): readonly RecordChange[] {
  return severalIn(lookup, domain).map(({ name, texts }) => ({
    place: name,
    remove: texts,
    record: texts[0] === undefined ? null : parseDmarc(texts[0]),
    raise: null,
  }));
}

/**
 * Returns changes that remove texts that only look like a DMARC record. If the name has no other record, the change
 * also publishes the record that was meant.
 */
function nearEdits(lookup: DmarcLookup, domain: string): readonly RecordChange[] {
  const near = nearMissesIn(lookup, domain);
  return [...new Set(near.map(({ name }) => name))].map((place) => {
    const remove = near.filter(({ name }) => name === place).map(({ text }) => text);
    const answer = place === domain ? lookup.old.own : lookup.old.above;
    const there = answer !== null && textsOf(answer).some(isDmarc);
    const meant = there ? null : (remove.map(recordMeant).find((record) => record !== null) ?? null);
    return { place, remove, record: meant, raise: null };
  });
}

/**
 * Returns the change of the record that applies. A domain below a public suffix cannot change the suffix's record, so
 * it gets a record of its own, with psd=n if the suffix's record lacks psd=y.
 * @returns `marks`: true if the changed record has psd=n for that reason.
 */
function policyEdit(
  { policy, walk, old }: DmarcLookup,
  domain: string,
  found: readonly string[],
): { readonly edit: RecordChange; readonly marks: boolean } {
  const fallback = { place: domain, remove: [], record: null, raise: null };
  if (policy === null) return { edit: fallback, marks: false };
  const { name, record } = policy;
  const isOwn = name === domain;
  const unmarked = found.includes("mail.dmarc_suffix_without_psd");
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

/** Merges all changes at the same name into one change, which has the record of the last change with a record. */
function merged(edits: readonly RecordChange[]): readonly RecordChange[] {
  const all = new Map<string, RecordChange>();
  for (const edit of edits) {
    const before = all.get(edit.place);
    const remove = [...new Set([...(before?.remove ?? []), ...edit.remove])];
    all.set(edit.place, { ...edit, remove, record: edit.record ?? before?.record ?? null });
  }
  return [...all.values()];
}

function changes(
  edits: readonly RecordChange[],
  lookup: DmarcLookup,
  {
    reports,
    missing,
    domain,
  }: { readonly reports: boolean; readonly missing: Policy | null; readonly domain: string },
): Pick<Recommendation, "publish" | "remove"> {
  const publish: NewRecord[] = [];
  const remove: NewRecord[] = [];
  for (const { place, remove: texts, record, raise } of merged(edits)) {
    const name = `_dmarc.${place}`;
    remove.push(...texts.map((value) => ({ name, type: "TXT", value })));
    if (record === null) continue;
    const lacking = place === domain && record.p === null ? missing : null;
    const value = fixedDmarc(record, { domain: place, raise: raise ?? lacking, reports });
    publish.push({ name, type: "TXT", value }, ...newAuthorisations(parseDmarc(value), place, lookup));
  }
  return { publish, remove };
}

/** Returns the domain's own record after a change; null if the change affects other names too, or leaves no record. */
function testOf(
  { publish, remove }: Pick<Recommendation, "publish" | "remove">,
  domain: string,
  policy: DmarcLookup["policy"],
): Recommendation["test"] {
  if ([...publish, ...remove].some(({ name }) => name !== `_dmarc.${domain}`)) return null;
  const [only, ...more] = publish;
  const kept = policy?.name === domain ? policy.record.text : null;
  const dmarc = only === undefined ? kept : more.length > 0 ? null : only.value;
  return dmarc === null ? null : { dmarc };
}

const AUTHORIZATION = "v=DMARC1;";

/** Returns the authorizations that a new record needs from hosts whose authorization was not looked up yet. */
function newAuthorisations(
  { rua, ruf, psd }: DmarcRecord,
  place: string,
  { policy, walk, destinations }: DmarcLookup,
): readonly NewRecord[] {
  // If psd=n makes the record's name an organizational domain, hosts outside that name become external.
  const same = policy?.name === place && policy.record.psd === psd;
  const checked = destinations.filter(({ outside }) => same || outside !== false).map(({ host }) => host);
  const authorized = policy?.name === place ? checked : [];
  const org =
    psd === "u" ? walk.found.find(({ name }) => name === walk.org && isWithin(place, name)) : undefined;
  const mail = [...(rua ?? []), ...(ruf ?? [])].filter(({ scheme }) => scheme === "mailto");
  const hosts = mail.flatMap(({ host }) => (host === null ? [] : [host]));
  return [...new Set(hosts)]
    .filter((host) => !isWithin(host, org?.name ?? place) && !authorized.includes(host))
    .slice(0, HOSTS_MAX)
    .map((host) => ({ name: `${place}._report._dmarc.${host}`, type: "TXT", value: AUTHORIZATION }))
    .filter(({ name }) => name.length <= NAME_MAX);
}

/**
 * Recommends the authorization records that hosts of report addresses have to publish; none if the name of such a
 * record would be too long.
 */
function authorizations(
  { destinations }: DmarcLookup,
  reports: DmarcData["reports"],
): readonly Recommendation[] {
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
    const publish = [...wrong.keys()].map((name) => ({ name, type: "TXT", value: AUTHORIZATION }));
    const codes = [`mail.dmarc_report_${status}`];
    return [{ codes, publish, remove: [...wrong.values()].flat(), file: null, test: null }];
  });
}
