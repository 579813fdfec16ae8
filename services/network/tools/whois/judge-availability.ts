import type { RegistrySource } from "@dnstools/core/network";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type {
  RdapObservation,
  RegistrationFound,
  TextObservation,
} from "@dnstools/core/protocol/registration";
import { isDenied, walkChain } from "@dnstools/core/protocol/rrset";
import type { Said } from "@dnstools/core/protocol/whois/phrases";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { RegistrationData, WhoisData } from "./data.ts";
import { readRdap } from "./judge-rdap.ts";
import { readText } from "./judge-text.ts";
import { shownText } from "./raw-text.ts";

/** Verdict based on all sources that were queried. */
export type Judged = {
  readonly availability: NonNullable<WhoisData["availability"]>;
  /** Reason why the availability is unknown; null otherwise. */
  readonly reason: Reason | null;
  /** Text of the registry, or the rule, that reserves the name; null if the name is not reserved. */
  readonly reserved: string | null;
  readonly sources: readonly RegistrySource[];
  readonly registration: RegistrationData | null;
  /** The texts from port 43, as the answer shows them. */
  readonly raw: WhoisData["raw"];
  /** Seconds until a registry that limited this API may be queried again; null if no registry did. */
  readonly retryAfterS: number | null;
  /** Data from the registrar's own server; null if the server was not queried or does not know the domain. */
  readonly ofRegistrar: RegistrationData | null;
};

/** One source that was queried, with its verdict. */
type Heard = {
  readonly source: RegistrySource;
  readonly data: RegistrationData | null;
  readonly words: string | null;
  /** True for a registrar's server: its answer does not decide whether the domain is registered. */
  readonly aside: boolean;
};

/**
 * Judges the availability of a domain. Registered: the registry has the domain. Available: the registry itself does
 * not have the domain, and DNS does not have it either. Everything else is unknown, even if the result seems clear,
 * because a verdict requires proof.
 */
export function judgeAvailability(
  found: RegistrationFound,
  delegation: Outcome<DnsReply> | null,
  name: string,
): Judged {
  const dns = hearDns(delegation, name);
  const { bootstrap } = found;
  const heard: Heard[] = [
    ...(bootstrap.kind === "unknown"
      ? [failed("rdap", "https://data.iana.org/rdap/dns.json", bootstrap.reason)]
      : []),
    ...(found.rdap === null ? [] : [hearRdap(found.rdap, name)]),
    ...found.texts.map((text) => hearText(text, name)),
  ];
  const registry = heard.filter(({ aside }) => !aside);
  const says = (what: RegistrySource["says"]) => registry.find(({ source }) => source.says === what);
  const [registered, reserved, notFound] = [says("registered"), says("reserved"), says("not_found")];
  const judged = {
    reason: null,
    reserved: null,
    sources: [...heard.map(({ source }) => source), dns],
    registration: registered?.data ?? null,
    raw: found.texts.flatMap(rawOf),
    retryAfterS: retryAfterOf(found, heard),
    ofRegistrar: heard.find(({ aside, data }) => aside && data !== null)?.data ?? null,
  };
  const unknown = (reason: Reason): Judged => ({ ...judged, availability: "unknown", reason });
  const contradicted = registry.some(({ source }) => source.reason === "contradictory");
  if (contradicted || (registered !== undefined && notFound !== undefined)) return unknown("contradictory");
  if (registered !== undefined) return { ...judged, availability: "registered" };
  if (reserved !== undefined) {
    if (dns.says === "delegated") return unknown("contradictory");
    return { ...judged, availability: "reserved", reserved: reserved.words };
  }
  if (notFound !== undefined) {
    if (dns.says === "not_delegated") return { ...judged, availability: "available" };
    return unknown(dns.reason ?? "contradictory");
  }
  // No registry server answers for this top-level domain, but a domain in DNS must have been registered.
  if (registry.length === 0 && dns.says === "delegated") return { ...judged, availability: "registered" };
  const reasons = registry.flatMap(({ source }) => source.reason ?? []);
  const telling = reasons.filter((reason) => reason !== "no_servers");
  return unknown(reasons.find((reason) => reason === "rate_limited") ?? telling.at(-1) ?? "no_servers");
}

