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
import { POLICY_WEB } from "./policy-hosts.ts";
import { MX, MX_HOSTS, MX_POINTERS } from "./policy-mx.ts";
import { DANE_POLICY, ROLES, SIGNED_ZONES } from "./policy-roles.ts";
import { SPF } from "./policy-spf.ts";
import { BIMI, MTA_STS, TLS_RPT } from "./policy-web.ts";
import { label } from "./resolvers.ts";
import type { Zone } from "./shapes.ts";
import { txt } from "./txt.ts";

/** Every domain below policy.com, by its key. */
const DOMAINS = { ...ROLES, ...MX, ...SPF, ...DKIM, ...DMARC, ...MTA_STS, ...TLS_RPT, ...BIMI };

/** Domains with zones of their own. */
const OWN = {
  /** Everything, and all of it right. */
  perfect: "perfect.com",
  ...DANE_POLICY,
  /** Its servers are 300 ms late. */
  slow: "slow.policy.com",
  /** One of its two servers is dead. */
  halfDead: "half-dead.policy.com",
  /** Its server denies _domainkey, and has a key below. */
  dkimContradicted: "dkim-contradicted.policy.com",
  /** Nothing at its own name, and a suffix above it with a record that does not say it is one. */
  suffixPlain: "policy.ovh",
  /** The same, and the suffix says that it is one. */
  suffixPsd: "policy.zone",
  /** Its servers answer SERVFAIL. */
  servfail: "servfail.org",
  /** Its server does not answer. */
  silent: "silent.com",
  /** It does not validate. */
  bogus: "expired.com",
} as const;

type Key = keyof typeof DOMAINS | keyof typeof OWN;

/** Domains by what their mail policy is, or what is wrong with it: the tables that they come from say it of each. */
export const POLICY = {
  ...Object.fromEntries(Object.keys(DOMAINS).map((key) => [key, policyName(key)])),
  ...OWN,
} as Readonly<Record<Key, string>>;

/** Parts of domains at servers that answer SERVFAIL, and at one that does not answer. */
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

/** Who takes reports for others, and has others' keys. */
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

/** The zones of mail policy. */
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
  { name: "43.5.in-addr.arpa", servers: LEAF, records: MX_POINTERS, zonemaster: "alike" },
  ...SIGNED_ZONES,
];
