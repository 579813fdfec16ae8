import { type IpBytes, parseIp } from "@dnstools/core/protocol/ip";
import { answerName, isHostName } from "@dnstools/core/protocol/names";
import { expandMacros } from "@dnstools/core/protocol/spf/macro";
import {
  isSpf,
  type Mechanism,
  parseSpf,
  type SpfRecord,
  type Term,
} from "@dnstools/core/protocol/spf/record";
import type { Reason } from "@dnstools/core/tool/outcome";
import { type Answer, derived, type Known, recordsOf, textsOf } from "../known.ts";
import { providerOf, SPF_PROVIDERS } from "../mx/providers.ts";
import { ipsIn } from "../mx/read-mx.ts";

/** A record and all that it leads to. */
export type SpfNode = {
  readonly domain: string;
  /** How it was come by: `not_followed` where the limits are long passed, `loop` where it is above itself. */
  readonly status: "found" | "none" | "several" | "unknown" | "pending" | "loop" | "not_followed";
  readonly reason: Reason | null;
  readonly texts: readonly string[];
  readonly record: SpfRecord | null;
  /** Terms in their order; those that nobody evaluates too. */
  readonly terms: readonly SpfTerm[];
  /** Whether the TXT question gave nothing: a void lookup (RFC 7208 4.6.4). */
  readonly isVoid: boolean;
};

export type SpfTerm = {
  readonly term: Term;
  /** Why nobody evaluates it: it stands behind `all`, or is a redirect beside one (RFC 7208 5.1, 6.1). */
  readonly ignored: "after_all" | "beside_all" | null;
  /** Whether it counts among the ten (RFC 7208 4.6.4). */
  readonly counts: boolean;
  /** The name that is asked for; null where it has none, or takes a message to be known. */
  readonly target: string | null;
  /** Whether its name takes a message to be known. */
  readonly needsMessage: boolean;
  readonly child: SpfNode | null;
  /** Of a and mx; null where it has none. */
  readonly hosts: SpfHosts | null;
};

/** What a, mx and exists lead to. */
type SpfHosts = {
  readonly v4: readonly IpBytes[];
  readonly v6: readonly IpBytes[];
  /** Whether its own question gave nothing, for clients of each family; null where that is unknown. */
  readonly voidV4: boolean | null;
  readonly voidV6: boolean | null;
  readonly reason: Reason | null;
  /** Of mx. */
  readonly exchanges: number;
};

/** Lookups over the limit of ten that are still followed, so that a record is shown beyond where it breaks. */
const FOLLOWED_MAX = 20;
/** Records below each other: the last of these is beyond the ten lookups already. */
const DEPTH_MAX = 11;
/** Exchange names of one mx (RFC 7208 4.6.4), and names that a, mx and exists ask for in all. */
const EXCHANGES_MAX = 10;
const HOSTS_MAX = 40;
/** Records of a domain that has several. */
const TEXTS_MAX = 5;
/** Addresses of one of them. */
const ADDRESSES_MAX = 64;

type State = { readonly known: Known; readonly sender: string; followed: number; hosts: number };

/** A domain's SPF record and all below it, as far as it is known (RFC 7208). */
export function readSpf(known: Known, domain: string): SpfNode {
  const state: State = { known, sender: domain, followed: 0, hosts: 0 };
  return readNode(state, domain, []);
}

/** @param above the domains whose records led here. */
function readNode(state: State, domain: string, above: readonly string[]): SpfNode {
  const nothing = { domain, reason: null, texts: [], record: null, terms: [], isVoid: false };
  if (above.includes(domain)) return { ...nothing, status: "loop" };
  if (state.followed > FOLLOWED_MAX || above.length >= DEPTH_MAX)
    return { ...nothing, status: "not_followed" };
  // A name that cannot be, or of one label, has none (RFC 7208 4.3).
  if (!isAskable(domain) || (above.length > 0 && !domain.includes(".")))
    return { ...nothing, status: "none" };
  if (!isPlain(domain)) return { ...nothing, status: "unknown", reason: "not_a_host" };
  const answer = state.known.dns(domain, "TXT");
  if (answer.pending) return { ...nothing, status: "pending" };
  if (answer.outcome.kind === "unknown")
    return { ...nothing, status: "unknown", reason: answer.outcome.reason };
  const texts = textsOf(answer).filter(isSpf);
  const isVoid = answer.outcome.kind === "absent";
  const [text] = texts;
  if (text === undefined) return { ...nothing, status: "none", isVoid };
  if (texts.length > 1) {
    // Of the domain's own all are read, so that the one record in their place can be weighed.
    const all = above.length === 0 ? texts.slice(0, TEXTS_MAX) : [];
    const terms = all.flatMap((one) => readTerms(state, domain, parseSpf(one), [domain]));
    return { ...nothing, status: "several", texts, terms };
  }
  const record = derived(answer, recordOf);
  const terms = readTerms(state, domain, record, [...above, domain]);
  return { domain, status: "found", reason: null, texts, record, terms, isVoid };
}

/** The one SPF record of an answer. */
function recordOf(answer: Answer<"TXT">): SpfRecord {
  return parseSpf(textsOf(answer).find(isSpf) ?? "");
}

