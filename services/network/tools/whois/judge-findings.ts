import { type Finding, finding } from "@dnstools/core/tool/finding";
import type { RegistrationData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import type { Judged } from "./judge-availability.ts";
import { compareDs, endingOf, inStage, isTransferLocked } from "./judge-life.ts";
import type { WhoisObservation } from "./observations.ts";

type Code = keyof typeof FINDINGS;

/** A finding about a subject, or about each of several in one; none where there is no subject. */
function say(code: Code, subject: string | null | undefined | readonly string[]): Finding[] {
  const text = Array.isArray(subject) ? subject.join(", ") : subject;
  return text === null || text === undefined || text === "" ? [] : [finding(FINDINGS, code, text as string)];
}

/**
 * What is worth saying of a domain.
 * @param domain as it was asked for.
 * @param name the one that is registered.
 */
export function domainFindings(
  observed: WhoisObservation,
  judged: Judged,
  domain: string,
  name: string,
): Finding[] {
  const { availability, reason, sources, registration } = judged;
  const registered = availability === "registered";
  const rdap = sources.find(({ kind, status }) => kind === "rdap" && status === "unknown");
  const registrar = sources.find(({ kind, says }, i) => kind === "whois" && says === "not_found" && i > 0);
  const unread = sources.find(({ reason }) => reason === "not_recognised");
  return [
    ...say("whois.subdomain", name === domain ? null : name),
    ...say("whois.contradictory", reason === "contradictory" ? words(sources) : null),
    ...say("whois.not_recognised", unread?.server),
    ...say("whois.rate_limited", judged.retryAfterS === null ? null : String(judged.retryAfterS)),
    ...say("whois.registry_unreachable", registered ? rdap?.reason : null),
    ...say("whois.registrar_disagrees", registered ? registrar?.server : null),
    ...(registration === null || !registered ? [] : lifeFindings(observed, judged, registration, name)),
  ];
}

/** What is to be said of a registration's life, its locks and its keys. */
function lifeFindings(
  observed: WhoisObservation,
  { sources }: Judged,
  registration: RegistrationData,
  name: string,
): Finding[] {
  const { expires } = registration.dates;
  const ending = endingOf(expires, observed.at);
  const [expired, redemption, deleted, held] = (
    ["expired", "redemption", "pending_delete", "hold"] as const
  ).map((stage) => inStage(registration, stage));
  const over = [...(redemption ?? []), ...(deleted ?? [])];
  const out = [...(held ?? []), ...(expired ?? []), ...over];
  const dns = sources.find(({ kind }) => kind === "dns");
  const locked = isTransferLocked(registration);
  const { notInDns, notAtRegistry } = compareDs(registration, observed.ds, name);
  const ranOut = ending === "expired" && expires !== null ? [expires] : [];
  return [
    ...say("whois.expired", [...(expired ?? []), ...(over.length > 0 ? [] : ranOut)]),
    ...say("whois.expires_within_7_days", ending === "within_7_days" ? expires : null),
    ...say("whois.expires_within_30_days", ending === "within_30_days" ? expires : null),
    ...say("whois.redemption", redemption),
    ...say("whois.pending_delete", deleted),
    ...say("whois.on_hold", held),
    ...say("whois.not_delegated", dns?.says === "not_delegated" && out.length === 0 ? name : null),
    ...say("whois.unlocked", locked === false ? name : null),
    ...say("whois.locked", locked === true ? name : null),
    ...say("whois.ds_not_in_dns", dns?.says === "delegated" ? notInDns : null),
    ...say("whois.ds_not_at_registry", notAtRegistry),
  ];
}

/** Who says what, for people. */
function words(sources: Judged["sources"]): string {
  return sources
    .filter(({ says }) => says !== null)
    .map(({ kind, says }) => `${kind} says ${says?.replace("_", " ")}`)
    .join(", ");
}
