import { BLOCK_PAGES } from "@dnstools/core/data/block-pages";
import type { DnsReply, Question } from "@dnstools/core/protocol/dns/message";
import { parseIp } from "@dnstools/core/protocol/ip";
import { answerName, type DomainName, notInPublicDns, siteOf } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import { environmentOf, isOurs } from "@dnstools/core/tool/environment";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { type Descent, descend } from "../lookup/delegation.ts";
import { askZone, type BarredAddresses, serversOf } from "../lookup/zone.ts";
import { hasOwnSoa } from "../resolver/doubtful-reply.ts";
import type { FailoverAnswer } from "../resolver/failover.ts";
import type { ResolverChecks } from "../resolver/resolver-checks.ts";
import type { NetSession } from "../session.ts";
import type { Decisive } from "./dns-queries.ts";

/** Maximum number of answers that one call compares with those of the zones' own servers. */
const MOST = 3;
/** Maximum number of zones in which a name's aliases are followed; every resolver follows more. */
const ZONES_MOST = 4;
/** Number of aliases that every resolver follows (Unbound follows 11, BIND 16). */
const ALIASES_MOST = 8;
/** Reasons with which a resolver may refuse a name that it filters. */
const OF_FILTER: readonly Reason[] = ["filtered", "refused"];

type ConfirmationParts = {
  /** The network access of the call. Its own answers are not compared. */
  readonly session: NetSession;
  readonly checks: Pick<ResolverChecks, "known">;
};

/**
 * Compares answers of our own resolvers with those of the zones' own servers. Used where a missing record or a strange
 * address would be said of the domain: a resolver may filter names without saying so (RFC 8914), or may still have an
 * old denial in its cache. An answer that the resolver has validated (AD) is proved already.
 */
export class Confirmations {
  private readonly session: NetSession;
  private readonly checks: ConfirmationParts["checks"];
  private readonly descents = new Map<string, Promise<Outcome<Descent>>>();
  private readonly barred: BarredAddresses = new Map();
  /** The comparisons of this call, by question. */
  private readonly running = new Map<string, Promise<FailoverAnswer>>();
  /** True if a comparison has shown that an answer of our resolver must not be believed. */
  private hasLied = false;

  constructor({ session, checks }: ConfirmationParts) {
    this.session = session;
    this.checks = checks;
  }

  /**
   * Returns an answer if it needs no proof or the zone's servers give it too, and otherwise theirs. The outcome is
   * `filtered`, or `resolver_failed` after a failure, if they could not be queried.
   */
  confirmed(
    question: Question,
    answered: FailoverAnswer,
    decisive: Decisive,
  ): FailoverAnswer | Promise<FailoverAnswer> {
    if (!this.isUnproven(question, answered, decisive) || notInPublicDns(question.name) !== null)
      return answered;
    const key = `${question.name} ${question.type}`;
    const before = this.running.get(key);
    if (before !== undefined) return before;
    if (this.running.size < MOST) {
      const compared = this.compared(question, answered);
      this.running.set(key, compared);
      return compared;
    }
    return Promise.all(this.running.values()).then(() => (this.hasLied ? notBelieved(answered) : answered));
  }

  private async compared(question: Question, answered: FailoverAnswer): Promise<FailoverAnswer> {
    const { server, outcome } = answered;
    const isBogus = isServfail(outcome) ? await this.isBogus(question) : false;
    if (isBogus === true) return answered;
    const own = await this.answerOfZone(question);
    if (own.outcome.kind !== "present") {
      const { outcome: why } = own;
      const isTheirs = why.kind === "unknown" && !isOurs(why.reason) && isBogus !== null;
      const isFailure = outcome.kind === "unknown" && outcome.reason !== "filtered";
      const isHere = environmentOf(this.session.evidence).length > 0;
      return isTheirs && isFailure && !isHere ? answered : notBelieved(answered);
    }
    if (isServfail(outcome) && isUnresolvable(own.outcome.value, question)) return answered;
    const reply = outcome.kind === "present" ? outcome.value : null;
    if (reply !== null && isSame(reply, own.outcome.value, question)) return answered;
    if (reply !== null && (await this.isAlias(question, reply))) return own;
    this.hasLied = true;
    // A resolver that ignores CD may be right about the signatures.
    if (isServfail(outcome) && (await this.maySign(question, own.outcome.value)))
      return notBelieved(answered);
    const reason = blameFor(outcome, question);
    if (reason !== null) this.session.blameResolver(question, server, reason);
    return own;
  }

  /**
   * Returns true if our resolver answers with a CNAME that the zone's servers have too. The name then has a CNAME and
   * other records, and a resolver that has the CNAME in its cache follows it (RFC 1034 3.6.2).
   */
  private async isAlias({ name }: Question, reply: DnsReply): Promise<boolean> {
    const question = { name, type: "CNAME" };
    if (walkChain(reply.answers, name, "CNAME").records.length === 0) return false;
    const own = await this.askZoneOf(question);
    return own.outcome.kind === "present" && isSame(reply, own.outcome.value, question);
  }

