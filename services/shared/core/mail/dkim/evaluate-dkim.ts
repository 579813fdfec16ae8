import { printable } from "../../harmless.ts";
import { dnsKey } from "../answers.ts";
import { createFindings, type Evaluated, type SectionStatus, statusBy } from "../section.ts";
import type { DkimData } from "./data.ts";
import { aboutSelector, type DkimFindings, evaluateSelector, RECORD_MAX } from "./evaluate-key.ts";
import { DKIM_FINDINGS } from "./findings.ts";
import { isForAll, isRevoked, keysIn } from "./keys-dkim.ts";
import { type DkimLookup, isThere, type SelectorLookup } from "./lookup-dkim.ts";

/** The facts about the domain, in addition to its DKIM keys, that the evaluation needs. */
export type DkimContext = {
  readonly domain: string;
  /** True if the domain seems to send no mail. */
  readonly parked: boolean;
  /** True if nothing shows that the domain sends mail: it is parked, or that is unknown. */
  readonly quiet: boolean;
};

/** Evaluates the DKIM keys of a domain and, if there are none, whether their absence is proved (RFC 6376). */
export function evaluateDkim(
  lookup: DkimLookup,
  { domain, parked, quiet }: DkimContext,
): Evaluated<DkimData> {
  const { parent, random } = lookup;
  // If `_domainkey` does not exist, a wildcard for all names below the domain also matches every selector (RFC 4592
  // 2.2.1). Such a wildcard is not counted as a wildcard below `_domainkey`.
  const forAll = isForAll(parent, random);
  const wildcard = lookup.wildcard && !forAll;
  const at = (label: string) => dnsKey(`${label}_domainkey.${domain}`, "TXT");
  const findings = createFindings(DKIM_FINDINGS, [at(""), at(`${lookup.randomLabel}.`)]);
  const there = keysIn(lookup);
  const found = there.map((one) => evaluateSelector(findings, one, domain));
  const keys = found.filter(({ status }) => !["not_a_key", "missing", "revoked"].includes(status));
  const usable = found.filter(({ status }) => status === "valid" || status === "weak");
  const conclusion = conclusionOf(lookup, keys.length > 0);
  const given = lookup.tried.filter(({ source }) => source === "given");
  for (const { selector, answer } of given)
    if (forAll || (answer.outcome.kind === "absent" && answer.aliases.length === 0))
      findings.add("mail.dkim_selector_missing", aboutSelector(selector, domain));
  const allRevoked = wildcard && isRevoked(random);
  if (wildcard && !allRevoked) findings.add("mail.dkim_wildcard", domain);
  if (parent.denied && (there.length > 0 || wildcard))
    findings.add("mail.dkim_nxdomain_contradicted", {
      subjects: [there[0]?.tried.selector ?? "any selector"],
      queries: [at(""), at(`${there[0]?.tried.selector ?? lookup.randomLabel}.`)],
    });
  if (conclusion === "proven_absent" && !quiet)
    findings.add(forAll ? "mail.dkim_absent_wildcard" : "mail.dkim_absent", domain);
  const unnamed = conclusion === "not_found_in_tried" && given.length === 0;
  if (unnamed && !quiet && (!wildcard || allRevoked)) findings.add("mail.dkim_not_found", domain);
  if (usable.length > 0 && usable.every(({ type }) => type === "ed25519"))
    findings.add("mail.dkim_only_ed25519", {
      subjects: [domain],
      queries: usable.map(({ selector }) => at(`${selector}.`)),
    });
  const answers = [parent, random, ...lookup.tried.map(({ answer }) => answer)];
  const unknown = answers.find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  const status = statusOf(conclusion, findings, { parked, usable: usable.length > 0 });
  return {
    data: {
      status,
      reason: conclusion === "unknown" && unknown?.kind === "unknown" ? unknown.reason : null,
      records: there.flatMap(({ texts }) => texts.map((text) => printable(text, RECORD_MAX))).slice(0, 50),
      findings: findings.codes(),
      conclusion,
      proof: conclusion === "proven_absent" ? { name: `_domainkey.${domain}`, secure: parent.secure } : null,
      wildcard: random.outcome.kind === "unknown" ? null : wildcard,
      found,
      tried: lookup.tried.map((tried) => {
        const { outcome } = tried.answer;
        const state = outcome.kind === "unknown" ? "unknown" : isThere(tried) ? "found" : "absent";
        const reason = outcome.kind === "unknown" ? outcome.reason : null;
        return { selector: tried.selector, source: tried.source, status: state, reason };
      }),
    },
    findings: findings.list,
  };
}

function conclusionOf(
  { parent, random, wildcard, tried }: DkimLookup,
  found: boolean,
): DkimData["conclusion"] {
  if (found) return "found";
  if (parent.denied && !wildcard && !tried.some(isThere)) return "proven_absent";
  if (isForAll(parent, random)) return "proven_absent";
  const failed = ({ outcome }: SelectorLookup["answer"]) => outcome.kind === "unknown";
  // A selector whose lookup failed may have a key.
  const unknown = [parent, random, ...tried.map(({ answer }) => answer)].some(failed);
  return unknown ? "unknown" : "not_found_in_tried";
}

function statusOf(
  conclusion: DkimData["conclusion"],
  findings: DkimFindings,
  { parked, usable }: { readonly parked: boolean; readonly usable: boolean },
): SectionStatus {
  const status = statusBy(findings.list);
  if (usable || status === "invalid") return status;
  if (parked && conclusion !== "unknown") return "not_applicable";
  return conclusion === "proven_absent" ? "absent" : "unknown";
}
