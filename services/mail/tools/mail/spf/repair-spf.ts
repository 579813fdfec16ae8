import { formatIp, type IpBytes } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import { isSpf, parseSpf, type Term } from "@dnstools/core/protocol/spf/record";
import { MX_PROVIDERS, providerOf, SPF_PROVIDERS } from "../mx/providers.ts";
import type { MxReading } from "../mx/read-mx.ts";
import { isMechanism, isRedirect, type SpfNode, type SpfTerm } from "./read-spf.ts";
import { isVoid, LOOKUPS_MAX, VOIDS_MAX, weigh } from "./weigh-spf.ts";

/** Whether a term names addresses alone that are not public: its network does not reach out of one such block. */
export function isNotPublic(term: Term): boolean {
  if (term.kind !== "mechanism" || term.ip === null) return false;
  const bits = term.name === "ip4" ? term.bits4 : term.bits6;
  const ends = endsOf(term.ip, bits).map(scopeOf);
  return ends.every(({ scope, name }) => scope !== "public" && name === ends[0]?.name) && bits >= BLOCK_BITS;
}

/** No block of special use that an address could be meant of is wider: fc00::/7. */
const BLOCK_BITS = 7;

/** The first and the last address of a network. */
function endsOf(ip: IpBytes, bits: number): readonly [IpBytes, IpBytes] {
  const host = (i: number) => 0xff >> Math.min(8, Math.max(0, bits - 8 * i));
  return [ip.map((byte, i) => byte & ~host(i) & 0xff), ip.map((byte, i) => byte | host(i))];
}

/** What makes two terms the same. */
export function termKey({ text }: Term): string {
  return text.toLowerCase().replace(/^\+/, "");
}

/** A term that only makes trouble, whoever reads it. */
function isUseless(one: SpfTerm): boolean {
  const { term, ignored, child } = one;
  if (ignored !== null || isNotPublic(term) || isMechanism(term, "ptr")) return true;
  if (child !== null && (child.status === "none" || child.status === "loop")) return true;
  return isVoid(one) === true;
}

/** The record without what makes trouble; null where it cannot be read. */
export function repairedSpf(root: SpfNode): string | null {
  const { record, status } = root;
  if (status !== "found" || record === null || record.problems.length > 0 || !record.whole) return null;
  const useful = root.terms.filter((one) => !isUseless(one) && !isMechanism(one.term, "all"));
  const kept = [...new Map(useful.toReversed().map((one) => [termKey(one.term), one])).values()].toReversed();
  const redirects = kept.some(({ term }) => isRedirect(term));
  const all = root.terms.map(({ term }) => term).find((term) => isMechanism(term, "all"));
  const qualifier = all !== undefined && "-~".includes(all.qualifier) ? all.qualifier : "~";
  const { lookups, voids, voidsV6 } = weigh({ ...root, terms: kept });
  const bare = lookups > LOOKUPS_MAX || voids > VOIDS_MAX || voidsV6 > VOIDS_MAX;
  const texts = kept.flatMap((one) => (bare ? addressesIn(one) : [one.term.text]));
  const ends = redirects ? [] : [`${qualifier}all`];
  return ["v=spf1", ...new Set(texts), ...ends].join(" ");
}

/** Hosts of one's own as their addresses, which take no lookup. */
function addressesIn({ term, hosts }: SpfTerm): readonly string[] {
  const { v4 = [], v6 = [] } = hosts ?? {};
  const plain = term.kind === "mechanism" && (term.name === "a" || term.name === "mx");
  const few = v4.length + v6.length <= 8 && v4.length + v6.length > 0;
  if (!plain || hosts?.reason !== null || !few || hosts.exchanges > 10) return [term.text];
  const sign = term.qualifier === "+" ? "" : term.qualifier;
  const length = (bits: number, full: number) => (bits === full ? "" : `/${bits}`);
  return [
    ...v4.map((ip) => `${sign}ip4:${formatIp(ip)}${length(term.bits4, 32)}`),
    ...v6.map((ip) => `${sign}ip6:${formatIp(ip)}${length(term.bits6, 128)}`),
  ];
}

/** Terms of records that are mended: longer ones are not to be read anyway. */
const MENDED_MAX = 200;

/** A record whose terms are mended where it is plain what was meant; null where it is not. */
export function repairedText(text: string): string | null {
  const words = text
    .replace(/^[\s"'\u200b\ufeff]*v\s*=\s*["']?spf\s*[-_.]?\s*1[0-9.]*["']?/i, "v=spf1 ")
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length > MENDED_MAX) return null;
  const mended = [...new Set(words.map(repairedTerm))].join(" ");
  return isSpf(mended) && parseSpf(mended).problems.length === 0 ? mended : null;
}

function repairedTerm(word: string): string {
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
  ];
  return tries.find((one) => parseSpf(`v=spf1 ${one}`).problems.length === 0) ?? word;
}

/** One record of several, in their order; the strictest `all` of theirs ends it. Null where they redirect. */
export function mergedText(texts: readonly string[]): string | null {
  const all = texts.flatMap((text) => text.split(" ").slice(1)).filter((word) => word !== "");
  const [first = "", ...others] = texts.map((text) => text.toLowerCase().split(/ +/).join(" ").trim());
  if (others.every((text) => text === first)) return repairedText(texts[0] ?? "");
  if (all.some((word) => /^redirect=/i.test(word))) return null;
  const isAll = (word: string) => /^[+\-~?]?all$/i.test(word);
  const end = all.some((word) => word.toLowerCase() === "-all") ? "-all" : "~all";
  return repairedText(["v=spf1", ...new Set(all.filter((word) => !isAll(word))), end].join(" "));
}

/** The record for a domain that has none: of those who seem to send for it. */
export function suggestedSpf({ kind, hosts, left }: MxReading, parked: boolean): string {
  if (parked) return "v=spf1 -all";
  const providers = hosts.map(({ host }) => providerOf(host, MX_PROVIDERS));
  const includes = Object.entries(SPF_PROVIDERS)
    .filter(([, provider]) => providers.includes(provider))
    .slice(0, 2)
    .map(([name]) => `include:${name}`);
  // An mx of more than ten names is permerror (RFC 7208 4.6.4): their addresses then.
  const ips = hosts.flatMap(({ addresses }) => addresses.map(({ ip }) => ip));
  const servers = left === 0 ? ["mx"] : ips.map((ip) => `${ip.includes(":") ? "ip6" : "ip4"}:${ip}`);
  const own = kind === "implicit" ? ["a"] : kind === "ordinary" && includes.length === 0 ? servers : [];
  return ["v=spf1", ...own, ...includes, "~all"].join(" ");
}
