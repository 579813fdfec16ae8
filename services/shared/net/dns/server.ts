import type { UpstreamClass } from "@dnstools/core/net-event";
import type { Endpoint } from "./transport.ts";

/** A DNS server to query: one of our own resolvers, an authoritative server, or a public resolver. */
export type DnsServer = Endpoint & {
  /** The server's name in evidence; `resolver` for our own resolvers. */
  readonly name: string;
  readonly upstream: UpstreamClass;
};

/** Options for one question. */
export type AskOptions = {
  /** DO: requests signatures as well. */
  readonly dnssec?: boolean;
  /** CD: tells the resolver not to validate signatures. */
  readonly unchecked?: boolean;
  /** True to use TCP from the start. */
  readonly tcp?: boolean;
  /**
   * Called when the server has accepted our TCP connection; not called if the same question is already in flight
   * for another caller.
   */
  readonly onConnected?: () => void;
  /** Maximum size of a response in bytes; a larger one is `too_large`. Default: the protocol's own maximum. */
  readonly bytesMax?: number;
  /**
   * True for one of hundreds of queries of one caller: at servers other than our own resolvers it has a lower
   * priority than single queries.
   */
  readonly bulk?: boolean;
  /**
   * Identifies the caller: queries of the same caller to our own resolvers wait in one queue. Default: the signal.
   */
  readonly of?: object;
};
