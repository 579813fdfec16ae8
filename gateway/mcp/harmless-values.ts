import { harmless } from "@dnstools/core/harmless";

/**
 * Returns a JSON value with invisible and control characters made visible in all its texts, because assistants read hidden
 * characters as text. Line breaks are kept, because registry texts contain them.
 */
export function harmlessValues(value: unknown): unknown {
  if (typeof value === "string") return value.split("\n").map(harmless).join("\n");
  if (Array.isArray(value)) return value.map(harmlessValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [harmless(name), harmlessValues(member)]),
  );
}
