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
  /** True to set the DO flag, which requests DNSSEC signatures. */
  readonly dnssec?: boolean;
  /** True to set the CD flag, which tells a resolver not to validate signatures. */
  readonly unchecked?: boolean;
  /** True to wait as long for our own resolver as one takes that first waits for a dead server (`slowResolverMs`). */
  readonly patient?: boolean;
  /** True to use TCP from the start. */
  readonly tcp?: boolean;
  /**
   * Called when the server has accepted our TCP connection. Not called if the same question was already in flight for
   * another caller.
   */
  readonly onConnected?: () => void;
  /**
   * Maximum size of a response in bytes; the outcome of a larger one is `too_large`. Default: the maximum of the
   * protocol.
   */
  readonly bytesMax?: number;
  /**
   * True for one of hundreds of queries of one caller. At servers other than our own resolvers, such a query has a
   * lower priority than single queries.
   */
  readonly bulk?: boolean;
};

/** The caller of a query. */
export type Caller = {
  /** Ends the caller's wait for the query. */
  readonly signal: AbortSignal;
  /** Identity under which a query waits for its turn at our own resolvers, and for a permit to open a socket. */
  readonly of: object;
};
