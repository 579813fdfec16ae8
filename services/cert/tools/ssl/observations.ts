import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Hello } from "@dnstools/core/protocol/tls/hello";
import type { CrlFault } from "@dnstools/core/protocol/x509/crl";
import type { TlsObservation } from "@dnstools/core/tls";
import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** Source that named a server. */
export const SOURCES = ["host", "connect", "domain", "mx", "implicit_mx", "srv", "guess"] as const;
type Source = (typeof SOURCES)[number];

/** A server named by a record or the call, before its addresses are known. */
export type NamedHost = {
  /** Lower-case A-labels, or an IP address. */
  readonly host: string;
  readonly port: number;
  readonly source: Source;
  /** Preference of an MX record, or priority of an SRV record; null for other sources. */
  readonly preference: number | null;
};

/** How the servers of a domain were found. */
export type DiscoveryObservation = {
  /** The MX or SRV records; null if the call names the server. */
  readonly records: Outcome<DnsReply> | null;
  /** Name whose MX or SRV records were queried. */
  readonly name: string | null;
  readonly hosts: readonly NamedHost[];
  /** Number of servers that were left out because of the limit. */
  readonly dropped: number;
  /** Answer that shows whether the domain exists; null if the domain was not queried separately. */
  readonly domain: Outcome<DnsReply> | null;
};

/** A file that a certificate names as the source of its issuer's certificate (AIA). */
export type AiaObservation = {
  readonly url: string;
  readonly status: number | null;
  /** The certificates in the file, as DER in base64. */
  readonly outcome: Outcome<readonly string[]>;
};

/** Purpose of a further connection: a certain offer in the ClientHello, or a ClientHello without a server name. */
export type Further = Hello | "no_name";

/** Results of the further connections; connections that were not made are missing. */
export type FurtherSeen = {
  /** Reason why no further connection was made; null if some were made. */
  readonly skipped: Reason | null;
  readonly shown: Readonly<Partial<Record<Further, TlsObservation>>>;
};

/** Revocation status of a certificate. Times are in seconds since 1970. */
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

/** A web server's answers over HTTP. */
export type WebSeen = {
  /** Answer on port 80. */
  readonly plain: Outcome<HttpHead>;
  readonly secure: Outcome<HttpHead>;
};
/** The status and the relevant headers of an HTTP response. */
export type HttpHead = {
  readonly status: number;
  readonly location: string | null;
  readonly hsts: string | null;
};

/** Observation of one address of a server. */
export type AddressObservation = {
  readonly address: string;
  readonly tls: TlsObservation;
  /** Files that were fetched to find issuers whose certificates the server did not send. */
  readonly aia: readonly AiaObservation[];
  readonly further: FurtherSeen;
  readonly web: WebSeen | null;
};

/** The TLSA records at one name. */
export type TlsaObservation = { readonly name: string; readonly outcome: Outcome<DnsReply> };

/** Observation of one host with all of its addresses. */
export type HostObservation = NamedHost & {
  /** The A and AAAA records; null if the host is an address. */
  readonly a: Outcome<DnsReply> | null;
  readonly aaaa: Outcome<DnsReply> | null;
  readonly addresses: readonly AddressObservation[];
  /** Number of addresses that were left out because of the limit. */
  readonly dropped: number;
  /** Reason why the host was not contacted; null if it was contacted. */
  readonly barred: Reason | null;
  /** TLSA records at the end of the host's CNAME chain and at the host itself, in this order (RFC 7671 7). */
  readonly tlsa: readonly TlsaObservation[];
  /** CAA records at the host and at the names above it, the host first. */
  readonly caa: readonly { readonly name: string; readonly outcome: Outcome<DnsReply> }[];
};

/** Observations of the ssl tool. */
export type SslObservation = Observed & {
  /** Start of the observation, in seconds since 1970. */
  readonly at: number;
  readonly discovery: DiscoveryObservation;
  readonly hosts: readonly HostObservation[];
  /** Revocation status of each server certificate that names a revocation list, without duplicates. */
  readonly revocations: readonly RevocationSeen[];
  /** Trust anchors that could be issuers of the observed certificates. */
  readonly anchors: readonly { readonly der: string; readonly of: "web" | "own" }[];
  readonly store: { readonly source: string; readonly date: string | null; readonly count: number };
  readonly resolverAlive: boolean | null;
  /** True if our resolver validates DNSSEC; null if this is not known. */
  readonly resolverValidates: boolean | null;
};
