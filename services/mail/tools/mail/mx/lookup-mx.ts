import { type IpBytes, isIp, parseIp, reverseName } from "@dnstools/core/protocol/ip";
import { answerName, isHostName } from "@dnstools/core/protocol/names";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";
import { type Answer, type Known, recordsOf } from "../answers.ts";

/** A name of an address, as its PTR record gives it, and its own addresses; null where it is no host's. */
export type PtrSeen = { readonly name: string; readonly forward: Answer<"A"> | Answer<"AAAA"> | null };

/** One address of a mail server. */
export type MxAddress = {
  readonly ip: string;
  readonly isPublic: boolean;
  /** Null where it is not asked for: it is not public, or there are many. */
  readonly ptr: Answer<"PTR"> | null;
  readonly names: readonly PtrSeen[];
  readonly namesTotal: number;
};

/** One mail server that the domain names, or the domain itself where it names none. */
export type MxHost = {
  readonly preference: number | null;
  /** Lower case, without the trailing dot. */
  readonly host: string;
  /** Why it is asked nothing; null where it is. */
  readonly problem: "address" | "not_a_host" | "null_form" | null;
  readonly a: Answer<"A"> | null;
  readonly aaaa: Answer<"AAAA"> | null;
  readonly addresses: readonly MxAddress[];
};

export type MxReading = {
  readonly mx: Answer<"MX">;
  /** Of the domain itself. */
  readonly a: Answer<"A">;
  readonly aaaa: Answer<"AAAA">;
  /** `implicit`: none, but the domain has addresses itself (RFC 5321 5.1); `null`: it takes no mail (RFC 7505). */
  readonly kind: "unknown" | "none" | "implicit" | "null" | "null_and_others" | "ordinary";
  /** The names of all mail servers, as far as they are hosts'; null where they are unknown. */
  readonly names: readonly string[] | null;
  /** By preference, then by name, at most ten; without the null MX. */
  readonly hosts: readonly MxHost[];
  readonly left: number;
  /** Whether all of it is known that ever will be. */
  readonly pending: boolean;
};

/** Mail servers that are looked at, addresses of each family of one, those of all whose names are asked for, and names of each. */
const HOSTS_MAX = 10;
const PER_HOST_MAX = 32;
const ADDRESSES_MAX = 16;
const NAMES_MAX = 5;

export function readMx(known: Known, domain: string): MxReading {
  const [mx, a, aaaa] = [known.dns(domain, "MX"), known.dns(domain, "A"), known.dns(domain, "AAAA")];
  const records = recordsOf(mx)
    .map(({ data }) => ({ preference: data.preference, host: answerName(data.exchange) }))
    .toSorted((x, y) => x.preference - y.preference || (x.host < y.host ? -1 : 1));
  const named = records.filter(({ host }) => host !== "");
  const kind = kindOf(mx, [a, aaaa], records.length - named.length, named.length);
  const budget = { addresses: ADDRESSES_MAX };
  const implicit = { preference: null, host: domain };
  const chosen = kind === "implicit" ? [implicit] : named.slice(0, HOSTS_MAX);
  const hosts = chosen.map((one) => readHost(known, one, budget));
  const waiting = hosts.some((host) => host.a?.pending || host.aaaa?.pending);
  return {
    mx,
    a,
    aaaa,
    kind,
    names: kind === "unknown" ? null : namesOf(kind, domain, named),
    hosts,
    left: named.length - Math.min(named.length, HOSTS_MAX),
    pending: mx.pending || (kind === "unknown" && (a.pending || aaaa.pending)) || waiting,
  };
}

function namesOf(
  kind: MxReading["kind"],
  domain: string,
  named: readonly { readonly host: string }[],
): readonly string[] {
  if (kind === "implicit") return [domain];
  return [...new Set(named.map(({ host }) => host))].filter((host) => !isIp(host) && isHostName(host));
}

function kindOf(mx: Answer, own: readonly Answer[], nulls: number, others: number): MxReading["kind"] {
  if (mx.outcome.kind === "unknown") return "unknown";
  if (others > 0) return nulls > 0 ? "null_and_others" : "ordinary";
  if (nulls > 0) return "null";
  if (own.some(({ outcome }) => outcome.kind === "present")) return "implicit";
  return own.some(({ outcome }) => outcome.kind === "unknown") ? "unknown" : "none";
}

/** What people write who mean the null MX (RFC 7505 3), which is a lone dot. */
const NULL_FORMS: readonly string[] = [
  "localhost",
  "0",
  "null",
  "none",
  "nomail",
  "no-mail",
  "no",
  "invalid",
  "blackhole",
];

function readHost(
  known: Known,
  named: { readonly preference: number | null; readonly host: string },
  budget: { addresses: number },
): MxHost {
  const { host, preference } = named;
  const nothing = { ...named, a: null, aaaa: null, addresses: [] };
  if (isIp(host) || /^\[.*\]$/.test(host)) return { ...nothing, problem: "address" };
  if (preference !== null && NULL_FORMS.includes(host)) return { ...nothing, problem: "null_form" };
  // What others write into records goes no further than this. The domain itself was checked before.
  if (preference !== null && !isHostName(host)) return { ...nothing, problem: "not_a_host" };
  const [a, aaaa] = [known.dns(host, "A"), known.dns(host, "AAAA")];
  const ips = [a, aaaa].flatMap((answer) => ipsIn(answer as Answer<"A">).slice(0, PER_HOST_MAX));
  const addresses = ips.map((ip) => readAddress(known, ip, budget));
  return { ...named, problem: null, a, aaaa, addresses };
}

/** Each answer is sorted once, however often a reading comes by. */
const sorted = new WeakMap<object, readonly string[]>();

/** The addresses of an answer, each once. Sorted, since resolvers change the order: of many the same are looked at each time. */
export function ipsIn(answer: Answer<"A"> | Answer<"AAAA">): readonly string[] {
  const before = sorted.get(answer.outcome);
  if (before !== undefined) return before;
  const ips = [...new Set(recordsOf(answer as Answer<"A">).map(({ data }) => data.address))].sort();
  sorted.set(answer.outcome, ips);
  return ips;
}

function readAddress(known: Known, ip: string, budget: { addresses: number }): MxAddress {
  const bytes: IpBytes = parseIp(ip) ?? [];
  const isPublic = scopeOf(bytes).scope === "public";
  const nothing = { ip, isPublic, ptr: null, names: [], namesTotal: 0 };
  if (!isPublic || budget.addresses <= 0) return nothing;
  budget.addresses -= 1;
  const ptr = known.dns(reverseName(bytes), "PTR");
  const all = [...new Set(recordsOf(ptr).map(({ data }) => answerName(data.target)))].sort();
  const names = all.slice(0, NAMES_MAX).map((name): PtrSeen => {
    if (!isHostName(name)) return { name, forward: null };
    return { name, forward: bytes.length === 4 ? known.dns(name, "A") : known.dns(name, "AAAA") };
  });
  return { ip, isPublic, ptr, names, namesTotal: all.length };
}
