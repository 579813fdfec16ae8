import { isOurs } from "@dnstools/core/tool/environment";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { AxfrData } from "../data.ts";
import type { ScoutObservation, TransferObservation } from "../observations.ts";
import { headOf } from "../section.ts";

type Result = AxfrData["servers"][number]["result"];

/** Builds the section on zone transfers; null if it was not requested. */
export function axfrData({ transfers, efforts, zone }: ScoutObservation): AxfrData | null {
  if (transfers === null) return null;
  const all = transfers
    .map((observed) => ({ observed, ...resultOf(observed) }))
    .toSorted((a, b) => (key(a.observed) < key(b.observed) ? -1 : 1));
  // If an address sends no reply at all, the result is unknown, because it is unclear whether the server answers over
  // TCP.
  const answered = all.filter(
    ({ result, reason }) => !["timeout", "failed", "not_asked"].includes(result) && reason !== "timeout",
  );
  // The complete transfer with the most records comes first or, if no transfer is complete, the incomplete one with the
  // most records.
  const given = all
    .filter(({ result }) => result === "allowed" || result === "unfinished")
    .toSorted(
      (a, b) =>
        Number(b.result === "allowed") - Number(a.result === "allowed") ||
        b.observed.records - a.observed.records,
    );
  return {
    ...headOf(efforts.axfr, {
      wanted: Math.max(1, addressesIn(zone)),
      known: answered.length,
      reason:
        all.find((one) => !answered.includes(one))?.reason ??
        (zone.kind === "unknown" ? zone.reason : "no_servers"),
    }),
    zone: zone.kind === "present" ? zone.value.apex : null,
    servers: all.map(({ observed: { name, address, rcode, records, bytes, elapsedMs }, result, reason }) => ({
      name,
      address,
      result,
      reason,
      rcode,
      records,
      bytes,
      elapsedMs: Math.round(elapsedMs),
    })),
    records: given[0] === undefined ? null : [...given[0].observed.first],
  };
}

/** Counts the addresses of a zone's servers. A server whose addresses are unknown counts as one address. */
export function addressesIn(zone: ScoutObservation["zone"]): number {
  if (zone.kind !== "present") return 0;
  const { nameServers } = zone.value;
  const lost = nameServers.filter(({ addresses }) => addresses.length === 0).length;
  return new Set(nameServers.flatMap(({ addresses }) => addresses)).size + lost;
}

const key = ({ name, address }: TransferObservation) => `${name} ${address}`;

/** Results for the codes with which a server refuses a transfer (RFC 5936 2.2.1). */
const REFUSALS: Readonly<Record<string, Result>> = {
  REFUSED: "refused",
  NOTAUTH: "notauth",
  NOTIMP: "not_implemented",
};

/** Returns the result of a transfer, which is complete only if it begins and ends with the zone's SOA (RFC 5936 2.2). */
function resultOf({ outcome, rcode, connected, first }: TransferObservation): {
  readonly result: Result;
  readonly reason: Reason | null;
} {
  if (outcome.kind === "present")
    return outcome.value.whole
      ? { result: "allowed", reason: null }
      : { result: "unfinished", reason: "too_large" };
  if (outcome.kind === "absent") return { result: REFUSALS[rcode ?? ""] ?? "not_transferred", reason: null };
  const { reason } = outcome;
  if (first.some(({ type }) => type !== "SOA")) return { result: "unfinished", reason };
  if (isOurs(reason)) return { result: "not_asked", reason };
  if (!connected) return { result: "no_tcp", reason };
  // The server accepted the connection and closed it without an answer.
  if (reason === "reset") return { result: "not_transferred", reason: null };
  return { result: reason === "timeout" ? "timeout" : "failed", reason };
}
