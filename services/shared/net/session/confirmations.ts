import { BLOCK_PAGES } from "@dnstools/core/data/block-pages";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { parseIp } from "@dnstools/core/protocol/ip";
import { type DomainName, notInPublicDns, siteOf } from "@dnstools/core/protocol/names";
import { type Chain, walkChain } from "@dnstools/core/protocol/rrset";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import type { Zone } from "@dnstools/core/protocol/zone";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { descend } from "../lookup/delegation.ts";
import { isSigned } from "../lookup/domain.ts";
import { askZone, type BarredAddresses, serversOf } from "../lookup/zone.ts";
import { hasOwnSoa } from "../resolver/doubtful-reply.ts";
import type { FailoverAnswer } from "../resolver/failover.ts";
import type { NetSession } from "../session.ts";
import type { Decisive } from "./dns-queries.ts";

/** Maximum number of answers that one call compares with those of the zones' own servers. */
const MOST = 3;
/** Number of aliases that every resolver follows (Unbound follows 11, BIND 16). */
const ALIASES_MOST = 8;
/** Reasons with which a resolver may refuse a name that it filters. */
const OF_FILTER: readonly Reason[] = ["filtered", "refused"];

/**
 * Compares answers of our own resolvers with those of the zones' own servers. Used where a missing record or a strange
 * address would be said of the domain: a resolver may filter names without saying so (RFC 8914), or may still have an
 * old denial in its cache. An answer that the resolver has validated (AD) is proved already.
 */
export class Confirmations {
  private readonly session: NetSession;
  private readonly zones = new Map<DomainName, Outcome<Zone>>();
  /** The last search for a zone. */
  private finding: Promise<unknown> = Promise.resolve();
  private readonly barred: BarredAddresses = new Map();
  private readonly running: Promise<FailoverAnswer>[] = [];
  private hasLied = false;

  /** @param session the network access of the call. Its own answers are not compared. */
  constructor(session: NetSession) {
    this.session = session;
  }

  /**
   * Returns an answer if it needs no proof or the zone's servers give it too, and otherwise theirs. The outcome is
   * `filtered` if they could not be queried.
   */
  async confirmed(question: Question, answered: FailoverAnswer, decisive: Decisive): Promise<FailoverAnswer> {
    if (!this.isUnproven(question, answered.outcome, decisive)) return answered;
    if (this.running.length < MOST) {
      const compared = this.compared(question, answered);
      this.running.push(compared);
      return compared;
    }
    await Promise.all(this.running);
    return this.hasLied ? filtered(answered) : answered;
  }

  private async compared(question: Question, answered: FailoverAnswer): Promise<FailoverAnswer> {
    const { outcome } = answered;
    if (isServfail(outcome) && (await this.isBogus(question))) return answered;
    const reply = outcome.kind === "present" ? outcome.value : null;
    const shown = walkChain(reply?.answers ?? [], question.name, question.type);
    const own = await this.answerOfZone({ name: shown.end, type: question.type });
    if (own.outcome.kind !== "present") return isFailure(outcome) ? answered : filtered(answered);
    const ofZone = own.outcome.value;
    if (isServfail(outcome) && isUnresolvable(ofZone, question)) return answered;
    // A resolver that does not pass on CD may be right about the signatures.
    if (isServfail(outcome) && (await isSigned(this.session, shown.end as DomainName)) !== false)
      return { ...answered, outcome: unknown("resolver_failed") };
    if (reply !== null && isSame(reply, shown, ofZone, question.type)) return answered;
    this.hasLied = true;
    // A denial with the zone's SOA record may be an old one (RFC 2308 5).
    const isOld = reply !== null && shown.records.length === 0 && hasOwnSoa(reply, shown.end);
    this.session.blameResolver(question, isOld ? "filtered" : "resolver_filters");
    return { ...own, outcome: present({ ...ofZone, answers: [...shown.aliases, ...ofZone.answers] }) };
  }

