import { LISTED } from "./blocklists.ts";
import { closed } from "./hosts.ts";
import type { PolicyDomain } from "./policy-domain.ts";
import type { Host } from "./shapes.ts";

const to = (target: string, more?: string): PolicyDomain => ({
  mx: [`10 ${target}.policy.com.`],
  spf: "v=spf1 ip4:5.43.0.1 -all",
  ...(more === undefined ? {} : { more }),
});
/** A domain whose MX is a host of its own, with this address. */
const at = (label: string, address: string) =>
  to(`host.${label}`, `host ${address.includes(":") ? "AAAA" : "A"} ${address}`);
const rdata = (...mx: readonly string[]): PolicyDomain => ({ mx, spf: "v=spf1 ip4:5.43.0.1 -all" });

const MANY = Array.from({ length: 12 }, (_, i) => `many-${i + 1}.policy.com`);

/** Mail servers whose addresses and reverse names agree. */
export const MX_HOSTS: readonly Host[] = [
  { ...closed("mx.policy.com", "5.43.0.1"), v6: "2a01:4f8:43::1", rttMs: 35 },
  { ...closed("mx2.policy.com", "5.43.0.2"), v6: "2a01:4f8:43::2", rttMs: 35 },
  { name: "mx6.policy.com", v6: "2a01:4f8:43::3", daemon: "nobody", rttMs: 35 },
  closed("a.deep.policy.com", "5.43.0.4"),
  ...MANY.map((name, i) => closed(name, `5.43.1.${i + 1}`)),
];

/** Reverse names that do not agree: the rest of the last two bytes in 5.43.0.0/16, and where they point. */
export const MX_POINTERS = `2.2 PTR mx.policy.com.
3.2 PTR nowhere.policy.com.
4.2 PTR www.servfail.org.`;

/** Domains by who takes their mail. */
export const MX = {
  /** As it should be, and nothing more than most have. */
  mxGood: {},
  mxTwo: rdata("10 mx.policy.com.", "20 mx2.policy.com."),
  /** Null MX with a preference that is not 0. */
  mxNullPreference: rdata("10 ."),
  /** Null MX beside another. */
  mxNullWithOthers: rdata("0 .", "10 mx.policy.com."),
  /** What some take for a null MX. */
  mxNullZero: rdata("0 0."),
  mxNullWord: rdata("10 null."),
  /** No MX, but addresses, which take the mail. */
  mxImplicit: { ...rdata(), more: "@ A 5.43.0.1\n@ AAAA 2a01:4f8:43::1" },
  /** No MX and no addresses: it takes no mail, and does not say so. */
  mxNullMissing: rdata(),
  mxAlias: to("alias.mx-alias", "alias CNAME mx.policy.com."),
  mxAliasDangling: to("alias.mx-alias-dangling", "alias CNAME nowhere.policy.com."),
  mxLiteral: rdata("10 5.43.0.1."),
  mxPrivate: at("mx-private", "10.0.0.1"),
  mxPrivateV6: at("mx-private-v6", "fd00::1"),
  mxLocalhost: rdata("10 localhost."),
  /** A name that no host may have. */
  mxNotHost: to("mail_server.mx-not-host", "mail_server A 5.43.0.1"),
  mxMissing: to("nowhere"),
  mxNoAddress: to("host.mx-no-address", 'host TXT "no address"'),
  /** One of two is not there. */
  mxHalfMissing: rdata("10 mx.policy.com.", "20 nowhere.policy.com."),
  mxV6Only: to("mx6"),
  mxMany: rdata(...MANY.map((name, i) => `${10 * (i + 1)} ${name}.`)),
  /** 200 of them. */
  mxHundreds: rdata(...Array.from({ length: 200 }, (_, i) => `${i} h${i}.mx-hundreds.policy.com.`)),
  mxNoPtr: at("mx-no-ptr", "5.43.2.1"),
  /** Its PTR's name has other addresses. */
  mxPtrMismatch: at("mx-ptr-mismatch", "5.43.2.2"),
  /** Its PTR's name is not there. */
  mxPtrNowhere: at("mx-ptr-nowhere", "5.43.2.3"),
  /** Its PTR's name cannot be looked up. */
  mxPtrForwardServfail: at("mx-ptr-forward-servfail", "5.43.2.4"),
  /** Its reverse zone is SERVFAIL. */
  mxPtrServfail: at("mx-ptr-servfail", "5.33.0.1"),
  /** Nobody answers for its reverse zone. */
  mxPtrSilent: at("mx-ptr-silent", "5.32.0.1"),
  /** Its MX's zone is SERVFAIL. */
  mxServfail: rdata("10 www.servfail.org."),
  /** Nobody answers for its MX's zone. */
  mxSilent: rdata("10 www.silent.com."),
  /** Its MX's zone does not validate. */
  mxBogus: rdata("10 www.expired.com."),
  /** On every blocklist. */
  mxListed: at("mx-listed", LISTED.everywhere),
  /** A provider's server is on every blocklist. */
  mxListedProvider: rdata("10 listed.mailgun.org."),
  /** On a list of little weight alone. */
  mxListedMinor: at("mx-listed-minor", LISTED.minor),
  /** On a policy list, as home lines are. */
  mxListedPolicy: at("mx-listed-policy", LISTED.policy),
  /** Its MX is on no list, its web server is. */
  mxDomainListed: { more: `@ A ${LISTED.everywhere}` },
} satisfies Readonly<Record<string, PolicyDomain>>;
