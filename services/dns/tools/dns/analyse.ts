import { type Finding, finding } from "@dnstools/core/finding";
import type { Reason } from "@dnstools/core/outcome";
import type { InputOf } from "@dnstools/core/params";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { parseIp } from "@dnstools/core/protocol/ip";
import { isWithin } from "@dnstools/core/protocol/names";
import { nsTargets, walkChain } from "@dnstools/core/protocol/rrset";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { NameServer } from "@dnstools/core/protocol/zone";
import type { Judgement } from "@dnstools/core/tool";
import type { contract } from "./contract.ts";
import type { Difference, DnsData, Status, TypeState } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { dnssecFindings, dnssecOf } from "./judge-dnssec.ts";
import { recordFindings } from "./judge-records.ts";
import { differencesOf, recordsAt, serversFindings } from "./judge-servers.ts";
import type { DnsSeen, TypeSeen } from "./seen.ts";

type Input = InputOf<typeof contract.params>;

/** One type, judged. `records` is null where it could not be found out. */
type Verdict = {
  readonly state: TypeState;
  readonly records: readonly DnsRecord[] | null;
  /** An alias's target that does not exist. */
  readonly missing: string | null;
  /** Whether the aliases lead in a circle. */
  readonly loop: boolean;
};

export function analyse(seen: DnsSeen, input: Input): Judgement<DnsData> {
  if (seen.resolverAlive === false) {
    return {
      kind: "unavailable",
      detail: "This API's own resolvers do not answer, not even for the root. Try again later.",
    };
  }
  const gone = whoDenies(seen, input.domain);
  if (gone !== null) {
    return { kind: "domain_not_found", detail: `${input.domain} does not exist: ${gone} answered NXDOMAIN.` };
  }
  const zone = seen.zone?.kind === "present" ? seen.zone.value : null;
  const verdicts = new Map(
    seen.types.map((type) => [type.type, judge(type, input.domain, zone?.apex ?? "")]),
  );
  const differences = seen.mode === "resolver" ? [] : differencesOf(seen, input.domain);
  // What the parent says of a zone is no answer of the zone.
  const own = seen.types.filter(({ source }) => source === seen.mode);
  const lead = own.find((type) => type.outcome.kind === "present");
  return {
    kind: "answer",
    data: {
      status: overall(own.flatMap(({ type }) => verdicts.get(type) ?? [])),
      mode: seen.mode,
      server: lead?.server ?? null,
      zone: zone?.apex ?? null,
      nameServers:
        zone?.nameServers.map((server) => ({ ...server, addresses: [...server.addresses] })) ?? null,
      delegation: delegationData(seen.delegation),
      exchanges: seen.exchanges?.map((server) => ({ ...server, addresses: [...server.addresses] })) ?? null,
      types: Object.fromEntries([...verdicts].map(([type, verdict]) => [type, verdict.state])),
      records: Object.fromEntries([...verdicts].map(([type, verdict]) => [type, verdict.records])),
      answers: seen.mode === "resolver" ? wholeAnswer(seen) : null,
      resolver: seen.mode === "resolver" ? ofResolver(seen) : null,
      differences: seen.mode === "resolver" ? null : differences,
      dnssec: dnssecOf(seen),
    },
    findings: [...findings(seen, input, verdicts), ...closer(seen, input, differences)],
  };
}

/**
 * Who says that the name itself does not exist; null when nobody does, or when a server of the zone shows that it
 * does: some answer NXDOMAIN for the types they do not know (RFC 4074 4.2). The zone's word goes before the resolver's.
 */
function whoDenies(seen: DnsSeen, name: string): string | null {
  const said = seen.types.filter(({ source }) => source === seen.mode);
  // Any server's word that it exists is enough: one that has lost a name must not take it from the others.
  const every = said.flatMap((type) => [type, ...type.said.map((one) => ({ ...type, ...one }))]);
  if (every.some((type) => existsBy(type, name))) return null;
  const own = said.find((type) => deniedBy(type, name));
  if (own !== undefined)
    return own.source === "resolver" ? "our resolver" : `the zone's server ${own.server?.name}`;
  const zone = seen.zone;
  const denied = zone?.kind === "absent" || (zone?.kind === "present" && zone.value.denied);
  return denied ? "our resolver" : null;
}

/** NXDOMAIN for the name, not for the target of an alias (RFC 6604 3). */
function deniedBy({ outcome, type }: TypeSeen, name: string): boolean {
  if (outcome.kind !== "present" || outcome.value.rcode !== "NXDOMAIN") return false;
  const { aliases, records } = walkChain(outcome.value.answers, name, type);
  return aliases.length === 0 && records.length === 0;
}

function existsBy(seen: TypeSeen, name: string): boolean {
  return seen.outcome.kind === "present" && !deniedBy(seen, name);
}