  /** Returns true if what is decisive in an answer of our resolver may come from a filter, and is not validated. */
  private isUnproven({ name, type }: Question, outcome: Outcome<DnsReply>, decisive: Decisive): boolean {
    if (isServfail(outcome)) return decisive.includes("failure");
    if (outcome.kind === "unknown") return decisive.length > 0 && OF_FILTER.includes(outcome.reason);
    if (outcome.kind === "absent") return false;
    const { flags, answers, rcode } = outcome.value;
    if (notInPublicDns(name) !== null) return false;
    if (flags.includes("ad") && this.session.resolverValidates() === true) return false;
    const { records } = walkChain(answers, name, type);
    if (rcode === "NXDOMAIN") return decisive.includes("nxdomain");
    if (records.length === 0) return decisive.includes("nodata");
    return (type === "A" || type === "AAAA") && records.some(({ value }) => isOfFilter(value));
  }

  /** Returns true if our resolver has an answer that it does not accept because of its signatures (RFC 4035 5.5). */
  private async isBogus(question: Question): Promise<boolean> {
    const { outcome } = await this.session.resolve(question, { unchecked: true });
    return outcome.kind === "present";
  }

  /** Queries the servers of a name's zone. An alias into another zone is followed through our resolver. */
  private async answerOfZone(question: Question): Promise<FailoverAnswer> {
    const { session } = this;
    const name = question.name as DomainName;
    const above = await this.askZoneOf(siteOf(name) as DomainName, question);
    // A zone below the registrable domain has the name.
    const isBelow = above.outcome.kind === "unknown" && above.outcome.reason === "referred";
    const own = isBelow ? await this.askZoneOf(name, question) : above;
    if (own.outcome.kind !== "present") return own;
    const { answers } = own.outcome.value;
    const { aliases, end, records } = walkChain(answers, question.name, question.type);
    if (aliases.length === 0 || records.length > 0) return own;
    const { outcome } = await session.resolve({ name: end, type: question.type });
    if (outcome.kind !== "present") return { ...own, outcome };
    return {
      ...own,
      outcome: present({ ...outcome.value, answers: [...answers, ...outcome.value.answers] }),
    };
  }

  private async askZoneOf(name: DomainName, question: Question): Promise<FailoverAnswer> {
    const zone = await this.zoneOf(name);
    return zone.kind === "present"
      ? askZone(this.session, zone.value, serversOf(zone.value), question, this.barred)
      : { server: null, outcome: zone };
  }

  /** Finds the zone of a name by following delegations. A zone that this call has found before is used again. */
  private zoneOf(name: DomainName): Promise<Outcome<Zone>> {
    // One after the other, so that the same name is searched for once.
    const found = this.finding.then(() => this.zones.get(name) ?? this.search(name));
    this.finding = found;
    return found;
  }

  private async search(name: DomainName): Promise<Outcome<Zone>> {
    const descent = await descend(this.session, name);
    const zone = descent.kind === "present" ? present(descent.value.zone) : descent;
    this.zones.set(name, zone);
    return zone;
  }
}

function isServfail(outcome: Outcome<DnsReply>): boolean {
  return outcome.kind === "unknown" && outcome.reason === "servfail";
}

/** Returns true if resolvers fail at the aliases of a name: they form a loop, are too many, or lead nowhere. */
function isUnresolvable({ answers }: DnsReply, { name, type }: Question): boolean {
  const { aliases, records, loop } = walkChain(answers, name, type);
  return loop || aliases.length > ALIASES_MOST || (aliases.length > 0 && records.length === 0);
}

function isFailure(outcome: Outcome<DnsReply>): boolean {
  return outcome.kind === "unknown" && outcome.reason !== "filtered";
}

function filtered(answered: FailoverAnswer): FailoverAnswer {
  return { ...answered, outcome: unknown("filtered") };
}

/** Returns true if a filter may have put an address in the place of those of a public name. */
function isOfFilter(address: string): boolean {
  const ip = parseIp(address);
  return ip === null || scopeOf(ip).scope !== "public" || BLOCK_PAGES.includes(address);
}

/** Returns true if a zone's answer says the same as that of our resolver about the end of its aliases. */
function isSame(reply: DnsReply, shown: Chain, ofZone: DnsReply, type: string): boolean {
  const { records, aliases } = walkChain(ofZone.answers, shown.end, type);
  const values = new Set(records.map(({ value }) => value));
  const isSubset = shown.records.every(({ value }) => values.has(value));
  const isDeniedAlike = records.length === 0 && aliases.length === 0 && reply.rcode === ofZone.rcode;
  return shown.records.length > 0 ? isSubset : isDeniedAlike;
}
