import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { TlsObservation } from "@dnstools/core/tls";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** By what a server was found. */
export const SOURCES = ["host", "domain", "mx", "implicit_mx", "srv", "guess"] as const;
export type Source = (typeof SOURCES)[number];

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

/** One address of a server. */
export type AddressObservation = {
  readonly address: string;
  readonly tls: TlsObservation;
  /** Fetched to find the issuer that was not sent. */
  readonly aia: readonly AiaObservation[];
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
  /** Trust anchors that could be issuers of what was sent. */
  readonly anchors: readonly { readonly der: string; readonly of: "web" | "own" }[];
  readonly store: { readonly source: string; readonly date: string | null; readonly count: number };
  readonly resolverAlive: boolean | null;
};
