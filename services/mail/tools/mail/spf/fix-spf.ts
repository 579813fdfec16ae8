import { formatIp, type IpBytes } from "@dnstools/core/protocol/ip";
import { isWithin } from "@dnstools/core/protocol/names";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import { isSpf, parseSpf, type Term } from "@dnstools/core/protocol/spf/record";
import { MX_PROVIDERS, providerOf, SPF_PROVIDERS } from "../mx/providers.ts";
import type { MxReading } from "../mx/lookup-mx.ts";
import { isMechanism, isRedirect, type SpfNode, type SpfTerm } from "./lookup-spf.ts";
import { isVoid, LOOKUPS_MAX, VOIDS_MAX, weigh } from "./limits-spf.ts";

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
  if (ignored !== null || isNotPublic(term)) return true;
  if (child !== null && (child.status === "none" || child.status === "loop")) return true;
  return isVoid(one) === true;
}

/** The record without what makes trouble; null where it cannot be read. */
export function repairedSpf(root: SpfNode): string | null {
  const { record, status } = root;
  if (status !== "found" || record === null || record.problems.length > 0 || !record.whole) return null;
  const useful = root.terms.filter((one) => !isUseless(one) && !isMechanism(one.term, "all"));
  // What senders there were must not be all refused now: only the owner knows who they are.
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
  const { lookups, voids, voidsV6 } = weigh({ ...root, terms: kept });
  const bare = lookups > LOOKUPS_MAX || voids > VOIDS_MAX || voidsV6 > VOIDS_MAX;
  const texts = kept.flatMap((one) => (bare ? addressesIn(one, root.domain) : [one.term.text]));
  const ends = redirects ? [] : [`${qualifier}all`];
  return ["v=spf1", ...new Set(texts), ...ends].join(" ");
}

/** Whether a term lets somebody send, or was meant to. */
function namesSenders(term: Term): boolean {
  return isRedirect(term) || (term.kind === "mechanism" && term.name !== "all" && term.qualifier === "+");
}

/** Hosts of one's own as their addresses, which take no lookup; others' may change. */
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

/** Terms of records that are mended: longer ones are not to be read anyway. */
const MENDED_MAX = 200;

/** A record whose terms are mended where it is plain what was meant; null where it is not. */
export function repairedText(text: string): string | null {
  const words = text
    .replace(/^[\s"'\u200b\ufeff]*(?:v\s*=\s*["']?)?spf\s*[-_.]?\s*1[0-9.]*["']?/i, "v=spf1 ")
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

/** The record for a domain that has none: of those who seem to send for it; null where only its owner knows. */
export function suggestedSpf({ kind, hosts, left }: MxReading, parked: boolean): string | null {
  if (parked) return "v=spf1 -all";
  if (left > 0 || (kind !== "ordinary" && kind !== "implicit")) return null;
  const providers = hosts.flatMap(({ host }) => providerOf(host, MX_PROVIDERS) ?? []);
  if (providers.length === 0) return `v=spf1 ${kind === "implicit" ? "a" : "mx"} ~all`;
  // By its first word, since providers have more than one name. What others' servers receive says nothing of who sends.
  const isOf = (provider: string) => providers.some((one) => one.split(" ")[0] === provider.split(" ")[0]);
  const includes = Object.entries(SPF_PROVIDERS).filter(([, provider]) => isOf(provider));
  const [include] = includes.map(([name]) => `include:${name}`);
  return include === undefined || includes.length > 3 ? null : `v=spf1 ${include} ~all`;
}
