import type { Reason } from "@dnstools/core/tool/outcome";
import { isProviders } from "../mx/providers.ts";
import { createSayer, type Section, type SectionStatus, statusBy } from "../section.ts";
import type { ReputationSeen } from "../seen.ts";
import type { ReputationData } from "./data.ts";
import { REPUTATION_FINDINGS } from "./findings.ts";
import type { Asked, ReputationReading } from "./lookup-reputation.ts";

type Sayer = ReturnType<typeof createSayer<typeof REPUTATION_FINDINGS>>;
type AddressData = ReputationData["addresses"][number];
type ListSeen = ReputationSeen["lists"][number];

/** @param context.receives whether the domain is taken for one that takes mail: else its addresses are no mail server's. */
export function judgeReputation(
  reading: ReputationReading,
  { domain, receives }: { readonly domain: string; readonly receives: boolean },
): Section<ReputationData> {
  const { addresses, complete } = reading;
  const sayer = createSayer(REPUTATION_FINDINGS);
  const judged = addresses.map((asked) =>
    judgeAddress(sayer, receives ? asked : { ...asked, subject: "domain" }, domain),
  );
  const left = judged.filter(({ status }) => status === "not_asked").map(({ ip }) => ip);
  if (left.length > 0)
    sayer.say("mail.reputation_not_asked", left.slice(0, 20).join(", ") + (left.length > 20 ? " ..." : ""));
  sayWhatIsUnknown(sayer, addresses);
  const { status, reason } = statusOf(judged, reading, sayer);
  return {
    data: { status, reason, records: [], findings: sayer.codes(), addresses: judged, complete },
    findings: sayer.findings,
    remedies: [],
  };
}

/** The list said that it does not answer this API; anything else may pass, or is the network's. */
const REFUSALS: readonly Reason[] = ["blocked", "refused", "rate_limited", "no_key"];
/** Lists and addresses that a finding names. */
const NAMED_MAX = 10;

/** Names the lists that gave no answer and the reason, wherever that leaves the verdict on an address open. */
function sayWhatIsUnknown(sayer: Sayer, addresses: readonly Asked[]): void {
  const open = new Map(addresses.flatMap(({ ip, outcome }) => openIn(ip, outcome)));
  const named = (codes: (reason: Reason) => boolean) => {
    const all = [...open]
      .filter(([, reason]) => codes(reason))
      .map(([name, reason]) => `${name} (${reason})`);
    const more = all.length - NAMED_MAX;
    return all.length === 0
      ? null
      : all.slice(0, NAMED_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
  };
  const refused = named((reason) => REFUSALS.includes(reason));
  const silent = named((reason) => !REFUSALS.includes(reason));
  if (refused !== null) sayer.say("mail.reputation_refused", refused);
  if (silent !== null) sayer.say("mail.reputation_unknown", silent);
}

/** The lists without an answer about one address: those that many receivers use, or all where none of these is. */
function openIn(ip: string, outcome: Asked["outcome"]): readonly (readonly [name: string, reason: Reason])[] {
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
  judged: readonly AddressData[],
  { addresses, complete, reason }: ReputationReading,
  sayer: Sayer,
): { status: SectionStatus; reason: Reason | null } {
  const worst = statusBy(sayer.findings);
  const unknown = judged.find((one) => one.status === "unknown");
  if (worst === "invalid") return { status: worst, reason: null };
  if (unknown !== undefined) return { status: "unknown", reason: unknown.reason };
  if (judged.length === 0)
    return complete ? { status: "not_applicable", reason: null } : { status: "unknown", reason };
  // As `dnsbl` has it: while important lists did not answer, an address is not only on minor lists.
  const open = judged.find(({ summary }) => summary?.verdict.status === "unknown");
  // Of servers whose addresses could not be found out nothing is known.
  if (!complete) return { status: "unknown", reason };
  if (open === undefined) return { status: worst, reason: null };
  const seen = addresses.find(({ ip }) => ip === open.ip)?.outcome;
  const lists = seen?.kind === "present" ? seen.value.lists : [];
  const silent = lists.find(({ status, weight }) => status === "unknown" && weight === "high");
  return { status: "unknown", reason: silent?.reason ?? "list_unhealthy" };
}

function judgeAddress(sayer: Sayer, { ip, subject, hosts, outcome }: Asked, domain: string): AddressData {
  const nothing = { ip, subject, hosts: [...hosts], reason: null, summary: null, listings: [] };
  if (outcome === null) return { ...nothing, status: "not_asked" };
  if (outcome.kind !== "present")
    return {
      ...nothing,
      status: "unknown",
      reason: outcome.kind === "unknown" ? outcome.reason : "malformed",
    };
  const { summary, lists } = outcome.value;
  const listed = lists.filter(({ status }) => status === "listed");
  const wrong = listed.filter(({ kind }) => kind !== "policy");
  if (subject === "domain") {
    if (wrong.length > 0) sayer.say("mail.reputation_domain_listed", ip);
  } else {
    // What a provider's servers that take mail are listed for is theirs, and says nothing of the mail that the domain sends.
    if (wrong.length > 0 && hosts.every((host) => isProviders(host, domain)))
      sayer.say("mail.reputation_provider_listed", ip);
    else if (wrong.some(({ weight }) => weight !== "low")) sayer.say("mail.reputation_listed", ip);
    else if (wrong.length > 0) sayer.say("mail.reputation_listed_minor", ip);
    if (listed.length > wrong.length) sayer.say("mail.reputation_policy", ip);
  }
  return { ...nothing, status: "asked", summary, listings: listed.map(listingOf) };
}

function listingOf({ zone, operator, kind, weight, results, delistUrl }: ListSeen) {
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
