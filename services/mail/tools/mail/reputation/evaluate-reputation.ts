import { dnsKey } from "@dnstools/core/mail/answers";
import { isProviders } from "@dnstools/core/mail/providers";
import { createFindings, type Findings, type SectionStatus, statusBy } from "@dnstools/core/mail/section";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { ReputationObservation } from "../observations.ts";
import type { Section } from "../section.ts";
import type { ReputationData } from "./data.ts";
import { REPUTATION_FINDINGS } from "./findings.ts";
import type { AddressLookup, ReputationLookup } from "./lookup-reputation.ts";

type ReputationFindings = Findings<typeof REPUTATION_FINDINGS>;
type AddressData = ReputationData["addresses"][number];
type ListResult = ReputationObservation["lists"][number];

/**
 * Evaluates what blocklists answered about the domain's addresses.
 * @param context.receives false if the domain accepts no mail, so that its addresses are not those of a mail server.
 */
export function evaluateReputation(
  lookup: ReputationLookup,
  { domain, receives }: { readonly domain: string; readonly receives: boolean },
): Section<ReputationData> {
  const { addresses, complete } = lookup;
  const findings = createFindings(REPUTATION_FINDINGS);
  const evaluated = addresses.map((asked) =>
    evaluateAddress(findings, receives ? asked : { ...asked, subject: "domain" }, domain),
  );
  const left = evaluated.filter(({ status }) => status === "not_asked").map(({ ip }) => ip);
  if (left.length > 0)
    findings.add("mail.reputation_not_asked", {
      subject: left.slice(0, 20).join(", ") + (left.length > 20 ? " ..." : ""),
      subjects: left.slice(0, 20),
      queries: addressQueries(addresses.filter(({ ip }) => left.includes(ip))),
    });
  addUnknownFindings(findings, addresses);
  const { status, reason } = statusOf(evaluated, lookup, findings);
  return {
    data: { status, reason, records: [], findings: findings.codes(), addresses: evaluated, complete },
    findings: findings.list,
    recommendations: [],
  };
}

/**
 * Returns the keys of the queries that returned the addresses. The blocklists' answers are evidence of the tool
 * `dnsbl`, not of this tool.
 */
function addressQueries(addresses: readonly Pick<AddressLookup, "ip" | "hosts">[]): readonly string[] {
  const all = addresses.flatMap(({ ip, hosts }) =>
    hosts.map((host) => dnsKey(host, ip.includes(":") ? "AAAA" : "A")),
  );
  return [...new Set(all)].slice(0, NAMED_MAX);
}

/**
 * Reasons that mean that a list refuses to answer this API. All other reasons may be temporary, or caused by the
 * network.
 */
const REFUSALS: readonly Reason[] = ["blocked", "refused", "rate_limited", "no_key"];
/** Maximum number of lists that a finding names. */
const NAMED_MAX = 10;

/**
 * If lists without an answer make the verdict on an address unknown, adds findings that name these lists and the
 * reason.
 */
function addUnknownFindings(findings: ReputationFindings, addresses: readonly AddressLookup[]): void {
  const open = new Map(addresses.flatMap(({ ip, outcome }) => openIn(ip, outcome)));
  const named = (codes: (reason: Reason) => boolean) => {
    const all = [...open]
      .filter(([, reason]) => codes(reason))
      .map(([name, reason]) => `${name} (${reason})`);
    const more = all.length - NAMED_MAX;
    if (all.length === 0) return null;
    return {
      subject: all.slice(0, NAMED_MAX).join(", ") + (more > 0 ? ` and ${more} more` : ""),
      subjects: [...open].flatMap(([name, reason]) => (codes(reason) ? [name] : [])).slice(0, NAMED_MAX),
      queries: addressQueries(addresses.filter(({ outcome }) => outcome !== null)),
    };
  };
  const refused = named((reason) => REFUSALS.includes(reason));
  const silent = named((reason) => !REFUSALS.includes(reason));
  if (refused !== null) findings.add("mail.reputation_refused", refused);
  if (silent !== null) findings.add("mail.reputation_unknown", silent);
}

