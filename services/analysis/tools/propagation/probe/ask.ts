import { delay } from "@dnstools/concurrency/abortable";
import type { DomainName } from "@dnstools/core/protocol/names";
import type { DnsServer, NetSession } from "@dnstools/net";
import type { AnswerObservation, Candidate, ComparedType } from "../observations.ts";

/** Maximum size of a reply, in bytes. */
const BYTES_MAX = 16_384;
/** Milliseconds in which a TTL decreases by at least one; TTLs are whole seconds. */
const RUN_MS = 1100;

/**
 * Queries a public resolver for a record type. After SERVFAIL, queries again with signature checking disabled. If that
 * query is answered, waits a second and queries once more with checking enabled, because the failure may have been
 * transient.
 */
export async function askResolver(
  session: NetSession,
  candidate: Candidate,
  name: DomainName,
  type: ComparedType,
  signal: AbortSignal,
): Promise<AnswerObservation> {
  const server = serverOf(candidate);
  const start = performance.now();
  const outcome = await session.ask(server, { name, type }, { bytesMax: BYTES_MAX });
  const at = Date.now() / 1000;
  const elapsedMs = Math.round(performance.now() - start);
  const observed = { type, outcome, at, elapsedMs, unchecked: null, rechecked: null, again: null };
  if (outcome.kind !== "unknown" || outcome.reason !== "servfail") return observed;
  const unchecked = await session.ask(server, { name, type }, { bytesMax: BYTES_MAX, unchecked: true });
  if (unchecked.kind !== "present") return { ...observed, unchecked };
  await delay(Math.max(0, at * 1000 + RUN_MS - Date.now()), signal);
  const rechecked = await session.ask(server, { name, type }, { bytesMax: BYTES_MAX });
  const good = rechecked.kind === "present" ? { outcome: rechecked, at: Date.now() / 1000 } : {};
  return { ...observed, unchecked, rechecked, ...good };
}

/** Repeats a query after enough time for the TTL of the first answer to have decreased. */
export async function askAgain(
  session: NetSession,
  candidate: Candidate,
  name: DomainName,
  observed: AnswerObservation,
  signal: AbortSignal,
): Promise<AnswerObservation> {
  await delay(Math.max(0, observed.at * 1000 + RUN_MS - Date.now()), signal);
  const outcome = await session.ask(
    serverOf(candidate),
    { name, type: observed.type },
    { bytesMax: BYTES_MAX },
  );
  return { ...observed, again: { outcome, at: Date.now() / 1000 } };
}

function serverOf({ ip, operator }: Candidate): DnsServer {
  return { name: operator, address: ip, port: 53, upstream: "public" };
}
