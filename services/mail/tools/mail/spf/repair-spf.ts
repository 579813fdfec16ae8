import { formatIp } from "@dnstools/core/protocol/ip";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import { isSpf, parseSpf, type Term } from "@dnstools/core/protocol/spf/record";
import { MX_PROVIDERS, providerOf, SPF_PROVIDERS } from "../mx/providers.ts";
import type { MxReading } from "../mx/read-mx.ts";
import type { SpfNode, SpfTerm } from "./read-spf.ts";
import { isVoid, LOOKUPS_MAX, lookupsOf } from "./weigh-spf.ts";

/** Whether a term names addresses alone that are not public. */
export function isNotPublic(term: Term): boolean {
  return term.kind === "mechanism" && term.ip !== null && scopeOf(term.ip).scope !== "public";
}

/** A term that only makes trouble, whoever reads it. */
function isUseless(one: SpfTerm, before: readonly SpfTerm[]): boolean {
  const { term, ignored, child } = one;
  if (ignored !== null || isNotPublic(term)) return true;
  if (term.kind === "mechanism" && term.name === "ptr") return true;
  if (child !== null && (child.status === "none" || child.status === "loop")) return true;
  if (isVoid(one) === true) return true;
  return before.some(({ term: other }) => other.text.toLowerCase() === term.text.toLowerCase());
}

/** The record without what makes trouble; null where nobody but its owner can say how it should be. */
export function repairedSpf(root: SpfNode): string | null {
  const { record, status } = root;
  if (status !== "found" || record === null) return null;
  if (record.problems.length > 0) return repairedText(root.texts[0] ?? "");
  const kept = root.terms.filter(
    (one, i) => !isUseless(one, root.terms.slice(0, i)) && !(one.term.name === "all"),
  );
  const redirects = kept.some(({ term }) => term.kind === "modifier" && term.name === "redirect");
  const all = root.terms.find(({ term }) => term.name === "all");
  const qualifier =
    all?.term.kind === "mechanism" && "-~".includes(all.term.qualifier) ? all.term.qualifier : "~";
  const total = kept.reduce((sum, one) => sum + lookupsOf(one), 0);
  const texts = kept.flatMap((one) => (total > LOOKUPS_MAX ? addressesIn(one) : [one.term.text]));
  const ends = redirects ? [] : [`${qualifier}all`];
  // Modifiers stand behind, as people write them.
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

/** A record whose terms are mended where it is plain what was meant; null where it is not. */
export function repairedText(text: string): string | null {
  const words = text
    .replace(/^[\s"'\u200b\ufeff]*v\s*=\s*["']?spf\s*[-_.]?\s*1[0-9.]*["']?/i, "v=spf1 ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(repairedTerm);
  const mended = [...new Set(words)].join(" ");
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

/** One record of several, in their order; the strictest `all` of theirs ends it. */
export function mergedText(texts: readonly string[]): string | null {
  const terms = texts.flatMap((text) => text.split(" ").slice(1)).filter((word) => word !== "");
  const isAll = (word: string) => /^[+\-~?]?all$/i.test(word);
  const alls = terms.filter(isAll);
  const all = alls.includes("-all") ? "-all" : "~all";
  const others = terms.filter((word) => !isAll(word));
  const redirects = others.filter((word) => /^redirect=/i.test(word));
  if (redirects.length > 0 && texts.length > 1) return null;
  return repairedText(["v=spf1", ...new Set(others), all].join(" "));
}

/** The record for a domain that has none: of those who seem to send for it. */
export function suggestedSpf({ kind, hosts }: MxReading, parked: boolean): string {
  if (parked) return "v=spf1 -all";
  const providers = hosts.map(({ host }) => providerOf(host, MX_PROVIDERS));
  const includes = Object.entries(SPF_PROVIDERS)
    .filter(([, provider]) => providers.includes(provider))
    .slice(0, 2)
    .map(([name]) => `include:${name}`);
  const own = kind === "implicit" ? ["a"] : kind === "ordinary" && includes.length === 0 ? ["mx"] : [];
  return ["v=spf1", ...own, ...includes, "~all"].join(" ");
}
