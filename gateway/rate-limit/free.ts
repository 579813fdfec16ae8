import { FAULTS, Fault } from "@dnstools/core/tool/fault";

/**
 * Returns true if a call that failed with this error is free of charge. A client that disconnects pays for work that
 * has already begun.
 */
export function isFree(error: unknown): boolean {
  if (!(error instanceof Fault)) return false;
  const { code, options } = error;
  return options.workDone === false || (FAULTS[code].status === 400 && code !== "client_gone");
}
