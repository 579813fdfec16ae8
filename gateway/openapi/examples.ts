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
const RECORDED: Readonly<Record<ToolName, unknown>> = {
  dns,
  reverse,
  whois,
  dnsbl,
  ssl,
  mail,
  propagation,
  scout,
};

/** Entries that a list of words, and a table by record type, keep in the document. */
const WORDS = 3;
const RECORD_TYPE = /^[A-Z]+$/;

/** The recorded answer of a tool as the document shows it, which is shorter: of each list of objects the first alone. */
export function exampleOf(tool: ToolName): unknown {
  return shortened(RECORDED[tool]);
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const objects = value.some((entry) => entry !== null && typeof entry === "object");
    return value.slice(0, objects ? 1 : WORDS).map(shortened);
  }
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, shortened(entry)] as const);
  const byType = entries.length > WORDS && entries.every(([key]) => RECORD_TYPE.test(key));
  return Object.fromEntries(byType ? entries.slice(0, WORDS) : entries);
}
