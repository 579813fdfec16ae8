import { readDomain } from "@dnstools/core/domain/report";
import { isHostReason } from "@dnstools/core/tool/environment";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { RecordsData, ServerData } from "../data.ts";
import type { ScoutObservation, ServerAnswer, ServerObservation } from "../observations.ts";
import { headOf } from "../section.ts";
import { addressesIn } from "./axfr.ts";

/** Builds the section on records; null if it was not requested. */
export function recordsData(
  { records, servers, efforts, evidence, zone }: ScoutObservation,
  domain: string,
): RecordsData | null {
  if (efforts.records === undefined) return null;
  const table = servers.map(serverData);
  const { verdicts, trust: _, ...shown } = readDomain({ ...records, evidence }, domain);
  const states = [...verdicts.values()].map(({ state }) => state);
  const failed: Reason[] = states.flatMap(({ reason }) => (reason === null ? [] : [reason]));
  return {
    ...headOf(efforts.records, {
      wanted: Math.max(1, states.length) + addressesIn(zone),
      known: states.length - failed.length + table.filter(isKnown).length,
      reason: failed[0] ?? table.find(({ udp }) => udp.reason !== null)?.udp.reason ?? null,
    }),
    ...shown,
    servers: table,
  };
}

/** Returns true if it is known how a server behaves over UDP and TCP, even if it behaves wrongly. */
function isKnown({ udp, tcp }: ServerData): boolean {
  return [udp, tcp].every(({ reason }) => reason === null || THEIRS.includes(reason));
}

/** Reasons of failures that show how a server behaves; a timeout shows nothing. */
const THEIRS: readonly Reason[] = [
  ...(["not_authoritative", "refused", "servfail", "malformed", "unreachable", "reset"] as const),
];

function serverData({ name, address, udp, udpMs, tcp, tcpMs, recursion }: ServerObservation): ServerData {
  const reply = udp.kind === "present" ? udp.value : tcp?.kind === "present" ? tcp.value : null;
  // Where this API's network intercepts port 53, another server answered.
  const isOther = udp.kind === "unknown" && isHostReason(udp.reason);
  const open = recursion?.kind === "present" && !isOther ? recursion.value : null;
  return {
    name,
    address,
    udp: { ...stateOf(udp), elapsedMs: udpMs },
    tcp: { ...stateOf(tcp ?? { kind: "unknown", reason: "budget" }), elapsedMs: tcpMs },
    authoritative: reply?.aa ?? null,
    serial: reply?.serial ?? null,
    edns: reply?.edns ?? null,
    recursion: open === null ? "unknown" : open ? "open" : "closed",
    nsid: reply?.nsid ?? null,
  };
}

function stateOf(answer: Outcome<ServerAnswer>): Pick<ServerData["udp"], "status" | "reason"> {
  if (answer.kind !== "present")
    return { status: "unknown", reason: answer.kind === "unknown" ? answer.reason : null };
  return answer.value.aa
    ? { status: "ok", reason: null }
    : { status: "unknown", reason: "not_authoritative" };
}
