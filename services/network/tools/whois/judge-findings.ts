import type { Evidence } from "@dnstools/core/tool/evidence";
import { type About, type Finding, finding } from "@dnstools/core/tool/finding";
import { idsOfQuestions, idsOfRegistries } from "../exchanges.ts";
import type { RegistrationData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import type { Judged } from "./judge-availability.ts";
import { compareDs, endingOf, inStage, isTransferLocked } from "./judge-life.ts";
import type { WhoisObservation } from "./observations.ts";

type Code = keyof typeof FINDINGS;

/** Returns the finding with this code; none if it has no subject. */
function say(code: Code, about: About | string | null | undefined): Finding[] {
  return about === null || about === undefined ? [] : [finding(FINDINGS, code, about)];
}

/** Ids of the exchanges, by what the exchanges show. */
type Exchanges = {
  /** Exchanges with the registry and the registrar. */
  readonly registry: readonly string[];
  readonly rdap: readonly string[];
  readonly ns: readonly string[];
  readonly ds: readonly string[];
  /** Returns the exchanges with one server on port 43. */
  readonly at: (server: string) => readonly string[];
};

/** Maximum number of exchanges that a finding points to. */
const IDS_MAX = 8;

function exchangesIn(evidence: readonly Evidence[], name: string): Exchanges {
  const overRdap = evidence.filter(({ question }) => question.startsWith("GET "));
  return {
    registry: idsOfRegistries(evidence).slice(0, IDS_MAX),
    rdap: overRdap.map(({ id }) => id).slice(0, IDS_MAX),
    ns: idsOfQuestions(evidence, [`${name} NS`]),
    ds: idsOfQuestions(evidence, [`${name} DS`]),
    at: (host) =>
      evidence
        .filter(({ transport, server }) => transport === "whois" && server === host)
        .map(({ id }) => id),
  };
}

/**
 * Returns the findings about a domain.
 * @param domain the queried name.
 * @param name the registered domain.
 */
export function domainFindings(
  observed: WhoisObservation,
  judged: Judged,
  domain: string,
  name: string,
): Finding[] {
  const { availability, reason, sources, registration, retryAfterS } = judged;
  const registered = availability === "registered";
  const rdap = sources.find(({ kind, status }) => kind === "rdap" && status === "unknown");
  const registrar = sources.find(({ kind, says }, i) => kind === "whois" && says === "not_found" && i > 0);
  const unread = sources.find(({ reason }) => reason === "not_recognised");
  const shown = exchangesIn(observed.evidence, name);
  const contradiction = {
    subject: `${name} (${words(sources)})`,
    subjects: [name],
    evidence: [...shown.registry, ...shown.ns],
  };
  const failed = rdap?.reason ?? null;
  const ofServer = (source: Judged["sources"][number] | undefined): About | null =>
    source === undefined ? null : { subjects: [source.server], evidence: shown.at(source.server) };
  return [
    ...say("whois.contradictory", reason === "contradictory" ? contradiction : null),
    ...(registration === null || !registered
      ? []
      : lifeFindings(observed, judged, { registration, name, shown })),
    ...say("whois.not_recognised", ofServer(unread)),
    ...say(
      "whois.rate_limited",
      retryAfterS === null ? null : { subjects: [String(retryAfterS)], evidence: shown.registry },
    ),
    ...say(
      "whois.registry_unreachable",
      registered && failed !== null ? { subjects: [failed], evidence: shown.rdap } : null,
    ),
    ...say("whois.registrar_disagrees", registered ? ofServer(registrar) : null),
    ...say("whois.subdomain", name === domain ? null : name),
  ];
}

type Life = {
  readonly registration: RegistrationData;
  readonly name: string;
  readonly shown: Exchanges;
};

/** Returns findings about a registration's expiry, status, locks and keys, the most urgent first. */
function lifeFindings(
  observed: WhoisObservation,
  { sources }: Judged,
  { registration, name, shown }: Life,
): Finding[] {
  const { expires } = registration.dates;
  const ending = endingOf(expires, observed.at);
  const [expired = [], redemption = [], deleted = [], held = []] = (
    ["expired", "redemption", "pending_delete", "hold"] as const
  ).map((stage) => inStage(registration, stage));
  const over = [...redemption, ...deleted];
  const out = [...held, ...expired, ...over];
  const dns = sources.find(({ kind }) => kind === "dns");
  const locked = isTransferLocked(registration);
  const { notInDns, notAtRegistry } = compareDs(registration, observed.ds, name);
  const ranOut = ending === "expired" && expires !== null ? [expires] : [];
  const ends = (when: typeof ending) => (ending === when && expires !== null ? [expires] : []);
  // Returns the domain with the registry's statuses or dates that show the finding as the subject; null if there are no
  // such statuses or dates.
  const of = (said: readonly string[], evidence: readonly string[] = shown.registry): About | null => {
    const texts = said.map((text) => text.replace(/T[\d:]+Z$/, ""));
    const about = { subject: `${name} (${texts.join(", ")})`, subjects: [name, ...said], evidence };
    return said.length === 0 ? null : about;
  };
  const whole = (says: boolean, evidence: readonly string[]): About | null =>
    says ? { subjects: [name], evidence } : null;
  const keys = [...shown.registry, ...shown.ds];
  return [
    ...say("whois.redemption", of(redemption)),
    ...say("whois.pending_delete", of(deleted)),
    ...say("whois.expired", of([...expired, ...(over.length > 0 ? [] : ranOut)])),
    ...say("whois.on_hold", of(held)),
    ...say("whois.expires_within_7_days", of(ends("within_7_days"))),
    ...say("whois.expires_within_30_days", of(ends("within_30_days"))),
    ...say("whois.ds_not_in_dns", dns?.says === "delegated" ? of(notInDns, keys) : null),
    ...say("whois.ds_not_at_registry", of(notAtRegistry, keys)),
    ...say("whois.not_delegated", whole(dns?.says === "not_delegated" && out.length === 0, shown.ns)),
    ...say("whois.unlocked", whole(locked === false, shown.registry)),
    ...say("whois.locked", whole(locked === true, shown.registry)),
  ];
}

/** Lists in words what each source reports. */
function words(sources: Judged["sources"]): string {
  return sources
    .filter(({ says }) => says !== null)
    .map(
      ({ kind, says }) =>
        `${kind === "dns" ? "DNS" : kind === "rdap" ? "RDAP" : kind} says ${says?.replace("_", " ")}`,
    )
    .join(", ");
}
