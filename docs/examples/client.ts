// Calls dnstools from TypeScript, with types generated from the API's own OpenAPI document:
//
//   npm install openapi-fetch openapi-typescript typescript
//   npx openapi-typescript http://127.0.0.1:8080/openapi.json -o api.d.ts
//   bun client.ts http://127.0.0.1:8080 example.com [KEY]
import createClient from "openapi-fetch";
import type { components, paths } from "./api";

type Schemas = components["schemas"];
type Answer = Pick<Schemas["MailAnswer"], "summary"> & { findings: Schemas["Finding"][] };

const [baseUrl = "http://127.0.0.1:8080", domain = "example.com", key] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: key === undefined ? {} : { "X-API-Key": key } });

/** Prints the verdict and the worst findings. */
function show(title: string, { summary, findings }: Answer): void {
  console.log(`${title}: ${summary.status}. ${summary.text}`);
  for (const { severity, code, message, fix } of findings.slice(0, 3)) {
    console.log(`  ${severity} ${code}: ${message}${fix === null ? "" : `\n    ${fix}`}`);
  }
}

/** Prints why the API refused a call, and for a rate limit when to retry, and ends the program. */
function refused({ title, detail }: Schemas["Problem"], { headers }: Response): never {
  const wait = headers.get("Retry-After");
  console.error(`${title}: ${detail}${wait === null ? "" : ` (retry in ${wait} s)`}`);
  process.exit(1);
}

const dns = await client.GET("/api/v1/dns", { params: { query: { domain } } });
if (dns.error) refused(dns.error, dns.response);
show("DNS", dns.data);

// The mail servers: null if they could not be determined, an empty list if the domain has none. `data` is null only
// with view=summary.
const exchanges = dns.data.data?.records.MX;
if (!exchanges) console.log("  The mail servers could not be determined.");
for (const { ttl, data } of exchanges ?? [])
  console.log(`  MX ${data.preference} ${data.exchange} (${ttl} s)`);

// Requests only the verdict and the findings, a few kilobytes.
const mail = await client.GET("/api/v1/mail", { params: { query: { domain, view: "summary" } } });
if (mail.error) refused(mail.error, mail.response);
show("Mail", mail.data);
// The codes of a tool are a closed list, so a misspelled code does not compile.
const spoofable = mail.data.findings.some(({ code }) => code === "mail.dmarc_missing");
console.log(
  spoofable ? "  It has no DMARC policy: receivers do not reject forged mail." : "  It has a DMARC policy.",
);