  /** Returns true if what is decisive in an answer of our resolver may come from a filter, and is not validated. */
  private isUnproven(
    { name, type }: Question,
    { server, outcome }: FailoverAnswer,
    decisive: Decisive,
  ): boolean {
    if (isServfail(outcome)) return decisive.includes("failure");
    if (outcome.kind === "unknown") return decisive.length > 0 && OF_FILTER.includes(outcome.reason);
    if (outcome.kind === "absent") return false;
    const { flags, answers, rcode } = outcome.value;
    if (flags.includes("ad") && server !== null && this.checks.known(server)?.validates === true)
      return false;
    if (rcode === "NXDOMAIN") return decisive.includes("nxdomain");
    const isAddress = type === "A" || type === "AAAA";
    if (!isAddress && !decisive.includes("nodata")) return false;
    const { records } = walkChain(answers, name, type);
    if (records.length === 0) return decisive.includes("nodata");
    return isAddress && records.some(({ value }) => isOfFilter(value));
  }

  /**
   * Returns true if our resolver has an answer that it rejects because of its signatures (RFC 4035 5.5); null if it did
   * not answer without their check.
   */
  private async isBogus(question: Question): Promise<boolean | null> {
    const { outcome } = await this.session.resolve(question, { unchecked: true });
    if (outcome.kind === "present") return this.maySign(question, outcome.value);
    return isServfail(outcome) ? false : null;
  }

  /** Returns false if our resolver denies DS records for the domains of a name and of the end of its aliases. */
  private async maySign({ name, type }: Question, { answers }: DnsReply): Promise<boolean> {
    const sites = new Set([siteOf(name), siteOf(answerName(walkChain(answers, name, type).end))]);
    const signed = [...sites].map(async (site) => {
      const { outcome } = await this.session.resolve({ name: site, type: "DS" });
      return outcome.kind !== "present" || walkChain(outcome.value.answers, site, "DS").records.length > 0;
    });
    return (await Promise.all(signed)).includes(true);
  }

  /** Queries the servers of a name's zone, and those of the zones to which its aliases lead. */
  private async answerOfZone({ name, type }: Question): Promise<FailoverAnswer> {
    let answered: FailoverAnswer = await this.askZoneOf({ name, type });
    for (let zones = 1; zones < ZONES_MOST && answered.outcome.kind === "present"; zones++) {
      const { answers, rcode } = answered.outcome.value;
      const { aliases, end, records, loop } = walkChain(answers, name, type);
      if (aliases.length === 0 || records.length > 0 || loop || rcode === "NXDOMAIN") break;
      const next = await this.askZoneOf({ name: answerName(end), type });
      if (next.outcome.kind !== "present") return next;
      const { value } = next.outcome;
      answered = { ...answered, outcome: present({ ...value, answers: [...answers, ...value.answers] }) };
      if (value.answers.length === 0) break;
    }
    return answered;
  }

  private async askZoneOf(question: Question): Promise<FailoverAnswer> {
    const above = await this.askServersFor(siteOf(question.name), question);
    // A zone below the registrable domain has the name.
    const isBelow = above.outcome.kind === "unknown" && above.outcome.reason === "referred";
    return isBelow ? this.askServersFor(question.name, question) : above;
  }

  private async askServersFor(name: string, question: Question): Promise<FailoverAnswer> {
    const descent = await this.descent(name);
    if (descent.kind !== "present") return { server: null, outcome: descent };
    const { zone } = descent.value;
    return askZone(this.session, zone, serversOf(zone), question, this.barred);
  }

  /** Follows delegations to the zone of a name, once for each name. */
  private descent(name: string): Promise<Outcome<Descent>> {
    const found = this.descents.get(name) ?? descend(this.session, name as DomainName);
    this.descents.set(name, found);
    return found;
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

/** Returns the outcome of an answer that is not used; a failure remains one, of our resolver. */
function notBelieved(answered: FailoverAnswer): FailoverAnswer {
  return { ...answered, outcome: unknown(isServfail(answered.outcome) ? "resolver_failed" : "filtered") };
}

/**
 * Returns the reason for which an answer of our resolver is not used; null for a mere failure. A denial with the SOA
 * record of the name's zone may be an old one (RFC 2308 5).
 */
function blameFor(
  outcome: Outcome<DnsReply>,
  { name, type }: Question,
): "filtered" | "resolver_filters" | null {
  if (outcome.kind === "unknown") return outcome.reason === "filtered" ? "resolver_filters" : null;
  if (outcome.kind === "absent") return null;
  const { records, end } = walkChain(outcome.value.answers, name, type);
  return records.length === 0 && hasOwnSoa(outcome.value, end) ? "filtered" : "resolver_filters";
}

/** Returns true if a filter may have put an address in the place of those of a public name. */
function isOfFilter(address: string): boolean {
  const ip = parseIp(address);
  return ip === null || scopeOf(ip).scope !== "public" || BLOCK_PAGES.includes(address);
}

/** Returns true if an answer of our resolver says the same as that of the zone's servers. */
function isSame(reply: DnsReply, ofZone: DnsReply, { name, type }: Question): boolean {
  const [shown, own] = [reply, ofZone].map(({ answers }) => walkChain(answers, name, type).records);
  const values = new Set(own?.map(({ value }) => value));
  if (shown === undefined || shown.length === 0) return values.size === 0 && reply.rcode === ofZone.rcode;
  return shown.every(({ value }) => values.has(value));
}