const COUNTED: readonly string[] = ["include", "a", "mx", "ptr", "exists"];

/** Of each term, whether it is evaluated and counts; names of mechanisms are modifiers too where `=` is behind them. */
export function placesOf(terms: readonly Term[]): readonly Pick<SpfTerm, "ignored" | "counts">[] {
  const all = terms.findIndex((term) => isMechanism(term, "all"));
  return terms.map((term, i) => {
    const behind = term.kind === "mechanism" && all !== -1 && i > all;
    const ignored = behind ? "after_all" : isRedirect(term) && all !== -1 ? "beside_all" : null;
    const asks = isRedirect(term) || (term.kind === "mechanism" && COUNTED.includes(term.name));
    return { ignored, counts: asks && ignored === null };
  });
}

export function isMechanism(term: Term, name: string): term is Mechanism {
  return term.kind === "mechanism" && term.name === name;
}

export function isRedirect(term: Term): boolean {
  return term.kind === "modifier" && term.name === "redirect";
}

function readTerms(
  state: State,
  domain: string,
  { terms }: SpfRecord,
  above: readonly string[],
): readonly SpfTerm[] {
  const places = placesOf(terms);
  return terms.map((term, i): SpfTerm => {
    const { ignored = null, counts = false } = places[i] ?? {};
    if (counts) state.followed += 1;
    const target = targetOf(state, term, domain);
    const needsMessage = term.domain !== null && target === null;
    const bare = { term, ignored, counts, target, needsMessage, child: null, hosts: null };
    if (!counts || target === null) return bare;
    if (isRedirect(term) || term.name === "include")
      return { ...bare, child: readNode(state, target, above) };
    return { ...bare, hosts: readHosts(state, term.name, target) };
  });
}

function targetOf({ sender }: State, term: Term, domain: string): string | null {
  if (term.domain !== null) return expandMacros(term.domain.pieces, { domain, sender });
  return term.kind === "mechanism" && ["a", "mx", "ptr"].includes(term.name) ? domain : null;
}

/** Names that cannot be in DNS match nothing (RFC 7208 4.8). */
function isAskable(name: string): boolean {
  return name.length <= 253 && name.split(".").every((label) => label !== "" && label.length <= 63);
}

/** A blank and what is escaped in the text of a name (RFC 1035 5.1) may come of macros; such names are not asked for. */
function isPlain(name: string): boolean {
  return !/[\s"$();@\\]/.test(name);
}

const NO_HOSTS: SpfHosts = { v4: [], v6: [], voidV4: false, voidV6: false, reason: null, exchanges: 0 };
const NOT_ASKED: SpfHosts = { ...NO_HOSTS, voidV4: null, voidV6: null, reason: "budget" };

function readHosts(state: State, name: string, target: string): SpfHosts | null {
  if (name === "ptr" || !isAskable(target)) return null;
  if (!isPlain(target)) return { ...NOT_ASKED, reason: "not_a_host" };
  const { known } = state;
  if (name === "a") return readAddresses(state, target);
  if (!hasRoom(state)) return NOT_ASKED;
  if (name === "exists") {
    // Always A, also for clients of IPv6 (RFC 7208 5.7).
    const answer = known.dns(target, "A");
    const empty = isEmpty(answer);
    return { ...NO_HOSTS, voidV4: empty, voidV6: empty, reason: reasonOf(answer) };
  }
  const mx = known.dns(target, "MX");
  const exchanges = recordsOf(mx)
    .map(({ data }) => answerName(data.exchange))
    .filter((exchange) => exchange !== "");
  const hosts = [...new Set(exchanges)].slice(0, EXCHANGES_MAX).filter(isHostName);
  const found = hosts.map((host) => readAddresses(state, host));
  const empty = isEmpty(mx);
  return {
    v4: found.flatMap(({ v4 }) => v4),
    v6: found.flatMap(({ v6 }) => v6),
    voidV4: empty,
    voidV6: empty,
    reason: reasonOf(mx) ?? found.find(({ reason }) => reason !== null)?.reason ?? null,
    exchanges: exchanges.length,
  };
}

function hasRoom(state: State): boolean {
  state.hosts += 1;
  return state.hosts <= HOSTS_MAX && state.followed <= FOLLOWED_MAX;
}

function readAddresses(state: State, host: string): SpfHosts {
  if (!hasRoom(state)) return NOT_ASKED;
  const { known } = state;
  const [a, aaaa] = [known.dns(host, "A"), known.dns(host, "AAAA")];
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
  };
}

function isEmpty({ outcome }: Answer): boolean | null {
  return outcome.kind === "unknown" ? null : outcome.kind === "absent";
}

function reasonOf({ outcome }: Answer): Reason | null {
  return outcome.kind === "unknown" ? outcome.reason : null;
}

/** The providers that a record names. */
export function providersIn(root: SpfNode): string[] {
  const named = root.terms.flatMap(({ term, target }) =>
    target !== null && (isRedirect(term) || isMechanism(term, "include"))
      ? [providerOf(target, SPF_PROVIDERS)]
      : [],
  );
  return [...new Set(named.filter((name) => name !== null))];
}
