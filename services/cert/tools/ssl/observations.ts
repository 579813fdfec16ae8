import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Hello } from "@dnstools/core/protocol/tls/hello";
import type { CrlFault } from "@dnstools/core/protocol/x509/crl";
import type { TlsObservation } from "@dnstools/core/tls";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** By what a server was found. */
export const SOURCES = ["host", "connect", "domain", "mx", "implicit_mx", "srv", "guess"] as const;
type Source = (typeof SOURCES)[number];

/** A server that was named, before it is known where it is. */
export type NamedHost = {
  /** Lower-case A-labels, or an address. */
  readonly host: string;
  readonly port: number;
  readonly source: Source;
  /** Of MX its preference, of SRV its priority; null for others. */
  readonly preference: number | null;
};

/** How the servers of a domain were looked for. */
export type DiscoveryObservation = {
  /** MX or SRV; null where the input names the server. */
  readonly records: Outcome<DnsReply> | null;
  /** The name asked for them. */
  readonly name: string | null;
  readonly hosts: readonly NamedHost[];
  /** Servers that were named beyond the bound. */
  readonly dropped: number;
  /** Where the domain's existence was asked for besides. */
  readonly domain: Outcome<DnsReply> | null;
};

/** A file that a certificate names as its issuer's (AIA). */
export type AiaObservation = {
  readonly url: string;
  readonly status: number | null;
  /** The certificates in it, DER in base64. */
  readonly outcome: Outcome<readonly string[]>;
};

/** What further connections to a server are for: a hello, or the one without a server name. */
export type Further = Hello | "no_name";

/** What they showed; those that were not made are missing. */
export type FurtherSeen = {
  /** Why none was made; null where some were. */
  readonly skipped: Reason | null;
  readonly shown: Readonly<Partial<Record<Further, TlsObservation>>>;
};

/** What was found out about a certificate's revocation. Times in seconds since 1970. */
export type RevocationSeen = {
  /** SHA-256 of the certificate. */
  readonly certificate: string;
  readonly url: string | null;
  readonly status: "good" | "revoked" | "unknown";
  readonly reason: CrlFault | Reason | "no_crl" | "no_issuer" | "no_such_file" | null;
  readonly thisUpdate: number | null;
  readonly nextUpdate: number | null;
  readonly revokedAt: number | null;
  readonly why: string | null;
};

/** What a web server says over HTTP; null where it was not asked. */
export type WebSeen = {
  /** At port 80. */
  readonly plain: Outcome<HttpHead>;
  readonly secure: Outcome<HttpHead>;
};
export type HttpHead = {
  readonly status: number;
  readonly location: string | null;
  readonly hsts: string | null;
};

/** One address of a server. */
export type AddressObservation = {
  readonly address: string;
  readonly tls: TlsObservation;
  /** Fetched to find the issuer that was not sent. */
  readonly aia: readonly AiaObservation[];
  readonly further: FurtherSeen;
  readonly web: WebSeen | null;
};

/** The TLSA records at one name. */
export type TlsaObservation = { readonly name: string; readonly outcome: Outcome<DnsReply> };

export type HostObservation = NamedHost & {
  /** A and AAAA; null where the host is an address. */
  readonly a: Outcome<DnsReply> | null;
  readonly aaaa: Outcome<DnsReply> | null;
  readonly addresses: readonly AddressObservation[];
  /** Addresses beyond the bound. */
  readonly dropped: number;
  /** Why nothing was asked; null where it was. */
  readonly barred: Reason | null;
  /** At the name where the host's aliases end, and at its own, in this order (RFC 7671 7). */
  readonly tlsa: readonly TlsaObservation[];
  /** CAA at the host and above, from the bottom. */
  readonly caa: readonly { readonly name: string; readonly outcome: Outcome<DnsReply> }[];
};

export type SslObservation = Observed & {
  /** Seconds since 1970. */
  readonly at: number;
  readonly discovery: DiscoveryObservation;
  readonly hosts: readonly HostObservation[];
  /** Of each server's own certificate that has a list, once. */
  readonly revocations: readonly RevocationSeen[];
  /** Trust anchors that could be issuers of what was sent. */
  readonly anchors: readonly { readonly der: string; readonly of: "web" | "own" }[];
  readonly store: { readonly source: string; readonly date: string | null; readonly count: number };
  readonly resolverAlive: boolean | null;
};
