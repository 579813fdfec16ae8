import { contract as define } from "@dnstools/core/tool/contract";
import { domain, label, optional } from "@dnstools/core/tool/params";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";

export const contract = define({
  tool: "mail",
  service: "mail",
  summary: "What a domain publishes about its mail, what is wrong with it, and the records that fix it",
  description:
    "Reads MX, SPF, DKIM, DMARC (RFC 9989), MTA-STS, TLS-RPT, BIMI and the DANE records of the mail servers, and asks blocklists " +
    "about their addresses; their verdict stands beside the one on what the domain publishes. Judges by the role that the domain has: one that sends nothing is not asked for DKIM. DKIM keys are " +
    "looked for under the selector that you send, those of the providers that can be guessed, and common ones: that none is found " +
    "proves nothing unless the name servers deny all. This tool does not connect to mail servers; `ssl` does.",
  cost: 5,
  deadlineMs: 12_000,
  params: {
    domain: domain({ description: "The domain behind the @, in Unicode or xn-- form." }),
    selector: optional(
      label({
        description:
          "A DKIM selector to look at too: s= in the DKIM-Signature of a mail. The whole name of its record is taken too.",
        example: "google",
        // RFC 6376 3.6.2.1: the selector is what stands before it.
        above: "_domainkey",
      }),
    ),
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "The whole report." },
    { query: "domain=example.com&selector=mail2026", shows: "With a DKIM selector of your own." },
  ],
});
