import { printable } from "@dnstools/core/harmless";
import { withoutKeys } from "./key.ts";

/** Returns the code and the message of a database error for the log or the operator. Keys and hashes are removed. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? `${error.code}: ` : "";
  return printable(withoutKeys(`${code}${error.message}`));
}
