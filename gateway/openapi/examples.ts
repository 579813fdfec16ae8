import type { ToolName } from "@dnstools/core/tool/contract";
import dns from "./examples/dns.json";
import dnsbl from "./examples/dnsbl.json";
import mail from "./examples/mail.json";
import propagation from "./examples/propagation.json";
import reverse from "./examples/reverse.json";
import scout from "./examples/scout.json";
import ssl from "./examples/ssl.json";
import whois from "./examples/whois.json";

/** Each tool's answer to its first example, recorded from the lab by `gateway/test/record-examples.ts`. */
export const EXAMPLES: Readonly<Record<ToolName, object>> = {
  dns,
  reverse,
  whois,
  dnsbl,
  ssl,
  mail,
  propagation,
  scout,
};

/** Returns the path where the gateway serves a recorded answer. */
export function examplePath(tool: ToolName): string {
  return `/docs/examples/${tool}.json`;
}

/**
 * Returns a tool's example answer with `view=summary`. With full answers, the OpenAPI document would be an eighth
 * longer.
 */
export function summaryExample(tool: ToolName): unknown {
  return shortened({ ...EXAMPLES[tool], data: null, evidence: null });
}

/** Shortens every list to its first entry. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shortened(entry)]));
}
