import type { PolicyDomain, PolicyHost } from "./policy-domain.ts";
import { LOGO_HOST } from "./policy-logos.ts";

const MX = "mx.policy.com";
const RECORD = "v=STSv1; id=20261120T000000;";
const REPORTS = "v=TLSRPTv1; rua=mailto:tls@policy.com";

/** A policy's lines (RFC 8461 section 3.2), some of them otherwise. */
export function stsPolicy(
  different: { readonly mode?: string; readonly mx?: readonly string[]; readonly maxAge?: string } = {},
  end = "\n",
): string {
  const { mode = "enforce", mx = [MX], maxAge = "604800" } = different;
  const lines = ["version: STSv1", `mode: ${mode}`, ...mx.map((one) => `mx: ${one}`), `max_age: ${maxAge}`];
  return lines.map((line) => `${line}${end}`).join("");
}

/** A domain with a record and reports, and this file or place of it. */
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

/** Domains by their MTA-STS. */
export const MTA_STS = {
  /** As it should be. */
  stsGood: sts(GOOD),
  /** As it should be, with CRLF and no end to the last line. */
  stsCrlf: body(stsPolicy({}, "\r\n").trimEnd()),
  /** A pattern that fits its MX. */
  stsWildcard: body(stsPolicy({ mx: ["*.policy.com"] })),
  /** A media type with a charset. */
  stsCharset: sts({ file: { body: stsPolicy(), type: "text/plain; charset=utf-8" } }),
  /** Two records. */
  stsSeveral: record([RECORD, "v=STSv1; id=2;"]),
  /** No id. */
  stsNoId: record("v=STSv1;"),
  /** An id with a character that none may have. */
  stsBadId: record("v=STSv1; id=2026-11-20;"),
  /** A space before the semicolon. */
  stsNearMiss: record("v=STSv1 ; id=1;"),
  /** Another version. */
  stsVersion2: record("v=STSv2; id=1;"),
  /** Its record is an alias of another's. */
  stsRecordAlias: sts(GOOD, { mtaSts: null, more: "_mta-sts CNAME _mta-sts.sts-good.policy.com." }),
  /** Its zone is SERVFAIL. */
  stsRecordServfail: record(null),
  /** A policy, and no record. */
  stsRecordMissing: record(null),
  /** A record, and no host. */
  stsHostMissing: { mtaSts: RECORD, tlsRpt: REPORTS },
  /** Its host has no address. */
  stsHostNoAddress: { mtaSts: RECORD, tlsRpt: REPORTS, more: 'mta-sts TXT "no address"' },
  /** Its host's zone is SERVFAIL. */
  stsHostServfail: { mtaSts: RECORD, tlsRpt: REPORTS, more: "mta-sts CNAME www.servfail.org." },
  /** Its host is at an address that is not public. */
  stsHostPrivate: { mtaSts: RECORD, tlsRpt: REPORTS, more: "mta-sts A 10.0.0.1" },
  /** Its host is the metadata service's address. */
  stsHostMetadata: { mtaSts: RECORD, tlsRpt: REPORTS, more: "mta-sts A 169.254.169.254" },
  /** Its host is an alias of a provider's, whose certificate has not its name. */
  stsHostAlias: { mtaSts: RECORD, tlsRpt: REPORTS, more: "mta-sts CNAME mta-sts.sts-good.policy.com." },
  /** To the same file elsewhere. */
  stsRedirect: sts({ file: { redirect: "https://mta-sts.sts-good.policy.com/.well-known/mta-sts.txt" } }),
  /** To an address that is not public. */
  stsRedirectPrivate: sts({ file: { redirect: "https://10.0.0.1/.well-known/mta-sts.txt", status: 302 } }),
  stsNotFound: sts({ file: { status: 404 } }),
  stsServerError: sts({ file: { status: 503 } }),
  stsExpired: certificate("expired"),
  stsSelfSigned: certificate("self_signed"),
  stsOtherName: certificate("other_name"),
  /** Signed by nobody who is known. */
  stsStranger: certificate("stranger"),
  stsHtml: sts({ file: { body: stsPolicy(), type: "text/html" } }),
  stsNoType: sts({ file: { body: stsPolicy(), type: null } }),
  /** 70 KB. */
  stsTooLarge: body(`${stsPolicy()}${"x: y\n".repeat(14_000)}`),
  stsNoMode: body(`version: STSv1\nmx: ${MX}\nmax_age: 604800\n`),
  stsBadMode: body(stsPolicy({ mode: "force" })),
  stsNoVersion: body(`mode: enforce\nmx: ${MX}\nmax_age: 604800\n`),
  stsNoMaxAge: body(`version: STSv1\nmode: enforce\nmx: ${MX}\n`),
  stsBadMaxAge: body(stsPolicy({ maxAge: "one week" })),
  /** No mx in a policy that is in force. */
  stsNoMx: body(stsPolicy({ mx: [] })),
  stsEmpty: body(""),
  /** A page in place of a policy. */
  stsPage: body("<!doctype html><title>Parked</title>\n"),
  /** Bytes that are no text. */
  stsBinary: body("\u0000\u0001\ufffd version: STSv1\n"),
  /** Its second MX fits no pattern, in force. */
  stsUnlisted: sts(GOOD, { mx: [`10 ${MX}.`, "20 mx2.policy.com."] }),
  /** The same in testing. */
  stsUnlistedTesting: sts(
    { file: { body: stsPolicy({ mode: "testing" }) } },
    { mx: [`10 ${MX}.`, "20 mx2.policy.com."] },
  ),
  /** A pattern that stands for one label, and an MX two labels below. */
  stsTooDeep: sts({ file: { body: stsPolicy({ mx: ["*.policy.com"] }) } }, { mx: ["10 a.deep.policy.com."] }),
  /** A pattern that fits none of its MX. */
  stsUnused: body(stsPolicy({ mx: [MX, "old.policy.com"] })),
  /** An hour. */
  stsMaxAge: body(stsPolicy({ maxAge: "3600" })),
  stsTesting: body(stsPolicy({ mode: "testing" })),
  stsNone: body("version: STSv1\nmode: none\nmax_age: 86400\n"),
  /** No TLS-RPT. */
  stsWithoutReports: sts({ file: { body: stsPolicy({ mode: "testing" }) } }, { tlsRpt: null }),
  /** One byte a second. */
  stsDrip: sts("drip"),
  /** A body without end. */
  stsEndless: sts("endless"),
  /** TLS, and then silence. */
  stsMute: sts("mute"),
  /** Packets to it are dropped. */
  stsDead: sts("dead"),
  stsClosed: sts("closed"),
  /** An empty line in it. */
  stsLoose: body(stsPolicy().replace("mode", "\nmode")),
} satisfies Readonly<Record<string, PolicyDomain>>;

