import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServerData } from "../data.ts";
import { FINDINGS } from "../findings.ts";
import type { Code, Coded } from "./codes.ts";

/** Servers that count: where one was guessed, nothing says that it is there until it answers. */
export function countedOf(coded: readonly Coded[]): readonly Coded[] {
  return coded.filter(
    ({ server: { data } }) =>
      data.source !== "guess" || !["none", "connect"].includes(data.reachability.stage),
  );
}

export function isReached({ server: { data } }: Coded): boolean {
  return data.reachability.status === "ok";
}

/** Whether a server is as it should be: no error was found, and nothing is open. What is worth a warning is no error. */
export function isGood(one: Coded): boolean {
  const { data } = one.server;
  return (
    isReached(one) &&
    errorOf(one) === null &&
    data.dane.status !== "fail" &&
    reasonFor(data, "unknown") === null
  );
}

/** The first code of an error that was found; null for none. */
export function errorOf({ codes }: Coded): Code | null {
  const isError = (code: Code) => ["critical", "error"].includes(FINDINGS[code].severity);
  return [...codes].find(isError) ?? null;
}

/** The reason of a server's first verdict of a status; null where none has it. */
export function reasonFor({ verdicts }: ServerData, status: Verdict["status"]): string | null {
  const { validity, host, chain, trust, protocol } = verdicts;
  return [validity, host, chain, trust, protocol].find((one) => one.status === status)?.reason ?? null;
}

/** Why a server could not be judged, or not in full; null where it was. */
export function openReason({ server: { data } }: Coded): string | null {
  const { status, reason } = data.reachability;
  if (status === "unknown") return reason;
  return status === "ok" ? reasonFor(data, "unknown") : null;
}

/** Whether a finding says what could not be found out, so that the reader knows what to mend. */
export function isTold({ codes }: Coded): boolean {
  return [...codes].some((code) => FINDINGS[code].severity === "warning");
}
