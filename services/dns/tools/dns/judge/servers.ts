import type { Difference } from "@dnstools/core/domain/data";
import { varianceOf } from "@dnstools/core/domain/differences";
import type { ServerObservation, TypeObservation } from "@dnstools/core/domain/observations";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { formatIp, parseIp } from "@dnstools/core/protocol/ip";
import type { Zone } from "@dnstools/core/protocol/zone";
import { isOurs } from "@dnstools/core/tool/environment";
import type { Finding } from "@dnstools/core/tool/finding";
import type { Reason } from "@dnstools/core/tool/outcome";
import { aliasesFail, isServfail } from "../aliases.ts";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { ofDelegation, ofHosts, shownBy, shownByEach, type Wanted } from "./shown-by.ts";

/** Returns findings about differences between the zone's servers, and about servers that share one network. */
export function serversFindings(
  observed: DnsObservation,
  differences: readonly Difference[],
  name: string,
): Finding[] {
  const { types, isBalanced, serials } = varianceOf(observed, differences, name);
  const network = oneNetwork(observed);
  const nameServers = observed.zone?.kind === "present" ? observed.zone.value.nameServers : [];
  const code = isBalanced ? "dns.servers_vary" : "dns.servers_disagree";
  return [
    ...(types.length > 0
      ? [
          findingOf(code, {
            subject: `${name} ${types.join(", ")}`,
            subjects: [name, ...types],
            evidence: shownByEach(observed, eachAnswer(differences, types, name)),
          }),
        ]
      : []),
    ...(serials.length > 1
      ? [
          findingOf("dns.serials_differ", {
            subject: serials.map(({ serial, server }) => `${serial} (${server.name})`).join(", "),
            subjects: serials.flatMap(({ serial, server }) => [`${serial}`, server.name]),
            evidence: shownByEach(
              observed,
              serials.map(({ server }) => ({ types: ["SOA"], at: [server.address] })),
            ),
          }),
        ]
      : []),
    ...(network === null
      ? []
      : [
          findingOf("dns.one_network", {
            subjects: [network],
            evidence: shownByEach(observed, [
              ofDelegation(observed),
              ofHosts(nameServers.map((server) => server.name)),
            ]),
          }),
        ]),
  ];
}

/** Selects one exchange for each different answer, for at most TYPES_SHOWN types. */
function eachAnswer(differences: readonly Difference[], types: readonly string[], name: string): Wanted[] {
  return differences
    .filter(({ type }) => types.includes(type))
    .slice(0, TYPES_SHOWN)
    .flatMap(({ type, answers }) =>
      answers.map(({ servers }) => ({
        names: [name],
        types: [type],
        at: servers.slice(0, 1).map(({ address }) => address),
      })),
    );
}

/** Maximum number of types for which a finding points to the differing answers. */
const TYPES_SHOWN = 3;

/**
 * Returns the network that all servers of a zone share, an IPv4 /24 or an IPv6 /48; null if there are several networks
 * or an address is unknown.
 */
function oneNetwork(observed: DnsObservation): string | null {
  if (observed.zone?.kind !== "present" || observed.zone.value.nameServers.length < 2) return null;
  const { nameServers } = observed.zone.value;
  // A server without a known address may be in any network.
  if (nameServers.some(({ reason }) => reason !== null)) return null;
  const networks = new Set(nameServers.flatMap((server) => server.addresses).map(networkOf));
  const [only] = networks;
  return networks.size === 1 && only !== undefined ? only : null;
}

function networkOf(address: string): string {
  const bytes = parseIp(address) ?? [];
  return bytes.length === 4
    ? `${bytes.slice(0, 3).join(".")}.0/24`
    : `${formatIp([...bytes.slice(0, 6), ...Array<number>(10).fill(0)])}/48`;
}

/** Returns all records of a type at the name itself that any server returned, without aliases. */
export function recordsAt(observed: DnsObservation, name: string, type: ShownType): readonly DnsRecord[] {
  const found = observed.types.find((one) => one.type === type);
  if (found?.outcome.kind !== "present") return [];
  return found.outcome.value.answers.filter(
    (record) => record.type === type && record.name.toLowerCase() === name,
  );
}