function hearRdap({ base, bootstrapped, outcome }: RdapObservation, name: string): Heard {
  if (outcome.kind !== "present")
    return failed("rdap", base, outcome.kind === "unknown" ? outcome.reason : "malformed");
  const { url, object, error } = outcome.value;
  const ofRegistry = bootstrapped && hostOf(url) === hostOf(base);
  if (object === null) {
    const reserved = error
      ?.split("\n")
      .find((line) => RESERVED.test(line.toLowerCase().replaceAll(name, "name")));
    if (reserved !== undefined && ofRegistry) return heardOf("rdap", url, "reserved", null, reserved);
    return ofRegistry
      ? {
          ...heardOf("rdap", url, "not_found"),
          source: { ...sourceOf("rdap", url, "not_found"), status: "absent" },
        }
      : failed("rdap", url, "not_authoritative");
  }
  const read = readRdap(object, name);
  if (read.kind === "malformed") return failed("rdap", url, "malformed");
  return read.kind === "reserved"
    ? heardOf("rdap", url, "reserved", null, read.words)
    : heardOf("rdap", url, "registered", read.data);
}

/** Patterns of texts, other than "not found", with which registries report that nobody can register the name. */
const RESERVED =
  /^(the |this )?(requested )?["']?(domain name|domain|name|object)["']? (is|has been) (reserved|blocked|prohibited)\b|^reserved (by|name|for|domain)\b|^(the |this )?((domain|domain name|name) is )?(currently )?not available for registration|^(the |this )?(domain )?name cannot be registered/;

const REASONS: Readonly<Record<Exclude<Said, "free" | "reserved">, Reason>> = {
  rate_limited: "rate_limited",
  blocked: "blocked",
  server_error: "server_error",
  other: "not_authoritative",
};

function hearText({ server, role, outcome }: TextObservation, name: string): Heard {
  const aside = role === "registrar";
  if (outcome.kind !== "present")
    return { ...failed("whois", server, outcome.kind === "unknown" ? outcome.reason : "malformed"), aside };
  const read = readText(outcome.value, server, name);
  if (read.kind === "registered") return { ...heardOf("whois", server, "registered", read.data), aside };
  if (read.kind === "contradictory") return { ...failed("whois", server, "contradictory"), aside };
  if (read.kind === "unsure") return { ...failed("whois", server, "not_recognised"), aside };
  if (read.said === "reserved")
    return { ...heardOf("whois", server, "reserved", null, `according to ${server}`), aside };
  if (read.said !== "free") return { ...failed("whois", server, REASONS[read.said]), aside };
  const source = { ...sourceOf("whois", server, "not_found"), status: "absent" as const };
  return { ...heardOf("whois", server, "not_found"), source, aside };
}

/** Maximum number of characters of a registry's text in the answer. */
const RAW_MAX = 8192;

function rawOf({ server, outcome }: TextObservation): WhoisData["raw"] {
  if (outcome.kind !== "present") return [];
  const text = shownText(outcome.value.text);
  return [{ server, text: text.slice(0, RAW_MAX).toWellFormed(), cut: text.length > RAW_MAX }];
}

/**
 * Returns the longest pause, in seconds, that a registry's server demands after limiting this API. A
 * registrar's server does not count.
 */
function retryAfterOf({ rests }: RegistrationFound, heard: readonly Heard[]): number | null {
  if (!heard.some(({ aside, source }) => !aside && source.reason === "rate_limited")) return null;
  const registrars = heard.flatMap(({ aside, source }) => (aside ? [source.server] : []));
  const seconds = rests.filter(({ server }) => !registrars.includes(server)).map((rest) => rest.seconds);
  return seconds.length === 0 ? null : Math.max(...seconds);
}

/** Returns what DNS shows about the domain. A name that exists without NS records proves nothing. */
function hearDns(delegation: Outcome<DnsReply> | null, name: string): RegistrySource {
  const server = `${name}. IN NS`;
  if (delegation?.kind !== "present") {
    const reason = delegation?.kind === "unknown" ? delegation.reason : "budget";
    return { kind: "dns", server, status: "unknown", says: null, reason };
  }
  const { records, aliases } = walkChain(delegation.value.answers, name, "NS");
  if (isDenied(delegation.value, name))
    return { kind: "dns", server, status: "absent", says: "not_delegated", reason: null };
  return sourceOf("dns", server, records.length > 0 && aliases.length === 0 ? "delegated" : null);
}

function sourceOf(
  kind: RegistrySource["kind"],
  server: string,
  says: RegistrySource["says"],
): RegistrySource {
  return { kind, server, status: "ok", says, reason: null };
}

function heardOf(
  kind: "rdap" | "whois",
  server: string,
  says: RegistrySource["says"],
  data: RegistrationData | null = null,
  words: string | null = null,
): Heard {
  return { source: sourceOf(kind, server, says), data, words, aside: false };
}

function failed(kind: "rdap" | "whois", server: string, reason: Reason): Heard {
  return {
    source: { kind, server, status: "unknown", says: null, reason },
    data: null,
    words: null,
    aside: false,
  };
}

/** Returns the host of a URL; the URL was already requested, so it is valid. */
function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]+)/.exec(url)?.[1]?.toLowerCase() ?? "";
}
