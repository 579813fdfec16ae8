import { type Certificate, certificateFor } from "./certificates.ts";
import { closed, KNOT } from "./hosts.ts";
import { spkiSha256 } from "./keys.ts";
import { dkimKey, type PolicyDomain, policyLines } from "./policy-domain.ts";
import { logo } from "./policy-logos.ts";
import { stsPolicy } from "./policy-web.ts";
import type { Host, Zone } from "./shapes.ts";

const SPF_NONE = "v=spf1 -all";
const REJECT = "v=DMARC1; p=reject";
const PARKED = { mx: ["0 ."], spf: SPF_NONE, dkim: null, dmarc: REJECT } as const;
const NOTHING = { mx: null, spf: null, dkim: null, dmarc: null } as const;

/** Domains by what they do with mail. */
export const ROLES = {
  receivesOnly: { spf: SPF_NONE, dkim: null },
  sendsOnly: { mx: ["0 ."], spf: "v=spf1 ip4:5.43.0.1 -all" },
  /** Neither, and says so: nothing is wrong with it. */
  parked: PARKED,
  /** The same, with a revoked key at every selector. */
  parkedRevoked: { ...PARKED, more: '*._domainkey TXT "v=DKIM1; p="' },
  /** The same, with a web server. */
  parkedWeb: { ...PARKED, more: "@ A 93.184.215.99\nwww CNAME parked-web.policy.com." },
  /** A web server, and not a word of mail. */
  parkedSilently: { ...NOTHING, more: "@ A 93.184.215.99" },
  /** No SPF but this, no DMARC, no null MX. */
  parkedHalf: { ...NOTHING, spf: SPF_NONE },
  /** A policy of none, and SPF that lets it be. */
  parkedWeakly: { ...PARKED, spf: "v=spf1 ~all", dmarc: "v=DMARC1; p=none" },
  /** No records of its own: only a name below it has some. */
  empty: { ...NOTHING, more: "www A 93.184.215.99" },
} satisfies Readonly<Record<string, PolicyDomain>>;

const PERFECT = "perfect.com";
const [MX1, MX2] = [`mx1.${PERFECT}`, `mx2.${PERFECT}`];
const WEB = [`mta-sts.${PERFECT}`, `logo.${PERFECT}`] as const;

const mailServer = (name: string, n: number): Host => ({
  name,
  v4: `5.43.0.${n}`,
  v6: `2a01:4f8:43::${n}`,
  daemon: "postfix",
  certificate: name,
  rttMs: 35,
});
const webServer = (i: 0 | 1, path: string, body: string, type: string): Host => ({
  name: WEB[i],
  v4: `5.42.2.${i + 1}`,
  v6: `2a01:4f8:42:2::${i + 1}`,
  daemon: "nginx",
  certificate: PERFECT,
  files: { [path]: { type, body } },
  rttMs: 25,
});

const FILE = stsPolicy({ mx: [MX1, MX2] });

/** Its keys, of which one is its provider's. */
const DKIM = {
  dkim: { google: dkimKey("rsa2048") },
  more: "selector1._domainkey CNAME selector1._domainkey.agency.net.",
};

const tlsa = (name: string) => `_25._tcp.${name.split(".")[0]} TLSA 3 1 1 ${spkiSha256(name)}`;

/** A domain with everything, and all of it right. */
const PERFECT_ZONE: Zone = {
  name: PERFECT,
  servers: KNOT,
  signing: { denial: "nsec3" },
  hosts: [
    mailServer(MX1, 11),
    mailServer(MX2, 12),
    webServer(0, "/.well-known/mta-sts.txt", FILE, "text/plain"),
    webServer(1, "/logo.svg", logo(), "image/svg+xml"),
  ],
  records: `${policyLines("", PERFECT, {
    ...DKIM,
    mx: [`10 ${MX1}.`, `20 ${MX2}.`],
    dmarc: `v=DMARC1; p=reject; rua=mailto:dmarc@${PERFECT},mailto:reports@agency.net`,
    mtaSts: "v=STSv1; id=20261120T000000;",
    tlsRpt: `v=TLSRPTv1; rua=mailto:tls@${PERFECT}`,
    bimi: `v=BIMI1; l=https://logo.${PERFECT}/logo.svg; a=;`,
  })}${tlsa(MX1)}\n${tlsa(MX2)}`,
};

/** The certificates of its servers. */
export const PERFECT_CERTIFICATES: Readonly<Record<string, Certificate>> = {
  [PERFECT]: certificateFor(WEB),
  ...Object.fromEntries([MX1, MX2].map((name) => [name, certificateFor([name], { owner: name })])),
};

const SIGNED = "signedmail.com";
const REPORTS = `v=TLSRPTv1; rua=mailto:tls@${SIGNED}`;
const to = (...hosts: readonly string[]): PolicyDomain => ({
  mx: hosts.map((host, i) => `${10 * (i + 1)} ${host}.`),
  tlsRpt: REPORTS,
});

/** Domains of a signed zone, by the TLSA records of their MX. */
const DANE = {
  /** As it should be. */
  daneGood: to(MX1),
  /** Of a usage that is of no use to mail. */
  daneUnusable: to(`mx-unusable.${SIGNED}`),
  /** One of two has a record. */
  danePartial: to(MX1, `mx-bare.${SIGNED}`),
  /** No TLS-RPT. */
  daneWithoutReports: { ...to(MX1), tlsRpt: null },
  /** Its MX is in a zone that is not signed. */
  daneInsecure: to("mx.policy.com"),
  /** The zone of its TLSA records is SERVFAIL. */
  daneServfail: to(`mx-lost.${SIGNED}`),
} satisfies Readonly<Record<string, PolicyDomain>>;

/** Its names. */
export const DANE_POLICY = Object.fromEntries(
  Object.keys(DANE).map((key) => [key, `${key.slice("dane".length).toLowerCase()}.${SIGNED}`]),
) as Readonly<Record<keyof typeof DANE, string>>;

export const SIGNED_ZONES: readonly Zone[] = [
  PERFECT_ZONE,
  {
    name: SIGNED,
    servers: KNOT,
    signing: { denial: "nsec" },
    hosts: ["mx-unusable", "mx-bare", "mx-lost"].map((label, i) =>
      closed(`${label}.${SIGNED}`, `5.43.0.${21 + i}`),
    ),
    records: `@ MX 10 mx.policy.com.
_25._tcp.mx-unusable TLSA 1 1 1 ${"AB".repeat(32)}
${Object.entries(DANE)
  .map(([key, domain]) => policyLines(key.slice("dane".length).toLowerCase(), SIGNED, domain))
  .join("")}`,
    zonemaster: "alike",
  },
  { name: `_tcp.mx-lost.${SIGNED}`, servers: ["ns-servfail.ptr.com"], zonemaster: "alike" },
];
