import { FAULTS, Fault } from "@dnstools/core/tool/fault";

/** Whether a call that ended so costs nothing. A client that has hung up pays for work that had begun. */
export function isFree(error: unknown): boolean {
  if (!(error instanceof Fault)) return false;
  const { code, options } = error;
  return options.workDone === false || (FAULTS[code].status === 400 && code !== "client_gone");
}