/** One type as one server said it; where an alias led on to the resolver, what came of that. */
function judge(
  seen: Pick<TypeSeen, "type" | "source" | "server" | "outcome" | "beyond">,
  name: string,
  zone: string,
  behindAlias = false,
): Verdict {
  const { outcome, source, server, type, beyond } = seen;
  const verdict = (
    status: Status,
    rest: Partial<Verdict> = {},
    reason: TypeState["reason"] = null,
  ): Verdict => {
    const records = status === "unknown" ? null : [];
    return { state: { status, reason, source, server }, records, missing: null, loop: false, ...rest };
  };
  if (outcome.kind !== "present") {
    return verdict("unknown", {}, outcome.kind === "unknown" ? outcome.reason : null);
  }
  const chain = walkChain(outcome.value.answers, name, type, source === "authoritative" ? zone : "");
  if (chain.records.length > 0) return verdict("answer", { records: chain.records });
  if (chain.loop) return verdict("unknown", { loop: true }, "malformed");
  if (beyond !== null)
    return judge({ ...beyond, type, source: "resolver", beyond: null }, beyond.target, zone, true);
  const missing =
    outcome.value.rcode === "NXDOMAIN" && (behindAlias || chain.aliases.length > 0) ? chain.end : null;
  return verdict("nodata", { missing });
}

function overall(verdicts: readonly Verdict[]): Status {
  const has = (status: Status) => verdicts.some((verdict) => verdict.state.status === status);
  if (has("answer")) return "answer";
  return has("unknown") || verdicts.length === 0 ? "unknown" : "nodata";
}

function wholeAnswer(seen: DnsSeen): readonly DnsRecord[] | null {
  const outcome = seen.types[0]?.outcome;
  return outcome?.kind === "present" ? outcome.value.answers : null;
}

function ofResolver(seen: DnsSeen): DnsData["resolver"] {
  const outcome = seen.types[0]?.outcome;
  const errors = new Map(seen.evidence.flatMap((one) => one.errors).map((error) => [error.code, error]));
  return {
    authenticated: outcome?.kind === "present" && outcome.value.flags.includes("ad"),
    bogus: isBogus(seen),
    errors: [...errors.values()],
  };
}

/**
 * Whether an answer comes once signatures are not checked; null where that was not tried, or not found out. A resolver
 * that gives another reason (RFC 8914) is believed: servers fail at one time and not at another.
 */
function isBogus({ unchecked, evidence }: DnsSeen): boolean | null {
  if (unchecked === null || (unchecked.kind === "unknown" && unchecked.reason !== "servfail")) return null;
  const reasons = evidence.flatMap(({ errors }) => errors.map(({ code }) => code));
  const other = reasons.length > 0 && !reasons.some((code) => DNSSEC_ERRORS.includes(code));
  return unchecked.kind === "present" && !other;
}

/** Extended errors that are about DNSSEC. Source: IANA Extended DNS Error Codes, as of 2026-11-20. */
const DNSSEC_ERRORS = [1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 25, 27];

function findings(seen: DnsSeen, input: Input, verdicts: ReadonlyMap<ShownType, Verdict>): Finding[] {
  const has = (type: ShownType) => verdicts.get(type)?.state.status === "answer";
  const say = (code: keyof typeof FINDINGS, subject: string | null) => finding(FINDINGS, code, subject);
  const list: Finding[] = [];
  const missing = [...verdicts.values()].find((verdict) => verdict.missing !== null)?.missing;
  if (missing) list.push(say("dns.cname_to_missing", missing));
  if ([...verdicts.values()].some((verdict) => verdict.loop)) list.push(say("dns.cname_loop", input.domain));
  if (deniesSome(seen, input.domain)) list.push(say("dns.nxdomain_for_type", input.domain));
  if (besideCname(seen, input.domain)) list.push(say("dns.cname_beside_data", input.domain));
  const host = has("A") || has("AAAA") || has("MX");
  if (host && input.domain.includes("_")) list.push(say("dns.underscore_in_host", input.domain));
  const servfail =
    seen.mode === "resolver" &&
    seen.types.some(({ outcome }) => outcome.kind === "unknown" && outcome.reason === "servfail");
  const unfound = seen.zone?.kind === "unknown" && seen.zone.reason === "servfail";
  list.push(...delegationFindings(seen));
  if (
    has("DS") &&
    verdicts.get("DNSKEY")?.state.status === "nodata" &&
    input.domain === seen.delegation?.apex
  )
    list.push(say("dns.ds_without_key", input.domain));
  list.push(...aliasFindings(seen, input.domain));
  // It is the end of the aliases that cannot be resolved: each link before it was.
  const culprit = seen.aliases.at(-1) ?? input.domain;
  if (isBogus(seen)) list.push(say("dns.dnssec_bogus", culprit));
  // A loop or a chain too long is reason enough.
  else if ((servfail || unfound) && seen.aliases.length <= ALIASES_GOOD && !loops(seen.aliases, input.domain))
    list.push(say("dns.servfail", culprit));
  return [...list, ...serverFindings(seen)];
}

