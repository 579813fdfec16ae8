import { KNOT, LEAF } from "./hosts.ts";
import { DKIM } from "./policy-dkim.ts";
import { DMARC } from "./policy-dmarc.ts";
import {
  dkimKey,
  POLICY_ZONE,
  type PolicyDomain,
  policyLabel,
  policyLines,
  policyName,
} from "./policy-domain.ts";
import { BESIDE_CNAME, BESIDE_CNAME_ZONE, EDGES } from "./policy-edges.ts";
import { POLICY_WEB } from "./policy-hosts.ts";
import { MX, MX_HOSTS, MX_POINTERS } from "./policy-mx.ts";
import { DANE_POLICY, ROLES, SIGNED_ZONES } from "./policy-roles.ts";
import { SPF } from "./policy-spf.ts";
import { BIMI, MTA_STS, TLS_RPT } from "./policy-web.ts";
import { label } from "./resolvers.ts";
import type { Zone } from "./shapes.ts";
import { txt } from "./txt.ts";

/** Every domain below policy.com, by its key in the tables. */
const DOMAINS = { ...ROLES, ...MX, ...SPF, ...DKIM, ...DMARC, ...MTA_STS, ...TLS_RPT, ...BIMI, ...EDGES };

/** Domains with their own zones. */
const OWN = {
  /** Everything is configured, and everything is correct. */
  perfect: "perfect.com",
  ...DANE_POLICY,
  /** The domain's servers answer 300 ms late. */
  slow: "slow.policy.com",
  /** One of the domain's two servers is dead. */
  halfDead: "half-dead.policy.com",
  /** The domain's server answers NXDOMAIN for _domainkey although a key exists below that name. */
  dkimContradicted: "dkim-contradicted.policy.com",
  /** The domain has a CNAME and other records. */
  cnameBesideMx: BESIDE_CNAME,
  /** The domain has no DMARC record. Its suffix .ovh has one, without psd=y. */
  suffixPlain: "policy.ovh",
  /** The domain has no DMARC record. Its suffix .zone has one, with psd=y. */
  suffixPsd: "policy.zone",
  /** The domain's servers answer SERVFAIL. */
  servfail: "servfail.org",
  /** The domain's server does not answer. */
  silent: "silent.com",
  /** The domain fails DNSSEC validation. */
  bogus: "expired.com",
} as const;

type Key = keyof typeof DOMAINS | keyof typeof OWN;

/**
 * Domain names by key. A key describes the state of the domain's mail policy; the tables that are combined in DOMAINS,
 * and OWN, explain the keys.
 */
export const POLICY = {
  ...Object.fromEntries(Object.keys(DOMAINS).map((key) => [key, policyName(key)])),
  ...OWN,
} as Readonly<Record<Key, string>>;

/** Names below domains that are on name servers that answer SERVFAIL or do not answer, by name server. */
const LOST = {
  "ns-servfail.ptr.com": [
    `_domainkey.${POLICY.dkimServfail}`,
    `_dmarc.${POLICY.dmarcServfail}`,
    `_dmarc.${POLICY.walkServfail}`,
    `_mta-sts.${POLICY.stsRecordServfail}`,
    `_smtp._tls.${POLICY.tlsRptServfail}`,
    `default._bimi.${POLICY.bimiServfail}`,
  ],
  "ns-silent.ptr.com": [`_domainkey.${POLICY.dkimSilent}`, `_dmarc.${POLICY.dmarcSilent}`],
} as const;

/** A provider that receives DMARC reports for other domains and hosts their DKIM keys. */
const AGENCY: Zone = {
  name: "agency.net",
  servers: LEAF,
  hosts: (["slow", "denies_domainkey"] as const).map((deviation, i) => ({
    name: `ns-${label(deviation)}.agency.net`,
    v4: `5.66.3.${4 + i}`,
    daemon: "dnsdist",
    deviation,
    behind: "nsd-leaf",
  })),
  records: `@ MX 10 mx.policy.com.
all MX 10 mx.policy.com.
selector1._domainkey TXT ${txt(dkimKey("rsa2048"))}
${POLICY.perfect}._report._dmarc TXT "v=DMARC1"
${POLICY.reportsAuthorised}._report._dmarc TXT "v=DMARC1;"
${POLICY.reportsReplaced}._report._dmarc TXT "v=DMARC1; rua=mailto:others@agency.net"
${POLICY.reportsDiverted}._report._dmarc TXT "v=DMARC1; rua=mailto:others@elsewhere.net"
*._report._dmarc.all TXT "v=DMARC1"
*.junk TXT "v=spf1 -all"`,
  zonemaster: "alike",
};

const ownZone = (name: string, servers: readonly string[], domain: PolicyDomain = {}): Zone => ({
  name,
  servers,
  records: policyLines("", name, domain),
  zonemaster: "alike",
});

const OWN_ZONES: readonly Zone[] = [
  ownZone(POLICY.slow, ["ns-slow.agency.net"]),
  ownZone(POLICY.halfDead, ["ns-silent.ptr.com", LEAF[0]]),
  ownZone(POLICY.dkimContradicted, ["ns-denies-domainkey.agency.net"]),
  ownZone(POLICY.suffixPlain, LEAF, { dmarc: null }),
  ownZone(POLICY.suffixPsd, LEAF, { dmarc: null }),
];

/** All zones for tests of mail policies. */
export const POLICY_ZONES: readonly Zone[] = [
  {
    name: POLICY_ZONE,
    servers: KNOT,
    hosts: [...MX_HOSTS, ...POLICY_WEB],
    records: `${Object.entries<PolicyDomain>(DOMAINS)
      .map(([key, domain]) => policyLines(policyLabel(key), POLICY_ZONE, domain))
      .join("")}private A 10.0.0.1
@ MX 10 mx.policy.com.
*._report._dmarc TXT "v=DMARC1"`,
  },
  ...OWN_ZONES,
  ...Object.entries(LOST).flatMap(([server, names]) =>
    names.map((name): Zone => ({ name, servers: [server], zonemaster: "alike" })),
  ),
  AGENCY,
  BESIDE_CNAME_ZONE,
  { name: "43.5.in-addr.arpa", servers: LEAF, records: MX_POINTERS, zonemaster: "alike" },
  ...SIGNED_ZONES,
];
