import type { ToolName } from "@dnstools/core/tool/contract";
import dns from "./examples/dns.json";
import dnsbl from "./examples/dnsbl.json";
import mail from "./examples/mail.json";
import propagation from "./examples/propagation.json";
import reverse from "./examples/reverse.json";
import scout from "./examples/scout.json";
import ssl from "./examples/ssl.json";
import whois from "./examples/whois.json";

/** An answer of each tool to its first example, as `gateway/test/record-examples.ts` had it from the lab. */
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

/** Where the gateway serves a recorded answer. */
export function examplePath(tool: ToolName): string {
  return `/docs/examples/${tool}.json`;
}

/** A tool's answer with `view=summary`, as the document shows it: whole ones would be an eighth of the document. */
export function summaryExample(tool: ToolName): unknown {
  return shortened({ ...EXAMPLES[tool], data: null, evidence: null });
}

/** A list's first entry is enough. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shortened(entry)]));
}
