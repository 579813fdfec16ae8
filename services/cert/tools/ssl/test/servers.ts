import type { ToolCase } from "@dnstools/lab/support/cases";

/** Builds the expected data of a host with one address that did not establish TLS. */
const server = (status: string, stage: string, reason: string | null, more: object = {}) => ({
  servers: [{ reachability: { status, stage, reason, ...more }, chain: null }],
});
const unseen = { validity: { status: "unknown" }, host: { status: "unknown" } };

/** Builds the expected data for the first of a host's two addresses. */
export const first = (...said: Parameters<typeof server>) => ({ servers: [...server(...said).servers, {}] });

/** Builds a test case: a web server that does not speak TLS, or does not finish the handshake. */
export const web = (label: string, data: ToolCase["data"], finding: string): ToolCase => ({
  says: label,
  query: `host=${label}.certs.com`,
  data,
  findings: [[finding, `${label}.certs.com`]],
});

/** Test cases: web servers without a finished handshake. */
export const WEB_CASES: readonly ToolCase[] = [
  web("garbage", first("failed", "handshake", "not_tls"), "ssl.no_tls"),
  web("speaks-http", first("failed", "handshake", "not_tls"), "ssl.no_tls"),
  web("speaks-ssh", first("failed", "handshake", "not_tls"), "ssl.no_tls"),
  web("silent", first("unknown", "handshake", "timeout"), "ssl.silent"),
  web("drip", first("unknown", "handshake", "timeout"), "ssl.silent"),
  web("resets", first("unknown", "handshake", "reset"), "ssl.broken_off"),
  web("closes", first("unknown", "handshake", "reset"), "ssl.broken_off"),
  web(
    "alert-40",
    first("unknown", "handshake", "no_common_tls", { detail: "handshake_failure" }),
    "ssl.no_common_tls",
  ),
  web("alert-112", first("failed", "handshake", "tls_alert", { detail: "unrecognized_name" }), "ssl.no_tls"),
  web("alert-70", first("failed", "handshake", "protocol_too_old"), "ssl.no_tls"),
  web("ssl3", first("failed", "handshake", "protocol_too_old"), "ssl.no_tls"),
  web("endless-records", first("unknown", "handshake", "too_large"), "ssl.too_large"),
  web("dead", server("unknown", "connect", "timeout"), "ssl.unreachable"),
  web("closed", server("failed", "connect", "connection_refused"), "ssl.nothing_listens"),
  web("unrouted", server("unknown", "connect", "unreachable"), "ssl.unreachable"),
  web("private", server("unknown", "none", "not_allowed"), "ssl.not_public"),
  web("no-address", server("failed", "none", "no_servers"), "ssl.no_address"),
  {
    says: "a name that does not exist",
    query: "host=nowhere.certs.com",
    status: 404,
    data: { code: "domain_not_found" },
  },
  {
    says: "one private address beside a good one",
    query: "host=half-private.certs.com",
    data: {
      servers: [
        { address: "127.0.0.1", reachability: { reason: "not_allowed" }, verdicts: unseen },
        { reachability: { status: "ok" }, verdicts: { trust: { status: "pass" } } },
      ],
      summary: { servers: 2, reached: 1, good: 1, verdict: { status: "warning" } },
    },
    findings: [["ssl.not_public", "half-private.certs.com (127.0.0.1)"]],
  },
  {
    says: "a dead address hides no other",
    query: "host=dead-v6.certs.com",
    data: {
      servers: [
        { reachability: { status: "ok" } },
        { reachability: { reason: "timeout", stage: "connect" } },
      ],
      summary: { good: 1, verdict: { status: "warning", reason: "timeout" } },
    },
  },
  {
    says: "addresses that show different certificates",
    query: "host=two-faced.certs.com",
    data: {
      servers: [
        { verdicts: { validity: { status: "pass" } } },
        { verdicts: { validity: { status: "fail", reason: "expired" } } },
      ],
      summary: { verdict: { status: "fail", reason: "expired" } },
    },
  },
  {
    says: "many addresses are bounded, and that is told",
    query: "host=many-addresses.certs.com",
    data: {
      discovery: { dropped: 12 },
      servers: [{ reachability: { status: "ok" } }, ...Array.from({ length: 7 }, () => ({}))],
      summary: { servers: 8, reached: 1 },
    },
  },
  {
    says: "an address is matched with addresses, and sent no name",
    query: "host=5.40.0.58",
    data: {
      servers: [
        { tls: { serverName: null }, verdicts: { host: { status: "pass" } }, dane: { status: "absent" } },
      ],
      caa: [],
    },
    findings: [],
  },
  {
    says: "an IPv6 address in brackets",
    query: "host=[2a01:4f8:40::3a]",
    data: { name: "2a01:4f8:40::3a", servers: [{ verdicts: { host: { status: "pass" } } }] },
  },
  {
    says: "without a name another certificate is shown",
    query: "host=5.40.0.81",
    data: { servers: [{ verdicts: { host: { status: "fail", reason: "host_mismatch" } } }] },
  },
  {
    says: "the domain itself, for https",
    query: "domain=good-rsa.certs.com",
    data: {
      discovery: { status: "given", by: "domain" },
      servers: [{ source: "domain", port: 443, tls: { alpn: "http/1.1" } }, {}],
      caa: [
        {
          ...{
            host: "good-rsa.certs.com",
            status: "ok",
            foundAt: "good-rsa.certs.com",
            records: ['0 issue ";"'],
          },
          allows: "no",
        },
      ],
      web: { redirect: { status: "https" }, hsts: { status: "present", maxAge: 31_536_000 } },
    },
    findings: [["ssl.caa_not_allowed", "good-rsa.certs.com"]],
  },
  {
    says: "CAA of a name above",
    query: "host=bücher.certs.com",
    data: {
      name: "xn--bcher-kva.certs.com",
      caa: [{ status: "ok", foundAt: "certs.com", records: ['0 issue "ca.certs.com"'] }],
    },
  },
  {
    says: "all that is told of a certificate",
    query: "host=with-crl.certs.com",
    data: {
      servers: [
        { more: { versions: { "TLSv1.3": true, "TLSv1.2": true, "TLSv1.1": false, TLSv1: false } } },
        {},
      ],
      certificates: [
        {
          key: { algorithm: "ec", bits: 256, curve: "prime256v1", weak: false },
          signature: { algorithm: "ecdsa-with-SHA256", weak: false },
          details: {
            names: ["with-crl.certs.com"],
            namesTotal: 1,
            lifetimeDays: 81,
            lifetimeLimitDays: 200,
            keyUsage: ["digitalSignature"],
            extendedKeyUsage: ["serverAuth"],
            scts: null,
            caIssuers: ["http://aia.certs.com/intermediate.crt"],
            ocsp: ["http://aia.certs.com/ocsp"],
            crls: ["http://aia.certs.com/lab.crl"],
            mustStaple: false,
            validation: "domain",
            revocation: { status: "good", reason: null, list: { url: "http://aia.certs.com/lab.crl" } },
          },
        },
        { details: null },
        { details: null },
      ],
    },
    findings: [],
  },
  {
    says: "keys of all kinds",
    query: "host=good-ed25519.certs.com",
    data: { certificates: [{ key: { algorithm: "ed25519", bits: null, curve: null } }, {}, {}] },
  },
  {
    says: "names are capped, and counted",
    query: "host=sans-10000.certs.com",
    data: { certificates: [{ details: { namesTotal: 10_000 } }, {}] },
  },
  {
    says: "old versions of TLS",
    query: "host=tls10.certs.com",
    data: {
      servers: [
        {
          tls: { version: "TLSv1" },
          verdicts: { protocol: { status: "fail", reason: "old_protocol" } },
          more: { versions: { "TLSv1.3": false, "TLSv1.2": false, "TLSv1.1": false, TLSv1: true } },
        },
        {},
      ],
      summary: {
        verdict: { status: "fail", reason: "old_protocol" },
        refusedBy: [{ client: "browsers", reasons: ["old_protocol"] }, { client: "openssl" }],
      },
    },
    findings: [["ssl.old_protocol", "tls10.certs.com"]],
  },
];