/** Domains by their TLS-RPT. */
export const TLS_RPT = {
  /** As it should be. */
  tlsRptGood: { tlsRpt: REPORTS },
  tlsRptHttps: { tlsRpt: "v=TLSRPTv1; rua=https://reports.policy.com/v1/tls" },
  tlsRptSeveral: { tlsRpt: [REPORTS, "v=TLSRPTv1; rua=mailto:other@policy.com"] },
  /** No rua. */
  tlsRptInvalid: { tlsRpt: "v=TLSRPTv1;" },
  /** Not the right case, alone and beside a record. */
  tlsRptVersion: { tlsRpt: "v=tlsrptv1; rua=mailto:tls@policy.com" },
  tlsRptNearMiss: { tlsRpt: [REPORTS, "v=tlsrptv1; rua=mailto:tls@policy.com"] },
  /** An address whose host does not exist. */
  tlsRptNoMail: { tlsRpt: "v=TLSRPTv1; rua=mailto:tls@nowhere.policy.com" },
  /** An address that is no URI. */
  tlsRptUri: { tlsRpt: "v=TLSRPTv1; rua=tls@policy.com" },
  /** Its zone is SERVFAIL. */
  tlsRptServfail: {},
} satisfies Readonly<Record<string, PolicyDomain>>;