/** Whether one server denies the name for one type and knows it for another. */
function deniesSome(seen: DnsSeen, name: string): boolean {
  const of = (exists: boolean) =>
    new Set(
      seen.types
        .filter(({ source }) => source === "authoritative")
        .flatMap((type) => type.said.map((one) => ({ ...type, ...one })))
        .filter((type) => type.outcome.kind === "present" && existsBy(type, name) === exists)
        .map(({ server }) => server?.address),
    );
  const known = of(true);
  return [...of(false)].some((address) => known.has(address));
}

/** Aliases that a name may have before some resolvers give up: Unbound follows 11, others fewer. */
const ALIASES_GOOD = 8;

/** What is wrong with the aliases of a name. */
function aliasFindings({ types, zone, aliases }: DnsSeen, name: string): Finding[] {
  const apex = zone?.kind === "present" ? zone.value.apex : "";
  const lengths = types.map(({ type, outcome }) =>
    outcome.kind === "present" ? walkChain(outcome.value.answers, name, type, apex).aliases.length : 0,
  );
  const loop = loops(aliases, name);
  const long = !loop && Math.max(aliases.length, ...lengths) > ALIASES_GOOD;
  const failing = types.find(({ beyond }) => beyond?.outcome.kind === "unknown")?.beyond?.target;
  return [
    ...(loop ? [finding(FINDINGS, "dns.cname_loop", name)] : []),
    ...(long ? [finding(FINDINGS, "dns.cname_chain_long", name)] : []),
    ...(failing === undefined ? [] : [finding(FINDINGS, "dns.cname_target_fails", failing)]),
  ];
}

/** Whether the names that aliases lead to come back to one of them. */
function loops(aliases: readonly string[], name: string): boolean {
  return new Set([name, ...aliases]).size <= aliases.length;
}

/** Owner data beside a CNAME, as the zone's own server gave it (RFC 2181 10.1). */
function besideCname(seen: DnsSeen, name: string): boolean {
  const own = (type: ShownType) => {
    const outcome = seen.types.find((t) => t.type === type && t.source === "authoritative")?.outcome;
    const answers = outcome?.kind === "present" ? outcome.value.answers : [];
    return answers.some((record) => record.type === type && record.name.toLowerCase() === name);
  };
  return own("CNAME") && seen.types.some(({ type }) => type !== "CNAME" && own(type));
}

/** What a closer look at records, servers and signatures gives; with type nobody looked closer. */
function closer(seen: DnsSeen, { domain }: Input, differences: readonly Difference[]): Finding[] {
  if (seen.mode === "resolver") return recordFindings((type) => recordsAt(seen, domain, type), domain, false);
  const atApex = seen.zone?.kind === "present" && seen.zone.value.apex === domain;
  const dnssec = dnssecFindings(seen, domain);
  const bogus = dnssecOf(seen)?.status === "bogus" && !explained(seen, dnssec);
  return [
    ...(atApex && recordsAt(seen, domain, "CNAME").length > 0
      ? [finding(FINDINGS, "dns.cname_at_apex", domain)]
      : []),
    ...targetFindings(seen),
    ...(bogus ? [finding(FINDINGS, "dns.dnssec_bogus", domain)] : []),
    ...recordFindings((type) => recordsAt(seen, domain, type), domain, true),
    ...serversFindings(seen, differences, domain),
    ...dnssec,
  ];
}

/** Whether there is a reason to be told why signatures do not verify. */
function explained(seen: DnsSeen, findings: readonly Finding[]): boolean {
  const ds = recordsAt(seen, seen.delegation?.apex ?? "", "DS").length > 0;
  const keys = seen.types.find(({ type }) => type === "DNSKEY")?.outcome;
  const keyless = keys?.kind === "present" && !keys.value.answers.some(({ type }) => type === "DNSKEY");
  const codes = findings.map(({ code }) => code);
  return (ds && keyless) || codes.includes("dns.ds_mismatch") || codes.includes("dns.signature_expired");
}

