import { DKIM_KEYS } from "./dkim-keys.ts";
import { dkimKey, type PolicyDomain, policyLines } from "./policy-domain.ts";
import { LOGO_HOST } from "./policy-logos.ts";
import { stsPolicy } from "./policy-web.ts";
import type { Zone } from "./shapes.ts";

// Domains at the edges of the rules: texts that are no key, aliases that lead nowhere, files in a content coding.

const STS = { mtaSts: "v=STSv1; id=20261120T000000;", tlsRpt: "v=TLSRPTv1; rua=mailto:tls@policy.com" };
/** Returns a domain whose key at the selector `default` is another text. */
const key = (text: string): PolicyDomain => ({ dkim: { default: text } });
const logo = (file: string): PolicyDomain => ({ bimi: `v=BIMI1; l=https://${LOGO_HOST}/${file}; a=;` });

/** Domains at the edges of the rules of mail. */
export const EDGES = {
  /** The key without tags. */
  dkimRawKey: key(DKIM_KEYS.rsa2048),
  /** The names of all tags are in capitals. */
  dkimCapitals: key(`V=DKIM1; K=rsa; P=${DKIM_KEYS.rsa2048}`),
  /** A record of another kind at a selector. */
  dkimOtherText: key("v=spf1 -all"),
  /** A wildcard for all names below the domain, with an SPF record as its text. */
  wildcardSpf: { dkim: null, more: '* TXT "v=spf1 -all"' },
  /** No MX and no address, but names below the domain. */
  noMxNoAddress: { mx: null, spf: null, dkim: null, dmarc: null, more: "www A 93.184.215.99" },
  /** The texts of a registrar's template: mail servers, and an SPF record that names no public address. */
  registrarTemplate: { spf: "v=spf1 ip6:fd96:1c8a:43ad::/48 -all", dkim: null },
  dmarcDangling: { dmarc: null, more: "_dmarc CNAME nowhere.policy.com." },
  /** The alias's target exists, but has no text. */
  dmarcDanglingNodata: { dmarc: null, more: "_dmarc CNAME mx.policy.com." },
  stsRecordDangling: { ...STS, mtaSts: null, more: "_mta-sts CNAME nowhere.policy.com." },
  stsHostDangling: { ...STS, more: "mta-sts CNAME nowhere.policy.com." },
  tlsRptDangling: { more: "_smtp._tls CNAME nowhere.policy.com." },
  bimiDangling: { more: "default._bimi CNAME nowhere.policy.com." },
  /** The policy file is sent in the content coding gzip, although the request asks for none. */
  stsGzip: { ...STS, policyHost: { file: { body: stsPolicy(), coding: "gzip" } } },
  /** The policy file is said to be in the content coding gzip, but is not. */
  stsGzipWrong: { ...STS, policyHost: { file: { body: stsPolicy(), coding: "gzip, but plain" } } },
  /** Lines that end with CR LF, blanks before the line end, and tabs after the colon. */
  stsBlanks: { ...STS, policyHost: { file: { body: stsPolicy({}, " \t\r\n").replaceAll(": ", ":\t ") } } },
  bimiLogoGzip: logo("gzip.svg"),
  bimiLogoSvgz: logo("logo.svgz"),
  /** The names of two terms have a blank, which a macro adds. */
  spfBlank: {
    spf: "v=spf1 mx exists:a%_b.%{d} include:c%_d.%{d} -all",
    more: 'a\\032b A 127.0.0.2\nc\\032d TXT "v=spf1 ip4:5.43.0.1 -all"',
  },
  /** A tab between two report addresses. */
  dmarcTab: {
    dmarc: "v=DMARC1; p=reject; rua=mailto:a@dmarc-tab.policy.com,\tmailto:b@dmarc-tab.policy.com",
  },
  /** A report address whose host does not authorise the reports, and a name below the domain that inherits the record. */
  reportsInherited: {
    dmarc: "v=DMARC1; p=reject; rua=mailto:dmarc@agency.net",
    more: `child MX 10 mx.policy.com.\nchild TXT "v=spf1 mx -all"\ngoogle._domainkey.child TXT "${dkimKey("ed25519", "v=DKIM1; k=ed25519;")}"`,
  },
} satisfies Readonly<Record<string, PolicyDomain>>;

/** A name with a CNAME, an MX record and texts. Its servers answer queries for addresses with the CNAME. */
export const BESIDE_CNAME = "cname-beside-mx.com";

/** The zone of BESIDE_CNAME. */
export const BESIDE_CNAME_ZONE: Zone = {
  name: BESIDE_CNAME,
  servers: [1, 2].map((i) => ({
    name: `ns${i}.${BESIDE_CNAME}`,
    v4: `5.66.18.${i}`,
    daemon: "dnsdist",
    deviation: "alias_at_apex",
    behind: "nsd-leaf",
  })),
  records: `${policyLines("", BESIDE_CNAME, {})}www A 93.184.215.98`,
  zonemaster: "alike",
};
