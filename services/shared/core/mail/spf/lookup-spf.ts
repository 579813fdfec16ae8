import { parseIp } from "../../protocol/ip.ts";
import { answerName, isHostName } from "../../protocol/names.ts";
import { expandMacros } from "../../protocol/spf/macro.ts";
import { isSpf, parseSpf, type SpfRecord, type Term } from "../../protocol/spf/record.ts";
import type { Reason } from "../../tool/outcome.ts";
import { type Answer, type Answers, derived, dnsKey, ipsIn, recordsOf, textsOf } from "../answers.ts";
import { providerOf, SPF_PROVIDERS } from "../providers.ts";
import { EXCHANGES_MAX } from "./limits-spf.ts";
import {
  ignoredAndCounted,
  isMechanism,
  isRedirect,
  type SpfHosts,
  type SpfNode,
  type SpfTerm,
} from "./tree-spf.ts";

/**
 * Maximum number of lookups to follow. It is above the limit of ten so that the answer also shows records beyond the
 * limit.
 */
const FOLLOWED_MAX = 20;
/** Maximum depth of the tree: a deeper record is beyond the limit of ten lookups anyway. */
const DEPTH_MAX = 11;
/** Maximum number of names in a, mx and exists terms to look up, in the whole tree. */
const HOSTS_MAX = 40;
/** Maximum number of SPF records to follow if a domain has several. */
const TEXTS_MAX = 5;
/** Maximum number of addresses of one name, in each address family. */
const ADDRESSES_MAX = 64;

type LookupState = { readonly answers: Answers; readonly sender: string; followed: number; hosts: number };

/**
 * Looks up a domain's SPF record and all records that it refers to, as far as their queries are answered (RFC 7208).
 */
export function lookUpSpf(answers: Answers, domain: string): SpfNode {
  const state: LookupState = { answers, sender: domain, followed: 0, hosts: 0 };
  return lookUpNode(state, domain, []);
}

/**
 * Looks up one record of the tree.
 * @param above the domains of the records above this record in the tree.
 */
function lookUpNode(state: LookupState, domain: string, above: readonly string[]): SpfNode {
  const nothing = { domain, reason: null, texts: [], record: null, terms: [], isVoid: false };
  if (above.includes(domain)) return { ...nothing, status: "loop" };
  if (state.followed > FOLLOWED_MAX || above.length >= DEPTH_MAX)
    return { ...nothing, status: "not_followed" };
  // A name that cannot exist or has only one label has no record (RFC 7208 4.3).
  if (!isAskable(domain) || (above.length > 0 && !domain.includes(".")))
    return { ...nothing, status: "none" };
  const answer = state.answers.dns(domain, "TXT");
  if (answer.pending) return { ...nothing, status: "pending", reason: "budget" };
  if (answer.outcome.kind === "unknown")
    return { ...nothing, status: "unknown", reason: answer.outcome.reason };
  const texts = textsOf(answer).filter(isSpf);
  const isVoid = answer.outcome.kind === "absent";
  const [text] = texts;
  if (text === undefined) return { ...nothing, status: "none", isVoid };
  if (texts.length > 1) {
    // If the domain itself has several records, all are followed, so that a recommended merged record can be evaluated.
    const all = above.length === 0 ? texts.slice(0, TEXTS_MAX) : [];
    const terms = all.flatMap((one) => lookUpTerms(state, domain, parseSpf(one), [domain]));
    return { ...nothing, status: "several", texts, terms };
  }
  const record = derived(answer, recordOf);
  const terms = lookUpTerms(state, domain, record, [...above, domain]);
  return { domain, status: "found", reason: null, texts, record, terms, isVoid };
}

/** Parses the SPF record of an answer that contains exactly one SPF record. */
function recordOf(answer: Answer<"TXT">): SpfRecord {
  return parseSpf(textsOf(answer).find(isSpf) ?? "");
}

function lookUpTerms(
  state: LookupState,
  domain: string,
  { terms }: SpfRecord,
  above: readonly string[],
): readonly SpfTerm[] {
  const flags = ignoredAndCounted(terms);
  return terms.map((term, i): SpfTerm => {
    const { ignored = null, counts = false } = flags[i] ?? {};
    if (counts) state.followed += 1;
    const target = targetOf(state, term, domain);
    const needsMessage = term.domain !== null && target === null;
    const bare = { term, ignored, counts, target, needsMessage, child: null, hosts: null };
    if (!counts || target === null) return bare;
    if (isRedirect(term) || term.name === "include")
      return { ...bare, child: lookUpNode(state, target, above) };
    return { ...bare, hosts: lookUpHosts(state, term.name, target) };
  });
}

