/** An address of bin/demo that is worth opening. */
export type DemoAddress = {
  /** Path and query of the report. */
  readonly path: string;
  /** What the report shows, in one line for the user. */
  readonly shows: string;
  /** The report's `summary.status`. */
  readonly status: "pass" | "warning" | "fail";
  /** Code of a finding in the answer. */
  readonly code?: string;
  /** Words that the text report contains. */
  readonly words: string;
};

/**
 * The ten addresses that bin/demo prints. Its test requests each of them, and pictures are taken of some. The names
 * are defined in lab/plan.
 */
export const DEMO_ADDRESSES: readonly DemoAddress[] = [
  {
    path: "/mail/perfect.com",
    shows: "a perfect domain: SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI and DANE, all of them correct",
    status: "pass",
    words: "✓ pass",
  },
  {
    path: "/dns/lame.com",
    shows: "a lame delegation: neither of its name servers knows the domain, which does not resolve",
    status: "fail",
    code: "dns.server_lame",
    words: "does not answer authoritatively",
  },
  {
    path: "/dns/expired.com",
    shows: "an expired DNSSEC signature: resolvers that validate give no answer",
    status: "fail",
    code: "dns.signature_expired",
    words: "bogus",
  },
  {
    path: "/ssl/missing-with-aia.certs.com",
    shows: "a web server that does not send its intermediate certificate",
    status: "fail",
    code: "ssl.chain_incomplete",
    words: "not sent; found by AIA",
  },
  {
    path: "/scout/dangling.com",
    shows:
      "dangling aliases: names whose targets do not exist, one of them a domain that anyone can register",
    status: "fail",
    code: "scout.takeover_possible",
    words: "gone.never-registered-dangling.com",
  },
  {
    path: "/mail/spf-eleven.policy.com",
    shows: "an SPF record with eleven lookups, one too many, and a record that fixes it",
    status: "fail",
    code: "mail.spf_lookups",
    words: "the eleventh is a:mx.policy.com",
  },
  {
    path: "/dnsbl/listed.mailtest.com",
    shows: "a mail server on blocklists: which lists have it, and which of them matter",
    status: "fail",
    code: "dnsbl.listed",
    words: "the mail server of listed.mailtest.com",
  },
  {
    path: "/scout/wild.com",
    shows: "a wildcard, distinguished from the names that really exist",
    status: "warning",
    code: "scout.wildcard",
    words: "names that may exist only because of the wildcard",
  },
  {
    path: "/propagation/stale.com?country=de",
    shows: "a resolver in Germany that still has the address from before a change, and until when",
    status: "warning",
    code: "propagation.in_progress",
    words: "old",
  },
  {
    path: "/propagation/changing.com?country=de",
    shows:
      "a change that arrives while you watch: open it, again half a minute later, and again after a minute more",
    status: "pass",
    words: "changing.com",
  },
];
