import { harmless } from "@dnstools/core/harmless";

/**
 * A JSON value whose texts are harmless: assistants read them, and could not see what is hidden between the letters. Line ends stay,
 * as the text of a registry has them.
 */
export function harmlessValues(value: unknown): unknown {
  if (typeof value === "string") return value.split("\n").map(harmless).join("\n");
  if (Array.isArray(value)) return value.map(harmlessValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [harmless(name), harmlessValues(member)]),
  );
}