/**
 * Builds a test case: a server that never sends a certificate for its name, since another server answers after
 * STARTTLS.
 */
const odd =
  (service: string) =>
  (label: string, data: ToolCase["data"], ...codes: readonly string[]): ToolCase => ({
    says: `${label} (${service})`,
    query: `host=${label}.mailtls.com&service=${service}`,
    data,
    findings: codes.map((code) => [`ssl.${code}`, `${label}.mailtls.com`] as const),
  });
const smtp = odd("smtp");
const imap = odd("imap");
const pop3 = odd("pop3");
const tls = { servers: [{ reachability: { status: "ok", stage: "done", reason: null } }, {}] };
const ends = (status: string, reason: string | null, more: object = {}) =>
  first(status, "dialogue", reason, more);

/** Test cases: mail servers that fail before TLS. */
export const MAIL_CASES: readonly ToolCase[] = [
  smtp("tarpit", ends("unknown", "timeout", { greeting: null }), "silent"),
  smtp("slow-banner", tls, "host_mismatch"),
  smtp("tls-at-once", ends("failed", "tls_at_once", { greeting: null }), "tls_at_once"),
  smtp("limited", ends("unknown", "rate_limited"), "turned_away"),
  smtp("busy", ends("unknown", "try_later", { detail: "450 4.3.2 try later" }), "turned_away"),
  smtp("rejects", ends("unknown", "blocked"), "turned_away"),
  smtp("ehlo-421", ends("unknown", "try_later"), "turned_away"),
  smtp("ehlo-rejected", ends("unknown", "blocked"), "turned_away"),
  smtp("helo-only", ends("no_starttls", null, { capabilities: [] }), "no_starttls"),
  smtp("no-starttls", ends("no_starttls", null), "no_starttls", "auth_in_clear"),
  smtp("clear-auth", tls, "host_mismatch", "auth_in_clear"),
  smtp("starttls-454", ends("unknown", "try_later"), "turned_away"),
  smtp("starttls-501", ends("failed", "starttls_refused"), "no_tls"),
  smtp("injects", ends("failed", "plaintext_injected", { detail: "250 injected??" }), "plaintext_injected"),
  smtp("banner-endless", ends("unknown", "too_large"), "too_large"),
  smtp("line-endless", ends("unknown", "too_large"), "too_large"),
  smtp("ehlo-endless", ends("unknown", "too_large"), "too_large"),
  smtp("split", tls, "host_mismatch"),
  smtp("split-late", tls, "host_mismatch"),
  smtp("closes-early", ends("unknown", "reset"), "broken_off"),
  smtp("not-smtp", ends("failed", "malformed"), "no_tls"),
  smtp("lower-case", tls, "host_mismatch"),
  smtp("no-crlf", tls, "host_mismatch"),
  smtp("banner-binary", tls, "host_mismatch"),
  smtp("quits-rude", ends("unknown", "reset"), "broken_off"),
  {
    says: "an end after the go-ahead",
    query: "host=closes-after-go.mailtls.com&service=smtp",
    data: { servers: [{ reachability: { status: "unknown", stage: "handshake", reason: "reset" } }, {}] },
  },
  {
    says: "text after the go-ahead",
    query: "host=garbage-after-go.mailtls.com&service=smtp",
    data: { servers: [{ reachability: { status: "failed", stage: "handshake", reason: "not_tls" } }, {}] },
  },
  imap("preauth", ends("failed", "preauth"), "preauth"),
  imap("bye", ends("unknown", "rate_limited"), "turned_away"),
  imap("bye-plain", ends("unknown", "try_later"), "turned_away"),
  imap("imap-no-starttls", ends("no_starttls", null), "no_starttls", "auth_in_clear"),
  imap("logindisabled", tls, "host_mismatch"),
  imap("imap-injects", ends("failed", "plaintext_injected"), "plaintext_injected"),
  imap("imap-refuses", ends("failed", "starttls_refused"), "no_tls"),
  imap("imap-literal", tls, "host_mismatch"),
  imap("imap-endless", ends("unknown", "too_large"), "too_large"),
  imap("imap-tarpit", ends("unknown", "timeout"), "silent"),
  pop3("pop-err", ends("unknown", "try_later"), "turned_away"),
  pop3("pop-in-use", ends("unknown", "rate_limited"), "turned_away"),
  pop3("pop-no-capa", tls, "host_mismatch"),
  pop3("pop-no-stls", ends("no_starttls", null), "no_starttls", "auth_in_clear"),
  pop3("pop-refuses", ends("failed", "starttls_refused"), "no_tls"),
  pop3("pop-injects", ends("failed", "plaintext_injected"), "plaintext_injected"),
  pop3("pop-endless", ends("unknown", "too_large"), "too_large"),
  pop3("pop-dots", tls, "host_mismatch"),
];
