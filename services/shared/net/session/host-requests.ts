import { orAborted } from "@dnstools/concurrency/abortable";
import { isIp } from "@dnstools/core/protocol/ip";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Exchange } from "../exchange.ts";
import type { NetSession } from "../session.ts";
import type { EvidenceLog } from "./evidence-log.ts";

/** Maximum number of a host's addresses that are tried. */
const ADDRESSES_MAX = 3;
/** Reasons of a failure after which another address of the host is tried. */
const ELSEWHERE: readonly Reason[] = ["unreachable", "timeout", "no_ipv4_here", "no_ipv6_here"];

/** Reasons of a failed lookup that say nothing about the host, because our own resolver did not answer. */
const SILENT: readonly Reason[] = ["timeout", "unreachable"];

/** What a request to a host needs of its call; `addressMs` are the milliseconds for each address except the last. */
type RequestParts = Pick<NetSession, "resolve"> & { readonly log: EvidenceLog; readonly addressMs: number };

/** Sends the request to one address. */
type AddressExchange<T> = (address: string, limit: AbortSignal) => Promise<Exchange<T>>;

/**
 * Sends a request to a host by name (HTTP, whois). The host's addresses are tried in turn until one answers, or fails
 * for a reason that applies to all of them. These are the IPv4 addresses. The IPv6 addresses are tried instead if the
 * name has no IPv4 address, or if this host has no IPv4.
 * @param until fires when the caller stops waiting, if it does so before the end of the call.
 * @param at the only address to connect to, if the caller already knows it.
 */
export async function requestFromHost<T>(
  parts: RequestParts,
  host: string,
  until: AbortSignal | null,
  exchange: AddressExchange<T>,
  at?: string,
): Promise<Outcome<T>> {
  const within = async (finding: Promise<Outcome<readonly string[]>>) => {
    const addresses =
      until === null ? await finding : ((await orAborted(finding, until)) ?? unknown("resolver_failed"));
    if (addresses.kind === "present") return askInTurn(parts, addresses.value, until, exchange);
    return addresses.kind === "absent" ? unknown("no_servers") : addresses;
  };
  if (at !== undefined) return askInTurn(parts, [at], until, exchange);
  const outcome = await within(addressesOf(parts, host));
  if (outcome.kind !== "unknown" || outcome.reason !== "no_ipv4_here" || isIp(host)) return outcome;
  const overIpv6 = await within(addressesOf(parts, host, ["AAAA"]));
  return overIpv6.kind === "unknown" && overIpv6.reason === "no_servers" ? outcome : overIpv6;
}

async function askInTurn<T>(
  { log, addressMs }: RequestParts,
  addresses: readonly string[],
  until: AbortSignal | null,
  exchange: AddressExchange<T>,
): Promise<Outcome<T>> {
  const ends = until === null ? [log.signal] : [log.signal, until];
  let outcome: Outcome<T> = unknown("budget");
  for (const [i, address] of addresses.entries()) {
    if (log.isSpent) return unknown("budget");
    if (until?.aborted) return unknown("timeout");
    const number = log.begin();
    const isLast = i === addresses.length - 1;
    const limit = AbortSignal.any(isLast ? ends : [...ends, AbortSignal.timeout(addressMs)]);
    outcome = log.end(number, await exchange(address, limit));
    if (outcome.kind !== "unknown" || !ELSEWHERE.includes(outcome.reason)) return outcome;
  }
  return outcome;
}

/** Returns a host's IPv4 addresses, or its IPv6 addresses if it has no IPv4 address or if only they are wanted. */
async function addressesOf(
  { resolve }: Pick<NetSession, "resolve">,
  host: string,
  types: readonly ("A" | "AAAA")[] = ["A", "AAAA"],
): Promise<Outcome<readonly string[]>> {
  const literal = host.replace(/^\[(.*)\]$/, "$1");
  if (isIp(literal)) return present([literal]);
  for (const type of types) {
    const { outcome } = await resolve(
      { name: host, type },
      type === "A" ? { synthesized: true, decisive: ["nxdomain", "nodata"] } : { synthesized: true },
    );
    if (outcome.kind === "unknown")
      return SILENT.includes(outcome.reason) ? unknown("resolver_failed") : outcome;
    const answers = outcome.kind === "present" ? outcome.value.answers : [];
    const found = walkChain(answers, host, type).records.map((record) => record.value);
    if (found.length > 0) return present(found.slice(0, ADDRESSES_MAX));
    if (outcome.kind === "present" && outcome.value.rcode === "NXDOMAIN") break;
  }
  return unknown("no_servers");
}
