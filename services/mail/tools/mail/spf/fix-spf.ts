import { MX_PROVIDERS, providerOf, SPF_PROVIDERS } from "@dnstools/core/mail/providers";
import { isVoid, LOOKUPS_MAX, VOIDS_MAX } from "@dnstools/core/mail/spf/limits-spf";
import { totalsOf } from "@dnstools/core/mail/spf/totals-spf";
import {
  isMechanism,
  isNotPublic,
  isRedirect,
  type SpfNode,
  type SpfTerm,
  termKey,
} from "@dnstools/core/mail/spf/tree-spf";
import { formatIp } from "@dnstools/core/protocol/ip";
import { isWithin } from "@dnstools/core/protocol/names";
import { isSpf, parseSpf, type Term } from "@dnstools/core/protocol/spf/record";
import type { MxLookup } from "../mx/lookup-mx.ts";

/**
 * Returns true if a term lets no host send, because it is ignored, has no address, or has only addresses that are not
 * public.
 */
function isUseless(one: SpfTerm): boolean {
  const { term, ignored, child } = one;
  if (ignored !== null || isNotPublic(term)) return true;
  if (child !== null && (child.status === "none" || child.status === "loop")) return true;
  return isVoid(one) === true;
}

/** Returns the record without useless terms; null if the record has a syntax error or would list no sender any more. */
export function fixedRecord(root: SpfNode): string | null {
  const { record, status } = root;
  if (status !== "found" || record === null || record.problems.length > 0 || !record.whole) return null;
  const useful = root.terms.filter((one) => !isUseless(one) && !isMechanism(one.term, "all"));
  // If every term that was meant to list senders is useless, only the owner knows the right senders.
  const named = root.terms.filter(({ term, ignored }) => ignored !== "after_all" && namesSenders(term));
  if (named.length > 0 && !useful.some(({ term }) => namesSenders(term))) return null;
  const kept = [...new Map(useful.toReversed().map((one) => [termKey(one.term), one])).values()].toReversed();
  const redirects = kept.some(({ term }) => isRedirect(term));
  const all = root.terms.map(({ term }) => term).find((term) => isMechanism(term, "all"));
  const lost = root.terms.some(
    (one) => !useful.includes(one) && one.ignored === null && namesSenders(one.term),
  );
  const strict = all !== undefined && all.qualifier === "-" && !lost;
  const qualifier = strict ? "-" : "~";
  const { lookups, voids, voidsV6 } = totalsOf({ ...root, terms: kept });
  const bare = lookups > LOOKUPS_MAX || voids > VOIDS_MAX || voidsV6 > VOIDS_MAX;
  const texts = kept.flatMap((one) => (bare ? addressesIn(one, root.domain) : [one.term.text]));
  const ends = redirects ? [] : [`${qualifier}all`];
  return ["v=spf1", ...new Set(texts), ...ends].join(" ");
}

/** Returns true if a term is meant to let hosts send. */
function namesSenders(term: Term): boolean {
  return isRedirect(term) || (term.kind === "mechanism" && term.name !== "all" && term.qualifier === "+");
}

/**
 * Returns the terms that replace a given term. An a or mx term for the domain's own hosts becomes ip4 and ip6 terms,
 * which cost no lookup. Other terms are kept, because the addresses of other domains' hosts may change.
 */
function addressesIn({ term, hosts, target }: SpfTerm, domain: string): readonly string[] {
  const { v4 = [], v6 = [] } = hosts ?? {};
  const plain = term.kind === "mechanism" && (term.name === "a" || term.name === "mx");
  const few = v4.length + v6.length <= 8 && v4.length + v6.length > 0;
  if (
    !plain ||
    target === null ||
    !isWithin(target, domain) ||
    hosts?.reason !== null ||
    !few ||
    hosts.exchanges > 10
  )
    return [term.text];
  const sign = term.qualifier === "+" ? "" : term.qualifier;
  const length = (bits: number, full: number) => (bits === full ? "" : `/${bits}`);
  return [
    ...v4.map((ip) => `${sign}ip4:${formatIp(ip)}${length(term.bits4, 32)}`),
    ...v6.map((ip) => `${sign}ip6:${formatIp(ip)}${length(term.bits6, 128)}`),
  ];
}

