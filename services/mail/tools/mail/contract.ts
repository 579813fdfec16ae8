import { isDmarc, isNearDmarc } from "@dnstools/core/protocol/dmarc/record";
import { isNearSpf, isSpf } from "@dnstools/core/protocol/spf/record";
import { contract as define } from "@dnstools/core/tool/contract";
import { domain, label, optional } from "@dnstools/core/tool/params";
import { text } from "@dnstools/core/tool/text-param";
import { Data } from "./data.ts";
import { FINDINGS } from "./findings.ts";

/** Maximum length of a record or policy sent as a parameter, in characters; records and policies in use are shorter. */
const RECORD_MAX = 4096;
const POLICY_MAX = 8192;

/** Returns the message for a text that is neither a record nor a malformed one. */
function noRecord(what: string, start: string): string {
  return `This is not ${what} record: send the whole text of the record, which begins with ${start}`;
}

/** Contract of the `mail` tool: parameters, answer, findings and examples. */
export const contract = define({
  tool: "mail",
  service: "mail",
  summary: "What a domain publishes about its mail, what is wrong with it, and the records that fix it",
  description:
    "Reads MX, SPF, DKIM, DMARC (RFC 9989), MTA-STS, TLS-RPT, BIMI and the DANE records of the mail servers, and checks the " +
    "addresses of the domain and its mail servers against blocklists, which have a separate verdict. The findings depend on the " +
    "role of the domain: a domain that sends no mail needs no DKIM key. DKIM keys are looked up under the selector that you send, " +
    "the selectors of providers that can be guessed, and common selectors; if no key is found, that proves nothing unless the name " +
    "servers deny that any selector exists. To check a record before you publish it, send its text as `spf`, `dmarc` or `mtasts`. " +
    "This tool does not connect to mail servers; `ssl` does.",
  cost: 5,
  deadlineMs: 12_000,
  params: {
    domain: domain({ description: "The domain after the @ of a mail address, in Unicode or xn-- form." }),
    selector: optional(
      label({
        description:
          "An additional DKIM selector to look up: the s= tag in the DKIM-Signature of a mail. The full name of the key record is accepted too.",
        example: "google",
        // The selector is the part of the record's name before this label (RFC 6376 3.6.2.1).
        above: "_domainkey",
      }),
    ),
    spf: optional(
      text({
        description: "An SPF record to check instead of the one that the domain publishes.",
        example: "v=spf1 mx -all",
        max: RECORD_MAX,
        refusal: (sent) => (isSpf(sent) || isNearSpf(sent) ? null : noRecord("an SPF", "v=spf1")),
      }),
    ),
    dmarc: optional(
      text({
        description: "A DMARC record to check instead of the one that the domain publishes.",
        example: "v=DMARC1; p=reject;",
        max: RECORD_MAX,
        refusal: (sent) => (isDmarc(sent) || isNearDmarc(sent) ? null : noRecord("a DMARC", "v=DMARC1;")),
      }),
    ),
    mtasts: optional(
      text({
        description:
          "An MTA-STS policy to check instead of the one that the domain serves, as if a valid record announced it.",
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
    { query: "domain=example.com", shows: "The full report." },
    { query: "domain=example.com&selector=mail2026", shows: "The report with a DKIM selector of your own." },
    {
      query: "domain=example.com&spf=v%3Dspf1%20mx%20-all",
      shows: "The report on an SPF record that is not published yet.",
    },
  ],
});