/**
 * Finding code for each reason why a server failed. Reasons that concern only this API or a child zone have no
 * finding.
 */
const SERVER_FINDINGS: Partial<Record<Reason, keyof typeof FINDINGS>> = {
  timeout: "dns.server_silent",
  unreachable: "dns.server_unreachable",
  reset: "dns.server_resets",
  malformed: "dns.server_malformed",
  not_allowed: "dns.server_private",
  refused: "dns.server_lame",
  servfail: "dns.server_lame",
  not_authoritative: "dns.server_lame",
};

/**
 * Returns a finding for each server address that failed for all types, or for types that other servers answer.
 * Adds one finding for types that no server answers, and one if no server answers anything.
 */
export function failureFindings(observed: DnsObservation, name: string): Finding[] {
  const explained = observed.mode === "authoritative" && aliasesFail(observed, name);
  const own = observed.types
    .filter(({ source }) => source === "authoritative")
    // A SERVFAIL that the aliases explain is reported by a separate finding.
    .map((type) =>
      explained ? { ...type, replies: type.replies.filter((one) => !isServfail(one.outcome)) } : type,
    );
  const all = own.flatMap(({ type, replies }) => replies.map((one) => ({ type, ...one })));
  const lost = lostTypes(own);
  const ofLost = {
    subject: `${name} ${lost.join(", ")}`,
    subjects: [name, ...lost],
    evidence: shownBy(observed, { names: [name], types: lost, failed: true }),
  };
  const findings: Finding[] = lost.length > 0 ? [findingOf("dns.type_unanswered", ofLost)] : [];
  for (const [address, replies] of Map.groupBy(all, ({ server }) => server.address)) {
    const [{ server }] = replies as [(typeof replies)[number]];
    const failed = replies.flatMap(({ type, outcome: it }) => {
      const code = it.kind === "unknown" ? SERVER_FINDINGS[it.reason] : undefined;
      return code === undefined ? [] : [{ type, code }];
    });
    const [first] = failed;
    const subject = `${server.name} (${address})`;
    if (first === undefined) continue;
    if (!replies.some(({ outcome }) => outcome.kind === "present")) {
      const evidence = shownBy(observed, ...ofFailed(observed, server)).slice(0, FAILURES_SHOWN);
      findings.push(findingOf(first.code, { subject, subjects: [server.name, address], evidence }));
      continue;
    }
    const types = failed.map(({ type }) => type).filter((type) => !lost.includes(type));
    if (types.length === 0) continue;
    findings.push(
      findingOf("dns.server_partial", {
        subject: `${subject} ${types.join(", ")}`,
        subjects: [server.name, address, ...types],
        evidence: shownBy(observed, { names: [name], types, at: [address] }),
      }),
    );
  }
  const zone = observed.zone?.kind === "present" ? observed.zone.value : null;
  if (zone === null || !isDown(zone, all)) return findings;
  const shown = {
    subjects: [zone.apex],
    evidence: shownByEach(observed, [
      { names: [zone.apex], types: ["SOA"], at: ["resolver"] },
      ...[...new Set(all.map(({ server }) => server.address))].map((at) => ({ at: [at], failed: true })),
      ofDelegation(observed),
    ]),
  };
  return [findingOf(downCode(observed, all), shown), ...findings];
}

/**
 * Returns the code for a zone of which no server answers. Servers that are silent may be silent to this API alone, so
 * the zone is down only if our resolver has no answer of theirs either.
 */
function downCode(
  { validation, resolverAlive }: DnsObservation,
  all: TypeObservation["replies"],
): keyof typeof FINDINGS {
  const seen = [validation?.outcome, validation?.unchecked].map((one) => one ?? null);
  if (seen.some((one) => one?.kind === "present" && one.value.answers.length > 0))
    return "dns.only_resolver_answers";
  const [outcome] = seen;
  const isConfirmed =
    outcome?.kind === "present" ||
    (outcome?.kind === "unknown" &&
      (outcome.reason === "servfail" || (outcome.reason === "timeout" && resolverAlive === true)));
  const isSilent = all.some(({ outcome: it }) => it.kind === "unknown" && SILENT.includes(it.reason));
  return isSilent && !isConfirmed ? "dns.no_server_reached" : "dns.no_server_answers";
}

