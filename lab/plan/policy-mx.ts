import { LISTED } from "./blocklists.ts";
import { closed } from "./hosts.ts";
import type { PolicyDomain } from "./policy-domain.ts";
import type { Host } from "./shapes.ts";

const to = (target: string, more?: string): PolicyDomain => ({
  mx: [`10 ${target}.policy.com.`],
  spf: "v=spf1 ip4:5.43.0.1 -all",
  ...(more === undefined ? {} : { more }),
});
/** Returns a domain whose only MX host is a name in the domain with the given address. */
const at = (label: string, address: string) =>
  to(`host.${label}`, `host ${address.includes(":") ? "AAAA" : "A"} ${address}`);
const rdata = (...mx: readonly string[]): PolicyDomain => ({ mx, spf: "v=spf1 ip4:5.43.0.1 -all" });

const MANY = Array.from({ length: 12 }, (_, i) => `many-${i + 1}.policy.com`);

/** Mail servers whose PTR records match their names. */
export const MX_HOSTS: readonly Host[] = [
  { ...closed("mx.policy.com", "5.43.0.1"), v6: "2a01:4f8:43::1", rttMs: 35 },
  { ...closed("mx2.policy.com", "5.43.0.2"), v6: "2a01:4f8:43::2", rttMs: 35 },
  { name: "mx6.policy.com", v6: "2a01:4f8:43::3", daemon: "nobody", rttMs: 35 },
  closed("a.deep.policy.com", "5.43.0.4"),
  ...MANY.map((name, i) => closed(name, `5.43.1.${i + 1}`)),
];

/**
 * PTR records whose targets do not resolve back to the address. Owners are relative to the reverse zone of
 * 5.43.0.0/16.
 */
export const MX_POINTERS = `2.2 PTR mx.policy.com.
3.2 PTR nowhere.policy.com.
4.2 PTR www.servfail.org.`;

/** Test domains with different MX records. */
export const MX = {
  /** A correct domain with the default records. */
  mxGood: {},
  mxTwo: rdata("10 mx.policy.com.", "20 mx2.policy.com."),
  /** A null MX with a preference other than 0. */
  mxNullPreference: rdata("10 ."),
  /** A null MX in addition to another MX. */
  mxNullWithOthers: rdata("0 .", "10 mx.policy.com."),
  /** An MX record with the target `0.`, which some operators mistake for a null MX. */
  mxNullZero: rdata("0 0."),
  mxNullWord: rdata("10 null."),
  /** No MX, so mail goes to the domain's own addresses. */
  mxImplicit: { ...rdata(), more: "@ A 5.43.0.1\n@ AAAA 2a01:4f8:43::1" },
  /** No MX and no addresses: the domain receives no mail, but has no null MX. */
  mxNullMissing: rdata(),
  mxAlias: to("alias.mx-alias", "alias CNAME mx.policy.com."),
  mxAliasDangling: to("alias.mx-alias-dangling", "alias CNAME nowhere.policy.com."),
  mxLiteral: rdata("10 5.43.0.1."),
  mxPrivate: at("mx-private", "10.0.0.1"),
  mxPrivateV6: at("mx-private-v6", "fd00::1"),
  mxLocalhost: rdata("10 localhost."),
  /** The MX host's name contains an underscore, so it is not a valid host name. */
  mxNotHost: to("mail_server.mx-not-host", "mail_server A 5.43.0.1"),
  mxMissing: to("nowhere"),
  mxNoAddress: to("host.mx-no-address", 'host TXT "no address"'),
  /** One of the two MX hosts does not exist. */
  mxHalfMissing: rdata("10 mx.policy.com.", "20 nowhere.policy.com."),
  mxV6Only: to("mx6"),
  mxMany: rdata(...MANY.map((name, i) => `${10 * (i + 1)} ${name}.`)),
  /** 200 MX records. */
  mxHundreds: rdata(...Array.from({ length: 200 }, (_, i) => `${i} h${i}.mx-hundreds.policy.com.`)),
  mxNoPtr: at("mx-no-ptr", "5.43.2.1"),
  /** The MX host's PTR target has other addresses than the MX host. */
  mxPtrMismatch: at("mx-ptr-mismatch", "5.43.2.2"),
  /** The MX host's PTR target does not exist. */
  mxPtrNowhere: at("mx-ptr-nowhere", "5.43.2.3"),
  /** Queries for the addresses of the MX host's PTR target get SERVFAIL. */
  mxPtrForwardServfail: at("mx-ptr-forward-servfail", "5.43.2.4"),
  /** The MX host's reverse zone answers SERVFAIL. */
  mxPtrServfail: at("mx-ptr-servfail", "5.33.0.1"),
  /** The name servers for the MX host's reverse zone do not answer. */
  mxPtrSilent: at("mx-ptr-silent", "5.32.0.1"),
  /** The MX host's zone answers SERVFAIL. */
  mxServfail: rdata("10 www.servfail.org."),
  /** The name servers for the MX host's zone do not answer. */
  mxSilent: rdata("10 www.silent.com."),
  /** The MX host's zone fails DNSSEC validation. */
  mxBogus: rdata("10 www.expired.com."),
  /** The mail server is on every blocklist. */
  mxListed: at("mx-listed", LISTED.everywhere),
  /** The mail server belongs to a provider and is on every blocklist. */
  mxListedProvider: rdata("10 listed.mailgun.org."),
  /** The mail server is only on a minor blocklist. */
  mxListedMinor: at("mx-listed-minor", LISTED.minor),
  /** The mail server is only on policy blocklists, which list addresses such as those of home connections. */
  mxListedPolicy: at("mx-listed-policy", LISTED.policy),
  /** The web server is on every blocklist, the mail server on none. */
  mxDomainListed: { more: `@ A ${LISTED.everywhere}` },
} satisfies Readonly<Record<string, PolicyDomain>>;