function targetOf({ sender }: LookupState, term: Term, domain: string): string | null {
  if (term.domain !== null) {
    const name = expandMacros(term.domain.pieces, { domain, sender });
    return name === null ? null : inPresentation(name);
  }
  return term.kind === "mechanism" && ["a", "mx", "ptr"].includes(term.name) ? domain : null;
}

/** Returns true if a name can exist in DNS; a term with any other name matches nothing (RFC 7208 4.8). */
function isAskable(name: string): boolean {
  const octets = name.replace(/\\(?:\d{3}|.)/g, "x");
  return octets.length <= 253 && octets.split(".").every((label) => label !== "" && label.length <= 63);
}

/**
 * Returns a name in the form of parsed names: with the characters escaped that zone files escape (RFC 1035 5.1). A macro
 * may add a blank to a name, and receivers query this name (RFC 7208 4.8, 7.1).
 */
function inPresentation(name: string): string {
  return name.replace(/[\s"$();@\\]/g, (char) => (char === " " ? "\\032" : `\\${char}`));
}

const NO_HOSTS: SpfHosts = {
  ...{ v4: [], v6: [], voidV4: false, voidV6: false, reason: null, exchanges: 0 },
  queries: [],
};
const NOT_ASKED: SpfHosts = { ...NO_HOSTS, voidV4: null, voidV6: null, reason: "budget" };

function lookUpHosts(state: LookupState, name: string, target: string): SpfHosts | null {
  if (name === "ptr" || !isAskable(target)) return null;
  const { answers } = state;
  if (name === "a") return lookUpAddresses(state, target);
  if (!hasRoom(state)) return NOT_ASKED;
  if (name === "exists") {
    // The query type is A even for IPv6 clients (RFC 7208 5.7).
    const answer = answers.dns(target, "A");
    const empty = isEmpty(answer);
    const queries = [dnsKey(target, "A")];
    return { ...NO_HOSTS, voidV4: empty, voidV6: empty, reason: reasonOf(answer), queries };
  }
  const mx = answers.dns(target, "MX");
  const exchanges = recordsOf(mx)
    .map(({ data }) => answerName(data.exchange))
    .filter((exchange) => exchange !== "");
  const hosts = [...new Set(exchanges)].slice(0, EXCHANGES_MAX).filter(isHostName);
  const found = hosts.map((host) => lookUpAddresses(state, host));
  const empty = isEmpty(mx);
  return {
    v4: found.flatMap(({ v4 }) => v4),
    v6: found.flatMap(({ v6 }) => v6),
    voidV4: empty,
    voidV6: empty,
    reason: reasonOf(mx) ?? found.find(({ reason }) => reason !== null)?.reason ?? null,
    exchanges: exchanges.length,
    queries: [dnsKey(target, "MX"), ...found.flatMap(({ queries }) => queries)],
  };
}

function hasRoom(state: LookupState): boolean {
  state.hosts += 1;
  return state.hosts <= HOSTS_MAX && state.followed <= FOLLOWED_MAX;
}

function lookUpAddresses(state: LookupState, host: string): SpfHosts {
  if (!hasRoom(state)) return NOT_ASKED;
  const { answers } = state;
  const [a, aaaa] = [answers.dns(host, "A"), answers.dns(host, "AAAA")];
  const ips = (answer: Answer<"A"> | Answer<"AAAA">) =>
    ipsIn(answer)
      .slice(0, ADDRESSES_MAX)
      .map(parseIp)
      .filter((ip) => ip !== null);
  const many = [a, aaaa].some((answer) => ipsIn(answer).length > ADDRESSES_MAX);
  return {
    v4: ips(a),
    v6: ips(aaaa),
    voidV4: isEmpty(a),
    voidV6: isEmpty(aaaa),
    reason: reasonOf(a) ?? reasonOf(aaaa) ?? (many ? "too_large" : null),
    exchanges: 0,
    queries: [dnsKey(host, "A"), dnsKey(host, "AAAA")],
  };
}

function isEmpty({ outcome }: Answer): boolean | null {
  return outcome.kind === "unknown" ? null : outcome.kind === "absent";
}

function reasonOf({ outcome }: Answer): Reason | null {
  return outcome.kind === "unknown" ? outcome.reason : null;
}

/** Returns the providers that the record includes or redirects to. */
export function providersIn(root: SpfNode): string[] {
  const named = root.terms.flatMap(({ term, target }) =>
    target !== null && (isRedirect(term) || isMechanism(term, "include"))
      ? [providerOf(target, SPF_PROVIDERS)]
      : [],
  );
  return [...new Set(named.filter((name) => name !== null))];
}
