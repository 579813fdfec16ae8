import { type Answer, type Answers, ipsIn, recordsOf } from "@dnstools/core/mail/answers";
import { isNullForm, lookUpMxRecords, type MxRecords } from "@dnstools/core/mail/mx-records";
import { type IpBytes, isIp, parseIp, reverseName } from "@dnstools/core/protocol/ip";
import { answerName, isHostName } from "@dnstools/core/protocol/names";
import { scopeOf } from "@dnstools/core/protocol/special-purpose";

/**
 * A name in the PTR record of an address, and the answer with the addresses of the name; `forward` is null if the name
 * is not a host name.
 */
export type PtrObservation = { readonly name: string; readonly forward: Answer<"A"> | Answer<"AAAA"> | null };

/** One address of a mail server. */
export type MxAddress = {
  readonly ip: string;
  readonly isPublic: boolean;
  /** The PTR records; null if they were not looked up, because the address is not public or is beyond the limit. */
  readonly ptr: Answer<"PTR"> | null;
  readonly names: readonly PtrObservation[];
  readonly namesTotal: number;
};

/** One mail server named by the MX records, or the domain itself if it has no MX record. */
export type MxHost = {
  readonly preference: number | null;
  /** Name in lower case, without the trailing dot. */
  readonly host: string;
  /** Why the addresses are not looked up; null if they are. */
  readonly problem: "address" | "not_a_host" | "null_form" | null;
  readonly a: Answer<"A"> | null;
  readonly aaaa: Answer<"AAAA"> | null;
  readonly addresses: readonly MxAddress[];
};

/** The lookup of a domain's mail servers. */
export type MxLookup = MxRecords & {
  /** Names of all mail servers that are valid host names; null if unknown. */
  readonly names: readonly string[] | null;
  /** At most ten mail servers by preference, then by name, without the null MX. */
  readonly hosts: readonly MxHost[];
  /** Number of further mail servers, which are not looked up. */
  readonly left: number;
  /** True if a query is still unanswered. */
  readonly pending: boolean;
};

/** Maximum number of mail servers to look up. */
const HOSTS_MAX = 10;
/** Maximum number of addresses of one mail server, in each address family. */
const PER_HOST_MAX = 32;
/** Maximum number of addresses, across all mail servers, whose PTR records are looked up. */
const ADDRESSES_MAX = 16;
/** Maximum number of PTR names to look up for one address. */
const NAMES_MAX = 5;

/** Looks up the MX records of a domain, the addresses of its mail servers, and the PTR names of these addresses. */
export function lookUpMx(answers: Answers, domain: string): MxLookup {
  const records = lookUpMxRecords(answers, domain);
  const { mx, a, aaaa, kind, named } = records;
  const budget = { addresses: ADDRESSES_MAX };
  const implicit = { preference: null, host: domain };
  const chosen = kind === "implicit" ? [implicit] : named.slice(0, HOSTS_MAX);
  const hosts = chosen.map((one) => lookUpHost(answers, one, budget));
  const waiting = hosts.some((host) => host.a?.pending || host.aaaa?.pending);
  return {
    ...records,
    names: kind === "unknown" ? null : namesOf(kind, domain, named),
    hosts,
    left: named.length - Math.min(named.length, HOSTS_MAX),
    pending: mx.pending || (kind === "unknown" && (a.pending || aaaa.pending)) || waiting,
  };
}

function namesOf(
  kind: MxLookup["kind"],
  domain: string,
  named: readonly { readonly host: string }[],
): readonly string[] {
  if (kind === "implicit") return [domain];
  return [...new Set(named.map(({ host }) => host))].filter((host) => !isIp(host) && isHostName(host));
}

function lookUpHost(
  answers: Answers,
  named: { readonly preference: number | null; readonly host: string },
  budget: { addresses: number },
): MxHost {
  const { host, preference } = named;
  const nothing = { ...named, a: null, aaaa: null, addresses: [] };
  if (isIp(host) || /^\[.*\]$/.test(host)) return { ...nothing, problem: "address" };
  if (preference !== null && isNullForm(host)) return { ...nothing, problem: "null_form" };
  // Only valid host names are looked up. The domain itself, which has no preference value, was already checked as a
  // parameter.
  if (preference !== null && !isHostName(host)) return { ...nothing, problem: "not_a_host" };
  const [a, aaaa] = [answers.dns(host, "A"), answers.dns(host, "AAAA")];
  const ips = [a, aaaa].flatMap((answer) => ipsIn(answer as Answer<"A">).slice(0, PER_HOST_MAX));
  const addresses = ips.map((ip) => lookUpAddress(answers, ip, budget));
  return { ...named, problem: null, a, aaaa, addresses };
}

function lookUpAddress(answers: Answers, ip: string, budget: { addresses: number }): MxAddress {
  const bytes: IpBytes = parseIp(ip) ?? [];
  const isPublic = scopeOf(bytes).scope === "public";
  const nothing = { ip, isPublic, ptr: null, names: [], namesTotal: 0 };
  if (!isPublic || budget.addresses <= 0) return nothing;
  budget.addresses -= 1;
  const ptr = answers.dns(reverseName(bytes), "PTR");
  const all = [...new Set(recordsOf(ptr).map(({ data }) => answerName(data.target)))].sort();
  const names = all.slice(0, NAMES_MAX).map((name): PtrObservation => {
    if (!isHostName(name)) return { name, forward: null };
    return { name, forward: bytes.length === 4 ? answers.dns(name, "A") : answers.dns(name, "AAAA") };
  });
  return { ip, isPublic, ptr, names, namesTotal: all.length };
}