/** Reasons for which a server may be silent to this API alone. */
const SILENT: readonly Reason[] = ["timeout", "unreachable", "reset"];

/** Reasons that leave a server unjudged without making the answer unknown: the server must not be queried. */
const LEFT_OUT: readonly Reason[] = ["not_allowed", "egress_denied"];
/** Reasons that do the same if nothing was reached over that family. */
const OF_FAMILY: Partial<Record<Reason, "ipv4" | "ipv6">> = { no_ipv4_here: "ipv4", no_ipv6_here: "ipv6" };

/**
 * Returns a server of the zone about which nothing is known, because the cause of each failure is on the side of this
 * API; null if there is none.
 */
export function unjudgedServer(
  observed: DnsObservation,
): { readonly name: string; readonly reason: Reason } | null {
  const replies = observed.types
    .filter(({ source }) => source === "authoritative")
    .flatMap((type) => type.replies);
  const familyOf = ({ server }: (typeof replies)[number]) => (server.address.includes(":") ? "ipv6" : "ipv4");
  const reached = new Set(replies.filter(({ outcome }) => outcome.kind !== "unknown").map(familyOf));
  const isLeftOut = (reason: Reason) => {
    const family = OF_FAMILY[reason];
    return family === undefined ? LEFT_OUT.includes(reason) : !reached.has(family);
  };
  for (const [name, own] of Map.groupBy(replies, ({ server }) => server.name)) {
    const reasons = own.map(({ outcome }) => (outcome.kind === "unknown" ? outcome.reason : null));
    const open = reasons.find((reason) => reason !== null && !isLeftOut(reason));
    if (open != null && reasons.every((reason) => reason !== null && isOurs(reason)))
      return { name, reason: open };
  }
  return null;
}

/** Maximum number of exchanges that show one server's failure. */
const FAILURES_SHOWN = 4;

/**
 * Selects the exchanges that show a server's failure: the exchanges with the server or, if it was not queried, the
 * ones that returned its address.
 */
function ofFailed(observed: DnsObservation, { name, address }: ServerObservation): Wanted[] {
  return [{ at: [address], failed: true }, { at: [address] }, ofHosts([name]), ofDelegation(observed)];
}

/**
 * Returns the types that no server answers, although some server answers another type. Failures that concern this API
 * do not count. Types that only timed out do not count either, because packets may have been lost.
 */
function lostTypes(types: DnsObservation["types"]): ShownType[] {
  if (!types.some(({ replies }) => replies.some(({ outcome }) => outcome.kind === "present"))) return [];
  const failed = ({ outcome: it }: TypeObservation["replies"][number]) =>
    it.kind === "unknown" && SERVER_FINDINGS[it.reason] !== undefined;
  const silent = ({ outcome: it }: TypeObservation["replies"][number]) =>
    it.kind === "unknown" && it.reason === "timeout";
  return types
    .filter(({ replies }) => replies.length > 0 && replies.every(failed) && !replies.every(silent))
    .map(({ type }) => type);
}

/**
 * Returns true if all servers of the zone were queried, and every one failed for a reason that is not within this API.
 */
function isDown({ nameServers }: Zone, all: TypeObservation["replies"]): boolean {
  const addresses = new Set(nameServers.flatMap((server) => server.addresses));
  const asked = new Set(all.map(({ server }) => server.address));
  // Without addresses, there is no server to query. If the addresses could not be determined, the zone may still be up.
  const nowhere = nameServers.every(({ reason }) => reason === null || reason === "servfail");
  if (addresses.size === 0) return nameServers.length > 0 && nowhere;
  const theirs = all.every(({ outcome: it }) => it.kind === "unknown" && SERVER_FINDINGS[it.reason]);
  return theirs && asked.size >= Math.min(addresses.size, ASKED_MOST);
}

/** Maximum number of addresses of a zone that are queried. */
const ASKED_MOST = 26;
