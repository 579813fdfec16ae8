import type { PolicyDomain, PolicyHost } from "./policy-domain.ts";
import { LOGO_HOST } from "./policy-logos.ts";

const MX = "mx.policy.com";
const RECORD = "v=STSv1; id=20261120T000000;";
const REPORTS = "v=TLSRPTv1; rua=mailto:tls@policy.com";

/**
 * Returns the text of an MTA-STS policy file (RFC 8461 section 3.2).
 * @param different fields that differ from the correct policy
 * @param end the line terminator
 */
export function stsPolicy(
  different: { readonly mode?: string; readonly mx?: readonly string[]; readonly maxAge?: string } = {},
  end = "\n",
): string {
  const { mode = "enforce", mx = [MX], maxAge = "604800" } = different;
  const lines = ["version: STSv1", `mode: ${mode}`, ...mx.map((one) => `mx: ${one}`), `max_age: ${maxAge}`];
  return lines.map((line) => `${line}${end}`).join("");
}

/** Returns a domain that has an MTA-STS record, a TLS-RPT record and the given policy host. */
const sts = (policyHost: PolicyHost, more: PolicyDomain = {}): PolicyDomain => ({
  mtaSts: RECORD,
  tlsRpt: REPORTS,
  policyHost,
  ...more,
});
const body = (text: string) => sts({ file: { body: text } });
const certificate = (kind: "expired" | "self_signed" | "other_name" | "stranger") =>
  sts({ file: { body: stsPolicy() }, certificate: kind });
const GOOD = { file: { body: stsPolicy() } };
const record = (mtaSts: PolicyDomain["mtaSts"]) => sts(GOOD, { mtaSts: mtaSts ?? null });

