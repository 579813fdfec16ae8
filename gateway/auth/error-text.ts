import { printable } from "@dnstools/core/harmless";
import { withoutKeys } from "./key.ts";

/** What went wrong with the database, for a log or an operator: its code and its words, never a key or a hash. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? `${error.code}: ` : "";
  return printable(withoutKeys(`${code}${error.message}`));
}
