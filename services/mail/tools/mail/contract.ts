import { contract as define } from "@dnstools/core/tool/contract";
import { domain, label, optional } from "@dnstools/core/tool/params";
import { text } from "@dnstools/core/tool/text-param";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";

/** Characters of a record, and of a policy: more than any has that is in use. */
const RECORD_MAX = 4096;
const POLICY_MAX = 8192;

export const contract = define({
  tool: "mail",
  service: "mail",
  summary: "What a domain publishes about its mail, what is wrong with it, and the records that fix it",
  description:
    "Reads MX, SPF, DKIM, DMARC (RFC 9989), MTA-STS, TLS-RPT, BIMI and the DANE records of the mail servers, and asks blocklists " +
    "about their addresses; their verdict stands beside the one on what the domain publishes. Judges by the role that the domain has: one that sends nothing is not asked for DKIM. DKIM keys are " +
    "looked for under the selector that you send, those of the providers that can be guessed, and common ones: that none is found " +
    "proves nothing unless the name servers deny all. A record is judged before it is published: `spf`, `dmarc` and `mtasts` take its text. This tool does not connect to mail servers; `ssl` does.",
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
    spf: optional(
      text({
        description: "An SPF record to judge in place of the one that the domain publishes.",
        example: "v=spf1 mx -all",
        max: RECORD_MAX,
      }),
    ),
    dmarc: optional(
      text({
        description: "A DMARC record to judge in place of the one that the domain publishes.",
        example: "v=DMARC1; p=reject;",
        max: RECORD_MAX,
      }),
    ),
    mtasts: optional(
      text({
        description:
          "An MTA-STS policy to judge in place of the one that the domain serves, as if a valid record announced it.",
        example: "version: STSv1\nmode: testing\nmx: mail.example.com\nmax_age: 604800\n",
        max: POLICY_MAX,
        whole: true,
      }),
    ),
  },
  notFound: true,
  data: Data,
  findings: FINDINGS,
  examples: [
    { query: "domain=example.com", shows: "The whole report." },
    { query: "domain=example.com&selector=mail2026", shows: "With a DKIM selector of your own." },
    {
      query: "domain=example.com&spf=v%3Dspf1%20mx%20-all",
      shows: "With an SPF record that is not published.",
    },
  ],
});