/** Returns the lists that did not answer about an address. If widely used lists are among them, returns only those. */
function openIn(
  ip: string,
  outcome: AddressLookup["outcome"],
): readonly (readonly [name: string, reason: Reason])[] {
  if (outcome?.kind === "unknown") return [[ip, outcome.reason]];
  if (outcome?.kind !== "present" || outcome.value.summary.verdict.status !== "unknown") return [];
  const unknown = outcome.value.lists.filter(({ status }) => status === "unknown");
  const important = unknown.filter(({ weight }) => weight === "high");
  return (important.length > 0 ? important : unknown).map(({ zone, reason }) => [
    zone,
    reason ?? "list_unhealthy",
  ]);
}

function statusOf(
  evaluated: readonly AddressData[],
  { addresses, complete, reason }: ReputationLookup,
  findings: ReputationFindings,
): { status: SectionStatus; reason: Reason | null } {
  const worst = statusBy(findings.list);
  const unknown = evaluated.find((one) => one.status === "unknown");
  if (worst === "invalid") return { status: worst, reason: null };
  if (unknown !== undefined) return { status: "unknown", reason: unknown.reason };
  if (evaluated.length === 0)
    return complete ? { status: "not_applicable", reason: null } : { status: "unknown", reason };
  // As in the tool `dnsbl`, the result for an address is unknown if only minor lists contain the address and an
  // important list did not answer, because that list may contain the address too.
  const open = evaluated.find(({ summary }) => summary?.verdict.status === "unknown");
  // If a lookup of addresses failed, there may be more addresses than those that were checked.
  if (!complete) return { status: "unknown", reason };
  if (open === undefined) return { status: worst, reason: null };
  const observed = addresses.find(({ ip }) => ip === open.ip)?.outcome;
  const lists = observed?.kind === "present" ? observed.value.lists : [];
  const silent = lists.find(({ status, weight }) => status === "unknown" && weight === "high");
  return { status: "unknown", reason: silent?.reason ?? "list_unhealthy" };
}

function evaluateAddress(
  findings: ReputationFindings,
  { ip, subject, hosts, outcome }: AddressLookup,
  domain: string,
): AddressData {
  const nothing = { ip, subject, hosts: [...hosts], reason: null, summary: null, listings: [] };
  if (outcome === null) return { ...nothing, status: "not_asked" };
  if (outcome.kind !== "present")
    return {
      ...nothing,
      status: "unknown",
      reason: outcome.kind === "unknown" ? outcome.reason : "malformed",
    };
  const about = { subjects: [ip], queries: addressQueries([{ ip, hosts }]) };
  const { summary, lists } = outcome.value;
  const listed = lists.filter(({ status }) => status === "listed");
  const wrong = listed.filter(({ kind }) => kind !== "policy");
  if (subject === "domain") {
    if (wrong.length > 0) findings.add("mail.reputation_domain_listed", about);
  } else {
    // A listing of a provider's receiving servers says nothing about the mail that the domain sends.
    if (wrong.length > 0 && hosts.every((host) => isProviders(host, domain)))
      findings.add("mail.reputation_provider_listed", about);
    else if (wrong.some(({ weight }) => weight !== "low")) findings.add("mail.reputation_listed", about);
    else if (wrong.length > 0) findings.add("mail.reputation_listed_minor", about);
    if (listed.length > wrong.length) findings.add("mail.reputation_policy", about);
  }
  return { ...nothing, status: "asked", summary, listings: listed.map(listingOf) };
}

function listingOf({ zone, operator, kind, weight, results, delistUrl }: ListResult) {
  const hits = results.filter(({ status }) => status === "listed");
  return {
    id: zone.replaceAll(".", "_"),
    zone,
    operator: operator ?? zone,
    kind,
    weight,
    codes: hits.flatMap(({ codes }) => codes.map(({ code, meaning }) => `${code} ${meaning}`)),
    text: hits.find(({ text }) => text !== null)?.text ?? null,
    delistUrl,
  };
}