/** Maximum number of terms in a record that this API corrects. */
const TERMS_MAX = 200;

/** Returns the record with its syntax errors corrected; null if it is unclear what a term means. */
export function fixedText(text: string): string | null {
  const words = text
    .replace(/^[\s"'\u200b\ufeff]*(?:v\s*=\s*["']?)?spf\s*[-_.]?\s*1[0-9.]*["']?/i, "v=spf1 ")
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length > TERMS_MAX) return null;
  const fixed = [...new Set(words.map(fixedTerm))].join(" ");
  return isSpf(fixed) && parseSpf(fixed).problems.length === 0 ? fixed : null;
}

function fixedTerm(word: string): string {
  const sign = /^[+\-~?]/.exec(word)?.[0] ?? "";
  const bare = word.slice(sign.length);
  const tries = [
    word,
    `${sign}ip4:${bare}`,
    `${sign}ip6:${bare}`,
    `${sign}${bare.replace(/^(?:ipv?4|ip|a|mx):/i, "ip4:").replace(/(\d):\d+$/, "$1")}`,
    `${sign}${bare.replace(/^(?:ipv?6|ip|ip4|a|mx):/i, "ip6:")}`,
    bare.replace(/^redirect:/i, "redirect="),
    `${sign}${bare.replace(/^include=/i, "include:")}`,
    `${sign}${bare.replace(/^all.+$/i, "all")}`,
    `${sign}${bare.replace(/,$/, "")}`,
    word.replace(/(?<=.)[+\-~?]all$/i, " $&"),
    word.replace(/^[\u2010-\u2015\u2212](?=all$)/i, "-"),
  ];
  return tries.find((one) => parseSpf(`v=spf1 ${one}`).problems.length === 0) ?? word;
}

/**
 * Merges several records into one, with their terms in order and the strictest `all`; null if one of them has a
 * redirect.
 */
export function mergedText(texts: readonly string[]): string | null {
  const all = texts.flatMap((text) => text.split(" ").slice(1)).filter((word) => word !== "");
  const [first = "", ...others] = texts.map((text) => text.toLowerCase().split(/ +/).join(" ").trim());
  if (others.every((text) => text === first)) return fixedText(texts[0] ?? "");
  if (all.some((word) => /^redirect=/i.test(word))) return null;
  const isAll = (word: string) => /^[+\-~?]?all$/i.test(word);
  const end = all.some((word) => word.toLowerCase() === "-all") ? "-all" : "~all";
  return fixedText(["v=spf1", ...new Set(all.filter((word) => !isAll(word))), end].join(" "));
}

/**
 * Returns a record for a domain that has none, with the senders that its MX records suggest; null if they suggest
 * none.
 */
export function suggestedSpf({ kind, hosts, left }: MxLookup, parked: boolean): string | null {
  if (parked) return "v=spf1 -all";
  if (left > 0 || (kind !== "ordinary" && kind !== "implicit")) return null;
  const providers = hosts.flatMap(({ host }) => providerOf(host, MX_PROVIDERS) ?? []);
  if (providers.length === 0) return `v=spf1 ${kind === "implicit" ? "a" : "mx"} ~all`;
  // The tables of MX and SPF providers name a provider's products differently, so providers are compared by the first
  // word of their names.
  const isOf = (provider: string) => providers.some((one) => one.split(" ")[0] === provider.split(" ")[0]);
  const includes = Object.entries(SPF_PROVIDERS).filter(([, provider]) => isOf(provider));
  const [include] = includes.map(([name]) => `include:${name}`);
  return include === undefined || includes.length > 3 ? null : `v=spf1 ${include} ~all`;
}
