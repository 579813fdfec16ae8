import { isTld, notInPublicDns, registrableOf, unicodeOf } from "@dnstools/core/protocol/names";
import { type Finding, finding } from "@dnstools/core/tool/finding";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Part, partOf, SKIPPED } from "@dnstools/core/tool/part";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import type { contract } from "./contract.ts";
import type { RegistrationData, WhoisData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { type Judged, judgeAvailability } from "./judge-availability.ts";
import type { WhoisObservation } from "./observations.ts";

type Input = InputOf<typeof contract.params>;

const NOTHING: RegistrationData = {
  registrar: null,
  registrant: null,
  registryId: null,
  dates: {
    created: null,
    updated: null,
    expires: null,
    raw: { created: null, updated: null, expires: null },
  },
  status: [],
  nameServers: [],
  dnssec: { signed: null, ds: [] },
  redacted: [],
};

const NO_PARTS = { registration: SKIPPED, delegation: SKIPPED, network: SKIPPED };

export function analyse(observed: WhoisObservation, input: Input): Judgement<WhoisData> {
  if (input.ip !== null) {
    if (observed.resolverAlive === false) return RESOLVERS_DEAD;
    return { kind: "answer", data: ofAddress(observed, input.ip), findings: [] };
  }
  const domain = input.domain ?? "";
  const special = notInPublicDns(domain);
  if (special !== null) return { kind: "answer", data: ofSpecial(domain, special), findings: [] };
  const name = registrableOf(domain) ?? domain;
  if (isMissing(observed, domain))
    return {
      kind: "domain_not_found",
      detail: `There is no top-level domain for ${domain}: our resolver answered NXDOMAIN.`,
    };
  if (observed.registration === null) return RESOLVERS_DEAD;
  const judged = judgeAvailability(observed.registration, observed.delegation, name);
  // A registry that was asked needed our resolvers.
  if (observed.resolverAlive === false && judged.availability === "unknown") return RESOLVERS_DEAD;
  return {
    kind: "answer",
    data: ofDomain(observed, judged, domain, name),
    findings: domainFindings(judged, domain, name),
  };
}

/** Whether the root has no such top-level domain; of one that is known, a resolver's NXDOMAIN is about the resolver. */
function isMissing({ topLevel }: WhoisObservation, domain: string): boolean {
  const denied = topLevel?.kind === "present" && topLevel.value.rcode === "NXDOMAIN";
  return denied && !isTld(domain.slice(domain.lastIndexOf(".") + 1));
}

/** Seconds that an answer is as good as new. What is unknown may be known the next time. */
export function keepS({ availability, network }: WhoisData): number {
  if (availability === "available") return 60;
  return availability === "registered" || availability === "reserved" || network !== null ? 3600 : 0;
}

function ofAddress({ network }: WhoisObservation, ip: string): WhoisData {
  return {
    ip,
    domain: null,
    unicode: null,
    registrable: null,
    availability: null,
    reason: null,
    reserved: null,
    ...NOTHING,
    network: network?.outcome.kind === "present" ? network.outcome.value : null,
    sources: network?.sources.map((source) => ({ ...source })) ?? [],
    parts: {
      ...NO_PARTS,
      network:
        network === null
          ? SKIPPED
          : partOf(network.outcome, network.sources.at(-1)?.server ?? null, network.elapsedMs),
    },
  };
}

function ofSpecial(
  domain: string,
  { name, reference }: { name: string; reference: string | null },
): WhoisData {
  const rule = reference ?? "The root has no such top-level domain, so nobody can register below it.";
  return {
    ip: null,
    domain,
    unicode: unicodeOf(domain),
    registrable: null,
    availability: "reserved",
    reason: null,
    reserved: reference === null ? rule : `Names under ${name} are not in the public DNS (${reference}).`,
    ...NOTHING,
    network: null,
    sources: [{ kind: "table", server: rule, status: "ok", says: "reserved", reason: null }],
    parts: NO_PARTS,
  };
}

function ofDomain(observed: WhoisObservation, judged: Judged, domain: string, name: string): WhoisData {
  const { availability, reason, reserved, sources } = judged;
  return {
    ip: null,
    domain,
    unicode: unicodeOf(name),
    registrable: name,
    availability,
    reason,
    reserved,
    ...(judged.registration === null ? NOTHING : withRegistrar(judged.registration, judged.ofRegistrar)),
    network: null,
    sources: sources.map((source) => ({ ...source })),
    parts: {
      ...NO_PARTS,
      registration: registrationPart(judged, observed.registration?.elapsedMs ?? 0),
      delegation:
        observed.delegation === null
          ? SKIPPED
          : partOf(delegated(judged, observed), "resolver", observed.delegationMs),
    },
  };
}

/** A thin registry leaves to the registrar what it does not know itself. */
function withRegistrar(data: RegistrationData, more: RegistrationData | null): RegistrationData {
  if (more === null) return data;
  const { registrar } = data;
  const abuse = {
    email: registrar?.abuse.email ?? more.registrar?.abuse.email ?? null,
    phone: registrar?.abuse.phone ?? more.registrar?.abuse.phone ?? null,
  };
  return {
    ...data,
    registrar:
      registrar === null
        ? more.registrar
        : { ...registrar, url: registrar.url ?? more.registrar?.url ?? null, abuse },
    registrant: data.registrant ?? more.registrant,
    redacted: [...new Set([...data.redacted, ...more.redacted])],
  };
}

function registrationPart({ availability, registration, reason, sources }: Judged, elapsedMs: number): Part {
  const decisive = sources.find(({ says }) => says === availability || says === "not_found") ?? sources[0];
  const source = decisive?.server ?? null;
  if (registration !== null) return { status: "ok", reason: null, source, elapsedMs };
  const failed = sources.findLast(({ kind, status }) => kind !== "dns" && status === "unknown");
  if (availability === "unknown" || availability === "registered")
    return { status: "unknown", reason: failed?.reason ?? reason ?? "no_servers", source, elapsedMs };
  return { status: "absent", reason: null, source, elapsedMs };
}

function delegated({ sources }: Judged, { delegation }: WhoisObservation) {
  const dns = sources.find(({ kind }) => kind === "dns");
  if (delegation?.kind === "unknown") return delegation;
  return dns?.says === "delegated"
    ? ({ kind: "present", value: null } as const)
    : ({ kind: "absent", how: dns?.says === "not_delegated" ? "nxdomain" : "nodata" } as const);
}

const ENDED = ["redemptionPeriod", "pendingDelete", "pendingRestore"];
const HELD = ["clientHold", "serverHold"];

function domainFindings(judged: Judged, domain: string, name: string): Finding[] {
  const { availability, reason, sources, registration } = judged;
  const codes = registration?.status.map(({ code }) => code) ?? [];
  const among = (some: readonly string[]) => codes.filter((code) => some.includes(code));
  const when = (condition: boolean, code: keyof typeof FINDINGS, subject: string | null) =>
    condition ? [finding(FINDINGS, code, subject)] : [];
  const dns = sources.find(({ kind }) => kind === "dns");
  const rdap = sources.find(({ kind, status }) => kind === "rdap" && status === "unknown");
  const registrar = sources.find(({ kind, says }, i) => kind === "whois" && says === "not_found" && i > 0);
  const registered = availability === "registered";
  return [
    ...when(name !== domain, "whois.subdomain", name),
    ...when(reason === "contradictory", "whois.contradictory", words(sources)),
    ...when(registered && rdap !== undefined, "whois.registry_unreachable", rdap?.reason ?? null),
    ...when(registered && registrar !== undefined, "whois.registrar_disagrees", registrar?.server ?? null),
    ...when(among(ENDED).length > 0, "whois.expired", among(ENDED).join(", ")),
    ...when(among(HELD).length > 0, "whois.on_hold", among(HELD).join(", ")),
    ...when(
      registered && dns?.says === "not_delegated" && among([...HELD, ...ENDED]).length === 0,
      "whois.not_delegated",
      name,
    ),
    ...when(registered && codes.includes("ok"), "whois.unlocked", name),
  ];
}

/** Who says what, for people. */
function words(sources: Judged["sources"]): string {
  return sources
    .filter(({ says }) => says !== null)
    .map(({ kind, says }) => `${kind} says ${says?.replace("_", " ")}`)
    .join(", ");
}
