import { printable } from "@dnstools/core/harmless";
import { withoutKeys } from "./key.ts";

/** Returns the code and message of a database error for a log or an operator, without keys and hashes. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? `${error.code}: ` : "";
  return printable(withoutKeys(`${code}${error.message}`));
}