/** Test domains with different MTA-STS policies. */
export const MTA_STS = {
  /** A correct policy. */
  stsGood: sts(GOOD),
  /** A correct policy with CRLF line endings, except after the last line. */
  stsCrlf: body(stsPolicy({}, "\r\n").trimEnd()),
  /** A pattern that matches the MX host. */
  stsWildcard: body(stsPolicy({ mx: ["*.policy.com"] })),
  /** A Content-Type with a charset. */
  stsCharset: sts({ file: { body: stsPolicy(), type: "text/plain; charset=utf-8" } }),
  /** Two MTA-STS records. */
  stsSeveral: record([RECORD, "v=STSv1; id=2;"]),
  /** A record without an id. */
  stsNoId: record("v=STSv1;"),
  /** A record whose id contains a character that is not allowed. */
  stsBadId: record("v=STSv1; id=2026-11-20;"),
  /** A record with a space between the version and the semicolon. */
  stsNearMiss: record("v=STSv1 ; id=1;"),
  /** An unknown version. */
  stsVersion2: record("v=STSv2; id=1;"),
  /** The record is an alias of another domain's record. */
  stsRecordAlias: sts(GOOD, { mtaSts: null, more: "_mta-sts CNAME _mta-sts.sts-good.policy.com." }),
  /** The zone of the MTA-STS record answers SERVFAIL. */
  stsRecordServfail: record(null),
  /** A policy file, but no record. */
  stsRecordMissing: record(null),
  /** A record, but no policy host. */
  stsHostMissing: { mtaSts: RECORD, tlsRpt: REPORTS },
  /** The policy host has no address. */
  stsHostNoAddress: { mtaSts: RECORD, tlsRpt: REPORTS, more: 'mta-sts TXT "no address"' },
  /** The policy host is an alias of a name whose zone answers SERVFAIL. */
  stsHostServfail: { mtaSts: RECORD, tlsRpt: REPORTS, more: "mta-sts CNAME www.servfail.org." },
  /** The policy host has a private address. */
  stsHostPrivate: { mtaSts: RECORD, tlsRpt: REPORTS, more: "mta-sts A 10.0.0.1" },
  /** The policy host has the address of a cloud metadata service. */
  stsHostMetadata: { mtaSts: RECORD, tlsRpt: REPORTS, more: "mta-sts A 169.254.169.254" },
  /** The policy host is an alias of a host whose certificate does not contain the policy host's name. */
  stsHostAlias: { mtaSts: RECORD, tlsRpt: REPORTS, more: "mta-sts CNAME mta-sts.sts-good.policy.com." },
  /** A redirect to the same file on another host. */
  stsRedirect: sts({ file: { redirect: "https://mta-sts.sts-good.policy.com/.well-known/mta-sts.txt" } }),
  /** A redirect to a private address. */
  stsRedirectPrivate: sts({ file: { redirect: "https://10.0.0.1/.well-known/mta-sts.txt", status: 302 } }),
  stsNotFound: sts({ file: { status: 404 } }),
  stsServerError: sts({ file: { status: 503 } }),
  stsExpired: certificate("expired"),
  stsSelfSigned: certificate("self_signed"),
  stsOtherName: certificate("other_name"),
  /** A certificate from an untrusted authority. */
  stsStranger: certificate("stranger"),
  stsHtml: sts({ file: { body: stsPolicy(), type: "text/html" } }),
  stsNoType: sts({ file: { body: stsPolicy(), type: null } }),
  /** A policy file of 70 KB. */
  stsTooLarge: body(`${stsPolicy()}${"x: y\n".repeat(14_000)}`),
  stsNoMode: body(`version: STSv1\nmx: ${MX}\nmax_age: 604800\n`),
  stsBadMode: body(stsPolicy({ mode: "force" })),
  stsNoVersion: body(`mode: enforce\nmx: ${MX}\nmax_age: 604800\n`),
  stsNoMaxAge: body(`version: STSv1\nmode: enforce\nmx: ${MX}\n`),
  stsBadMaxAge: body(stsPolicy({ maxAge: "one week" })),
  /** No mx line in an enforced policy. */
  stsNoMx: body(stsPolicy({ mx: [] })),
  stsEmpty: body(""),
  /** A web page instead of a policy. */
  stsPage: body("<!doctype html><title>Parked</title>\n"),
  /** Binary data in the policy file. */
  stsBinary: body("\u0000\u0001\ufffd version: STSv1\n"),
  /** The second MX host matches no pattern of an enforced policy. */
  stsUnlisted: sts(GOOD, { mx: [`10 ${MX}.`, "20 mx2.policy.com."] }),
  /** The second MX host matches no pattern of a policy in testing mode. */
  stsUnlistedTesting: sts(
    { file: { body: stsPolicy({ mode: "testing" }) } },
    { mx: [`10 ${MX}.`, "20 mx2.policy.com."] },
  ),
  /** The wildcard pattern matches only one label, but the MX host is two labels below policy.com. */
  stsTooDeep: sts({ file: { body: stsPolicy({ mx: ["*.policy.com"] }) } }, { mx: ["10 a.deep.policy.com."] }),
  /** One of the patterns matches no MX host. */
  stsUnused: body(stsPolicy({ mx: [MX, "old.policy.com"] })),
  /** A max_age of one hour. */
  stsMaxAge: body(stsPolicy({ maxAge: "3600" })),
  stsTesting: body(stsPolicy({ mode: "testing" })),
  stsNone: body("version: STSv1\nmode: none\nmax_age: 86400\n"),
  /** No TLS-RPT record. */
  stsWithoutReports: sts({ file: { body: stsPolicy({ mode: "testing" }) } }, { tlsRpt: null }),
  /** The policy host sends one byte per second. */
  stsDrip: sts("drip"),
  /** The policy host sends a body that never ends. */
  stsEndless: sts("endless"),
  /** The policy host completes the TLS handshake, but sends no response. */
  stsMute: sts("mute"),
  /** Packets to the policy host are dropped. */
  stsDead: sts("dead"),
  stsClosed: sts("closed"),
  /** An empty line in the policy file. */
  stsLoose: body(stsPolicy().replace("mode", "\nmode")),
} satisfies Readonly<Record<string, PolicyDomain>>;

/** Test domains with different TLS-RPT records. */
export const TLS_RPT = {
  /** A correct record. */
  tlsRptGood: { tlsRpt: REPORTS },
  tlsRptHttps: { tlsRpt: "v=TLSRPTv1; rua=https://reports.policy.com/v1/tls" },
  tlsRptSeveral: { tlsRpt: [REPORTS, "v=TLSRPTv1; rua=mailto:other@policy.com"] },
  /** The rua tag is missing. */
  tlsRptInvalid: { tlsRpt: "v=TLSRPTv1;" },
  /** The version is in lower case, which is not allowed. */
  tlsRptVersion: { tlsRpt: "v=tlsrptv1; rua=mailto:tls@policy.com" },
  /** A correct record, and a record whose version is in lower case. */
  tlsRptNearMiss: { tlsRpt: [REPORTS, "v=tlsrptv1; rua=mailto:tls@policy.com"] },
  /** A report address whose domain does not exist. */
  tlsRptNoMail: { tlsRpt: "v=TLSRPTv1; rua=mailto:tls@nowhere.policy.com" },
  /** A report address that is not a URI. */
  tlsRptUri: { tlsRpt: "v=TLSRPTv1; rua=tls@policy.com" },
  /** The zone of the TLS-RPT record answers SERVFAIL. */
  tlsRptServfail: {},
} satisfies Readonly<Record<string, PolicyDomain>>;

