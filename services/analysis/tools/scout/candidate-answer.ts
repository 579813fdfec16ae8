import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { CandidateAnswer, CandidateOutcome, CandidateType } from "./observations.ts";

/** Maximum number of values of an answer that are kept; VALUE_MAX is the maximum number of characters of a value. */
export const VALUES_MAX = 10;
const VALUE_MAX = 255;
/** Maximum number of aliases of one name that are shown. */
const ALIASES_MAX = 8;

/** An empty answer. */
export const NOTHING = {
  denied: false,
  delegated: false,
  nameServers: [],
  aliases: [],
  end: null,
  via: null,
  loop: false,
  dname: null,
  values: [],
  total: 0,
  ttl: null,
  signedLabels: null,
  tooLarge: false,
  reason: null,
} as const;

/**
 * Reads the answer to a query for a candidate name.
 * @param zone the zone for which the server has authority; null for our resolver, which answers for all zones.
 */
export function readCandidate(
  outcome: Outcome<DnsReply>,
  name: string,
  type: CandidateType,
  zone: string | null,
): CandidateOutcome {
  if (outcome.kind === "unknown" && outcome.reason === "too_large")
    return present({ ...NOTHING, tooLarge: true });
  if (outcome.kind !== "present") return outcome;
  const reply = outcome.value;
  if (zone !== null && !reply.flags.includes("aa"))
    return isReferral(reply, name, zone)
      ? present({ ...NOTHING, delegated: true, nameServers: serversIn(reply, name) })
      : unknown("not_authoritative");
  const { aliases, records, loop } = walkChain(reply.answers, name, type, zone ?? "");
  const targets = (aliases as readonly DnsRecord<"CNAME">[]).map(({ data }) => answerName(data.target));
  const own = aliases.length > 0 ? aliases.slice(0, 1) : records;
  const covered = aliases.length > 0 ? "CNAME" : type;
  const signature = reply.answers.find(
    (record): record is DnsRecord<"RRSIG"> =>
      record.type === "RRSIG" &&
      (record as DnsRecord<"RRSIG">).data.covered === covered &&
      answerName(record.name) === name,
  );
  // Values of TXT records are case-sensitive; all other values are not.
  const textOf = ({ value }: DnsRecord) => (type === "TXT" ? value : value.toLowerCase()).slice(0, VALUE_MAX);
  const values = [...new Set(records.map(textOf))].sort();
  return present({
    denied: reply.rcode === "NXDOMAIN" && aliases.length === 0 && records.length === 0,
    delegated: false,
    nameServers: [],
    aliases: targets.slice(0, ALIASES_MAX).map((target) => target.slice(0, VALUE_MAX)),
    end: targets.at(-1)?.slice(0, VALUE_MAX) ?? null,
    via: targets[0] === undefined ? null : patternOf(targets[0], name),
    loop,
    dname: dnameAbove(reply, name, zone),
    values: values.slice(0, VALUES_MAX),
    total: values.length,
    ttl: zone === null || own.length === 0 ? null : Math.min(...own.map(({ ttl }) => ttl)),
    signedLabels: signature?.data.labels ?? null,
    tooLarge: false,
    reason: null,
  });
}

/**
 * Returns the DNAME record from which the server synthesized the name's alias, if the record is in the server's own
 * zone.
 */
function dnameAbove({ answers }: DnsReply, name: string, zone: string | null): CandidateAnswer["dname"] {
  const found = answers.find((record): record is DnsRecord<"DNAME"> => {
    const owner = answerName(record.name);
    return record.type === "DNAME" && owner !== name && isWithin(name, owner) && isWithin(owner, zone ?? "");
  });
  if (found === undefined) return null;
  return { owner: answerName(found.name), target: answerName(found.data.target).slice(0, VALUE_MAX) };
}

/** Returns true if a reply is a referral to the servers of a child zone that contains the name (RFC 1034 4.3.2). */
function isReferral({ authorities }: DnsReply, name: string, zone: string): boolean {
  return authorities.some((record) => {
    const owner = answerName(record.name);
    return record.type === "NS" && owner !== zone && isWithin(owner, zone) && isWithin(name, owner);
  });
}

/** Returns the name servers to which a referral delegates the name itself. */
function serversIn({ authorities }: DnsReply, name: string): string[] {
  const own = authorities.filter(
    (record): record is DnsRecord<"NS"> => record.type === "NS" && answerName(record.name) === name,
  );
  const names = own.map(({ data }) => answerName(data.target));
  return [...new Set(names)].sort().slice(0, VALUES_MAX);
}

/**
 * Returns an alias's target with `*` in place of the name's own first label, so that targets synthesized from one
 * DNAME record (RFC 6672) are equal.
 */
function patternOf(target: string, name: string): string {
  const label = `${name.slice(0, name.indexOf("."))}.`;
  return (target.startsWith(label) ? `*.${target.slice(label.length)}` : target).slice(0, VALUE_MAX);
}
