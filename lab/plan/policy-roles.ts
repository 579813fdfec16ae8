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

/** Test domains that use mail in different ways. */
export const ROLES = {
  receivesOnly: { spf: SPF_NONE, dkim: null },
  sendsOnly: { mx: ["0 ."], spf: "v=spf1 ip4:5.43.0.1 -all" },
  /** A correct parked domain: its records say that it neither sends nor receives mail. */
  parked: PARKED,
  /** A parked domain with a revoked key at every selector. */
  parkedRevoked: { ...PARKED, more: '*._domainkey TXT "v=DKIM1; p="' },
  /** A parked domain with a web server. */
  parkedWeb: { ...PARKED, more: "@ A 93.184.215.99\nwww CNAME parked-web.policy.com." },
  /** A domain with a web server but without mail records. */
  parkedSilently: { ...NOTHING, more: "@ A 93.184.215.99" },
  /** SPF allows no sender, but there is no DMARC record and no null MX. */
  parkedHalf: { ...NOTHING, spf: SPF_NONE },
  /** A parked domain with the DMARC policy none, and with ~all in SPF. */
  parkedWeakly: { ...PARKED, spf: "v=spf1 ~all", dmarc: "v=DMARC1; p=none" },
  /** The domain itself has no records; only a name below it has one. */
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

/** Two DKIM keys, one of them hosted by a provider. */
const DKIM = {
  dkim: { google: dkimKey("rsa2048") },
  more: "selector1._domainkey CNAME selector1._domainkey.agency.net.",
};

const tlsa = (name: string) => `_25._tcp.${name.split(".")[0]} TLSA 3 1 1 ${spkiSha256(name)}`;

/** A domain with every mail policy, all of them correct. */
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

/** The certificates of perfect.com's servers. */
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

/** Test domains in a signed zone whose MX hosts have different TLSA records. */
const DANE = {
  /** A correct TLSA record. */
  daneGood: to(MX1),
  /** A TLSA record with a certificate usage that SMTP does not support. */
  daneUnusable: to(`mx-unusable.${SIGNED}`),
  /** Only one of the two MX hosts has a TLSA record. */
  danePartial: to(MX1, `mx-bare.${SIGNED}`),
  /** No TLS-RPT record. */
  daneWithoutReports: { ...to(MX1), tlsRpt: null },
  /** The MX host is in an unsigned zone. */
  daneInsecure: to("mx.policy.com"),
  /** The zone of the TLSA records answers SERVFAIL. */
  daneServfail: to(`mx-lost.${SIGNED}`),
} satisfies Readonly<Record<string, PolicyDomain>>;

/** The names of the domains in DANE, by their key there. */
export const DANE_POLICY = Object.fromEntries(
  Object.keys(DANE).map((key) => [key, `${key.slice("dane".length).toLowerCase()}.${SIGNED}`]),
) as Readonly<Record<keyof typeof DANE, string>>;

/** The signed zones with mail domains: perfect.com and signedmail.com. */
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
