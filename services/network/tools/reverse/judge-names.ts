import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { judgeName, type PtrName } from "@dnstools/core/protocol/fcrdns";
import { parseIp, reversed } from "@dnstools/core/protocol/ip";
import { answerName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { ReverseData } from "./data.ts";

type PtrData = NonNullable<ReverseData["ptr"]>[number];

/** Maximum number of names that are looked up; some addresses have hundreds. */
const NAMES_MAX = 20;

/** Returns the names in an answer without duplicates, at most NAMES_MAX; follows aliases (RFC 2317). */
export function namesIn(ptr: Outcome<DnsReply>, reverseName: string): string[] {
  return allNames(ptr, reverseName).slice(0, NAMES_MAX);
}

/** Returns all names in an answer without duplicates; follows aliases (RFC 2317). */
export function allNames(ptr: Outcome<DnsReply>, reverseName: string): string[] {
  if (ptr.kind !== "present") return [];
  const records = walkChain(ptr.value.answers, reverseName, "PTR").records as readonly DnsRecord<"PTR">[];
  // The names are sorted, because resolvers change the order: if there are too many, the same ones are looked up each
  // time.
  return [...new Set(records.map(({ data }) => answerName(data.target)))].sort();
}

/** Judges a name: whether it resolves back to the address, and whether it is a provider's generic name. */
export function judgePtr(observed: PtrName, ip: string): PtrData {
  const { name, ...judged } = judgeName(observed, ip);
  return { name, generic: isGeneric(observed.name, ip), ...judged };
}

/**
 * Returns true if a name contains the numbers of the address: the four octets in either order, the whole
 * address in hexadecimal, or an IPv6 address as written.
 */
function isGeneric(name: string, ip: string): boolean {
  const bytes = parseIp(ip) ?? [];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (bytes.length !== 4) {
    const plain = name.replaceAll(/[.-]/g, "");
    const host = hex.slice(16);
    return (
      plain.includes(hex) ||
      name.includes(ip.replaceAll(":", "-")) ||
      (plain.includes(host) && !/^0+1?$/.test(host))
    );
  }
  const numbers = (name.match(/\d+/g) ?? []).map(Number).join(".");
  const padded = bytes.map((byte) => String(byte).padStart(3, "0")).join("");
  return (
    [ip, reversed(bytes)].some((form) => `.${numbers}.`.includes(`.${form}.`)) ||
    name.includes(hex) ||
    name.includes(padded)
  );
}