const logo = (file: string, host: string = LOGO_HOST) => ({
  bimi: `v=BIMI1; l=https://${host}/${file}; a=;`,
});
const mark = (file: string) => ({
  bimi: `v=BIMI1; l=https://${LOGO_HOST}/good.svg; a=https://${LOGO_HOST}/${file}`,
});

/** Test domains with different BIMI records. */
export const BIMI = {
  /** A correct logo without a mark certificate. */
  bimiGood: logo("good.svg"),
  bimiSeveral: { bimi: ["v=BIMI1; l=; a=;", `v=BIMI1; l=https://${LOGO_HOST}/good.svg; a=;`] },
  /** The l tag is missing. */
  bimiInvalid: { bimi: "v=BIMI1; a=;" },
  /** The zone of the BIMI record answers SERVFAIL. */
  bimiServfail: {},
  /** The logo's URL uses HTTP. */
  bimiHttp: { bimi: `v=BIMI1; l=http://${LOGO_HOST}/good.svg; a=;` },
  /** The record declines to publish a logo. */
  bimiDeclined: { bimi: "v=BIMI1; l=; a=;" },
  /** The DMARC policy is not enforced. */
  bimiDmarc: { ...logo("good.svg"), dmarc: "v=DMARC1; p=none; rua=mailto:dmarc@bimi-dmarc.policy.com" },
  bimiLogoMissing: logo("missing.svg"),
  /** The logo's host does not exist. */
  bimiHostMissing: logo("logo.svg", "nowhere.policy.com"),
  bimiLogoExpired: logo("logo.svg", "expired.policy.com"),
  bimiLogoScript: logo("script.svg"),
  /** The logo is not SVG Tiny PS. */
  bimiLogoPlain: logo("plain.svg"),
  /** A logo of 40 KB. */
  bimiLogoLarge: logo("large.svg"),
  /** The logo is twice as wide as it is high. */
  bimiLogoWide: logo("wide.svg"),
  /** The end of the logo's XML is missing. */
  bimiLogoBroken: logo("broken.svg"),
  /** The logo contains nested XML entities. */
  bimiLogoEntities: logo("entities.svg"),
  /** The logo contains 4,000 nested elements. */
  bimiLogoDeep: logo("deep.svg"),
  /** The logo is a PNG image. */
  bimiLogoPng: logo("logo.png"),
  /** The logo's URL redirects to a correct logo. */
  bimiLogoRedirect: logo("redirect.svg"),
  /** The logo's URL redirects to a private address. */
  bimiLogoRedirectPrivate: logo("redirect-private.svg"),
  /** The logo's host has a private address. */
  bimiLogoPrivate: logo("logo.svg", "private.policy.com"),
  /** The logo's URL contains a private address. */
  bimiLogoLiteral: logo("logo.svg", "10.0.0.1"),
  bimiLogoDrip: logo("logo.svg", "drip.policy.com"),
  bimiLogoEndless: logo("logo.svg", "endless.policy.com"),
  bimiLogoMute: logo("logo.svg", "mute.policy.com"),
  bimiLogoDead: logo("logo.svg", "dead.policy.com"),
  bimiLogoClosed: logo("logo.svg", "closed.policy.com"),
  bimiMarkMissing: mark("missing.pem"),
  /** The file is not a certificate. */
  bimiMarkInvalid: mark("garbage.pem"),
  /** A correct mark certificate, except that its authority is not trusted. */
  bimiMarkGood: mark("mark-good.pem"),
  bimiMarkExpired: mark("mark-expired.pem"),
  /** A mark certificate for another domain. */
  bimiMarkOtherDomain: mark("mark-other-domain.pem"),
  /** A web server's certificate, which does not allow use as a mark certificate. */
  bimiMarkUsage: mark("mark-usage.pem"),
  /** The logo in the certificate differs from the published logo. */
  bimiMarkLogoDiffers: mark("mark-logo-differs.pem"),
} satisfies Readonly<Record<string, PolicyDomain>>;
