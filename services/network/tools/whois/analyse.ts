import { isTld, notInPublicDns, unicodeOf } from "@dnstools/core/protocol/names";
import { registeredNameOf } from "@dnstools/core/protocol/whois/private-registries";
import type { Finding } from "@dnstools/core/tool/finding";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Part, partOf, SKIPPED } from "@dnstools/core/tool/part";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import type { contract } from "./contract.ts";
import type { RegistrationData, WhoisData } from "./data.ts";
import { type Judged, judgeAvailability } from "./judge-availability.ts";
import { domainFindings } from "./judge-findings.ts";
import { isTransferLocked } from "./judge-life.ts";
import { summaryOf } from "./judge-summary.ts";
import type { WhoisObservation } from "./observations.ts";

type Input = InputOf<typeof contract.params>;

const NOTHING: RegistrationData & Pick<WhoisData, "transferLocked" | "retryAfterS" | "raw"> = {
  transferLocked: null,
  retryAfterS: null,
  raw: [],
  registrar: null,
  reseller: null,
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

/** Judges the registration of a domain, or the block of an IPv4 address. */
export function analyse(observed: WhoisObservation, input: Input): Judgement<WhoisData> {
  if (input.ip !== null) {
    if (observed.resolverAlive === false) return RESOLVERS_DEAD;
    return answer(ofAddress(observed, input.ip), []);
  }
  const domain = input.domain ?? "";
  const special = notInPublicDns(domain);
  if (special !== null) return answer(ofSpecial(domain, special), []);
  const name = registeredNameOf(domain) ?? domain;
  if (isMissing(observed, domain))
    return {
      kind: "domain_not_found",
      detail: `There is no top-level domain for ${domain}: our resolver answered NXDOMAIN.`,
    };
  if (observed.registration === null) return RESOLVERS_DEAD;
  const judged = judgeAvailability(observed.registration, observed.delegation, name);
  // A query to a registry requires working resolvers, so an answer from a registry shows that they work.
  if (observed.resolverAlive === false && judged.availability === "unknown") return RESOLVERS_DEAD;
  return answer(
    ofDomain(observed, judged, domain, name),
    domainFindings(observed, judged, domain, name),
    observed.ds,
  );
}

function answer(
  data: WhoisData,
  findings: readonly Finding[],
  ds: WhoisObservation["ds"] = null,
): Judgement<WhoisData> {
  return { kind: "answer", summary: summaryOf(data, findings, ds), data, findings };
}

/**
 * Returns true if the root denies the top-level domain. For a known top-level domain, NXDOMAIN is a fault of
 * the resolver.
 */
function isMissing({ topLevel }: WhoisObservation, domain: string): boolean {
  const denied = topLevel?.kind === "present" && topLevel.value.rcode === "NXDOMAIN";
  return denied && !isTld(domain.slice(domain.lastIndexOf(".") + 1));
}

/**
 * Returns for how many seconds an answer may be cached. An unknown answer is not cached, since the result may be known
 * next time.
 */
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
  const rule = reference ?? "The root has no such top-level domain, so no name below it can be registered.";
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
    ...NOTHING,
    ...(judged.registration === null
      ? {}
      : {
          ...withRegistrar(judged.registration, judged.ofRegistrar),
          transferLocked: isTransferLocked(judged.registration),
        }),
    retryAfterS: judged.retryAfterS,
    raw: judged.raw.map((one) => ({ ...one })),
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

/** Adds the registrar's data, since a thin registry does not have these data itself. */
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
    reseller: data.reseller ?? more.reseller,
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