/** Names that MX and NS records must not have. */
function targetFindings({ exchanges, ownServers, glued, zone }: DnsSeen): Finding[] {
  const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);
  const servers = [...(zone?.kind === "present" ? zone.value.nameServers : []), ...ownServers, ...glued];
  const aliases = (all: readonly NameServer[]) =>
    all.filter(({ alias }) => alias !== null).map(({ name }) => name);
  const mail = exchanges ?? [];
  return [
    ...[...new Set(aliases(servers))].map((name) => say("dns.ns_is_alias", name)),
    ...aliases(mail).map((name) => say("dns.mx_is_alias", name)),
    ...mail
      .filter(({ addresses, reason }) => addresses.length === 0 && reason === null)
      .map(({ name }) => say("dns.mx_without_address", name)),
    ...mail.flatMap(({ name, addresses }) =>
      addresses.filter((at) => !isPublic(at)).map((at) => say("dns.mx_private", `${name} (${at})`)),
    ),
  ];
}

function delegationData(delegation: DnsSeen["delegation"]): DnsData["delegation"] {
  if (delegation === null) return null;
  const { parent, server, nameServers, ttl } = delegation;
  return {
    parent,
    server,
    nameServers: nameServers.map(({ name, glue }) => ({ name, glue: [...glue] })),
    ttl,
  };
}

/** What the parent says, against what the zone says. */
function delegationFindings({ delegation, apexNs, ownServers, glued }: DnsSeen): Finding[] {
  if (delegation === null) return [];
  const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);
  const atParent = delegation.nameServers.map(({ name }) => name);
  const atZone = apexNs?.kind === "present" ? nsTargets(apexNs.value, delegation.apex) : null;
  const differs = atZone !== null && atZone.length > 0 && atZone.join() !== atParent.join();
  const only = atParent.length === 1 && (atZone === null || atZone.length < 2);
  return [
    ...(differs ? [say("dns.delegation_mismatch", `${atParent.join(", ")} and ${atZone.join(", ")}`)] : []),
    // A server that holds parent and child answers for the child, and need not add addresses.
    ...(delegation.referral ? delegation.nameServers : [])
      .filter(({ name, glue }) => isWithin(name, delegation.apex) && glue.length === 0)
      .map(({ name }) => say("dns.missing_glue", name)),
    ...glued
      .filter(({ name, addresses, reason, alias }) => {
        const glue = delegation.nameServers.find((one) => one.name === name)?.glue ?? [];
        const differs = glue.toSorted().join() !== addresses.toSorted().join();
        // An alias has a finding of its own, and what could not be found out has none.
        return differs && addresses.length > 0 && reason === null && alias === null;
      })
      .map(({ name }) => say("dns.glue_mismatch", name)),
    ...(only ? [say("dns.one_server", atParent[0] ?? "")] : []),
    ...ownServers.flatMap(({ name, addresses }) =>
      addresses
        .filter((address) => !isPublic(address))
        .map((address) => say("dns.server_private", `${name} (${address})`)),
    ),
  ];
}

/** Whether the world can reach an address. */
function isPublic(address: string): boolean {
  const ip = parseIp(address);
  return ip !== null && scopeOf(ip).scope === "public";
}

/** What each reason of a failed server comes to; reasons that are about us, or about a zone below, to nothing. */
const SERVER_FINDINGS: Partial<Record<Reason, keyof typeof FINDINGS>> = {
  timeout: "dns.server_silent",
  unreachable: "dns.server_silent",
  malformed: "dns.server_malformed",
  not_allowed: "dns.server_private",
  refused: "dns.server_lame",
  servfail: "dns.server_lame",
  not_authoritative: "dns.server_lame",
};

/** One finding for each address of the zone that failed: for all types, or for some; and one where none answered. */
function serverFindings(seen: DnsSeen): Finding[] {
  const own = seen.types.filter(({ source }) => source === "authoritative");
  const all = own.flatMap(({ type, said }) => said.map((one) => ({ type, ...one })));
  const findings: Finding[] = [];
  for (const [address, said] of Map.groupBy(all, ({ server }) => server.address)) {
    const [{ server }] = said as [(typeof said)[number]];
    const failed = said.flatMap(({ type, outcome: it }) => {
      const code = it.kind === "unknown" ? SERVER_FINDINGS[it.reason] : undefined;
      return code === undefined ? [] : [{ type, code }];
    });
    const [first] = failed;
    const subject = `${server.name} (${address})`;
    if (first === undefined) continue;
    if (!said.some(({ outcome }) => outcome.kind === "present"))
      findings.push(finding(FINDINGS, first.code, subject));
    else {
      const types = failed.map(({ type }) => type).join(", ");
      findings.push(finding(FINDINGS, "dns.server_partial", `${subject} ${types}`));
    }
  }
  const theirs = all.every(
    ({ outcome: it }) => it.kind === "unknown" && SERVER_FINDINGS[it.reason] !== undefined,
  );
  const down = all.length > 0 && theirs && seen.zone?.kind === "present";
  return down ? [finding(FINDINGS, "dns.no_server_answers", seen.zone.value.apex), ...findings] : findings;
}
