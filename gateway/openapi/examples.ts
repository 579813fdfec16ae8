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
export const EXAMPLES: Readonly<Record<ToolName, unknown>> = {
  dns,
  reverse,
  whois,
  dnsbl,
  ssl,
  mail,
  propagation,
  scout,
};
