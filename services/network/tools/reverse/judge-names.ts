import type { Outcome } from "@dnstools/core/outcome";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { formatIp, parseIp, reversed } from "@dnstools/core/protocol/ip";
import { answerName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Verdict } from "@dnstools/core/verdict";
import type { ReverseData } from "./data.ts";
import type { NameSeen, ReverseSeen } from "./seen.ts";

type PtrData = NonNullable<ReverseData["ptr"]>[number];

/** Names of an address that are looked at; some addresses have hundreds. */
const NAMES_MAX = 20;
const ADDRESSES_MAX = 32;

/** The names that an answer gives, each once, aliases followed (RFC 2317). */
export function namesIn(ptr: Outcome<DnsReply>, reverseName: string): string[] {
  return allNames(ptr, reverseName).slice(0, NAMES_MAX);
}

export function allNames(ptr: Outcome<DnsReply>, reverseName: string): string[] {
  if (ptr.kind !== "present") return [];
  const records = walkChain(ptr.value.answers, reverseName, "PTR").records as readonly DnsRecord<"PTR">[];
  // Sorted, since resolvers change the order: of many the same are looked at each time.
  return [...new Set(records.map(({ data }) => answerName(data.target)))].sort();
}

/** What a name comes to: whether it leads back to the address, and why not. */
export function judgeName({ name, forward }: NameSeen, ip: string): PtrData {
  const shown = { name: name === "" ? "." : name, generic: isGeneric(name, ip) };
  if (forward === null) return { ...shown, addresses: [], confirmed: false, reason: "not_a_host_name" };
  if (forward.kind === "unknown") return { ...shown, addresses: [], confirmed: null, reason: forward.reason };
  const addresses = forward.kind === "present" ? forward.value : [];
  const confirmed = addresses.some((address) => formatIp(parseIp(address) ?? []) === ip);
  const reason = confirmed ? null : addresses.length === 0 ? "no_forward" : "other_address";
  return { ...shown, addresses: addresses.slice(0, ADDRESSES_MAX), confirmed, reason };
}

/** Forward-confirmed reverse DNS: one name that leads back is enough, and it takes all of them to say that none does. */
export function fcrdnsOf(seen: ReverseSeen, ptr: readonly PtrData[], ip: string): Verdict {
  if (seen.ptr.kind === "unknown")
    return {
      status: "unknown",
      reason: seen.ptr.reason,
      detail: `The names of ${ip} could not be found out.`,
    };
  const good = ptr.find(({ confirmed }) => confirmed);
  if (good !== undefined)
    return { status: "pass", reason: null, detail: `${good.name} leads back to ${ip}.` };
  if (ptr.length === 0) return { status: "fail", reason: "no_ptr", detail: `${ip} has no name.` };
  const open = ptr.find(({ confirmed }) => confirmed === null);
  if (open !== undefined)
    return {
      status: "unknown",
      reason: open.reason,
      detail: `Where ${open.name} leads could not be found out.`,
    };
  if (allNames(seen.ptr, seen.reverseName).length > ptr.length)
    return {
      status: "unknown",
      reason: "budget",
      detail: `None of the first ${ptr.length} names leads back to ${ip}.`,
    };
  if (ptr.every(({ reason }) => reason === "not_a_host_name"))
    return {
      status: "fail",
      reason: "no_forward",
      detail: `The names of ${ip} are none that a host can have.`,
    };
  const other = ptr.some(({ reason }) => reason === "other_address");
  return other
    ? { status: "fail", reason: "other_address", detail: `The names of ${ip} lead to other addresses.` }
    : { status: "fail", reason: "no_forward", detail: `The names of ${ip} have no address.` };
}

/** Whether a name holds the address's own numbers: all four octets, either way round, or the whole in hexadecimal. */
function isGeneric(name: string, ip: string): boolean {
  const bytes = parseIp(ip) ?? [];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (bytes.length !== 4)
    return name.replaceAll(/[.-]/g, "").includes(hex.slice(16)) && !/^0+1?$/.test(hex.slice(16));
  const numbers = (name.match(/\d+/g) ?? []).map(Number).join(".");
  const padded = bytes.map((byte) => String(byte).padStart(3, "0")).join("");
  return (
    [ip, reversed(bytes)].some((form) => `.${numbers}.`.includes(`.${form}.`)) ||
    name.includes(hex) ||
    name.includes(padded)
  );
}