const logo = (file: string, host: string = LOGO_HOST) => ({
  bimi: `v=BIMI1; l=https://${host}/${file}; a=;`,
});
const mark = (file: string) => ({
  bimi: `v=BIMI1; l=https://${LOGO_HOST}/good.svg; a=https://${LOGO_HOST}/${file}`,
});

/** Domains by their BIMI. */
export const BIMI = {
  /** A logo as it should be, asserted by nobody. */
  bimiGood: logo("good.svg"),
  bimiSeveral: { bimi: ["v=BIMI1; l=; a=;", `v=BIMI1; l=https://${LOGO_HOST}/good.svg; a=;`] },
  /** No l. */
  bimiInvalid: { bimi: "v=BIMI1; a=;" },
  /** Its zone is SERVFAIL. */
  bimiServfail: {},
  /** A logo over HTTP. */
  bimiHttp: { bimi: `v=BIMI1; l=http://${LOGO_HOST}/good.svg; a=;` },
  /** It wants none. */
  bimiDeclined: { bimi: "v=BIMI1; l=; a=;" },
  /** Its DMARC is not in force. */
  bimiDmarc: { ...logo("good.svg"), dmarc: "v=DMARC1; p=none; rua=mailto:dmarc@bimi-dmarc.policy.com" },
  bimiLogoMissing: logo("missing.svg"),
  /** Its logo's host is not there. */
  bimiHostMissing: logo("logo.svg", "nowhere.policy.com"),
  bimiLogoExpired: logo("logo.svg", "expired.policy.com"),
  bimiLogoScript: logo("script.svg"),
  /** Not Tiny PS. */
  bimiLogoPlain: logo("plain.svg"),
  /** 40 KB. */
  bimiLogoLarge: logo("large.svg"),
  /** Twice as wide as high. */
  bimiLogoWide: logo("wide.svg"),
  /** Not XML to its end. */
  bimiLogoBroken: logo("broken.svg"),
  /** Entities in entities. */
  bimiLogoEntities: logo("entities.svg"),
  /** 4,000 elements in one another. */
  bimiLogoDeep: logo("deep.svg"),
  /** A picture of another kind. */
  bimiLogoPng: logo("logo.png"),
  /** To a good logo. */
  bimiLogoRedirect: logo("redirect.svg"),
  /** To an address that is not public. */
  bimiLogoRedirectPrivate: logo("redirect-private.svg"),
  /** A host at an address that is not public. */
  bimiLogoPrivate: logo("logo.svg", "private.policy.com"),
  /** An address that is not public. */
  bimiLogoLiteral: logo("logo.svg", "10.0.0.1"),
  bimiLogoDrip: logo("logo.svg", "drip.policy.com"),
  bimiLogoEndless: logo("logo.svg", "endless.policy.com"),
  bimiLogoMute: logo("logo.svg", "mute.policy.com"),
  bimiLogoDead: logo("logo.svg", "dead.policy.com"),
  bimiLogoClosed: logo("logo.svg", "closed.policy.com"),
  bimiMarkMissing: mark("missing.pem"),
  /** No certificate. */
  bimiMarkInvalid: mark("garbage.pem"),
  /** A certificate as it should be, but for its authority. */
  bimiMarkGood: mark("mark-good.pem"),
  bimiMarkExpired: mark("mark-expired.pem"),
  /** For another domain. */
  bimiMarkOtherDomain: mark("mark-other-domain.pem"),
  /** A web server's. */
  bimiMarkUsage: mark("mark-usage.pem"),
  /** Its logo is another. */
  bimiMarkLogoDiffers: mark("mark-logo-differs.pem"),
} satisfies Readonly<Record<string, PolicyDomain>>;
