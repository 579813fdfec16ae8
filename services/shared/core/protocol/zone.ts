import type { Reason } from "../tool/outcome.ts";
import type { DomainName } from "./names.ts";

/** A name server and its addresses, as the resolver or the parent zone returned them. */
export type NameServer = {
  readonly name: string;
  readonly addresses: readonly string[];
  /**
   * CNAME target of the server's name; null if the name is not an alias. The name of a name server must not be an
   * alias (RFC 2181 10.3).
   */
  readonly alias: string | null;
  /** Why the server's IPv4 or IPv6 addresses are unknown; null if they are known or proved not to exist. */
  readonly reason: Reason | null;
};

/** A zone and its name servers, as the resolver sees them. */
export type Zone = {
  readonly apex: DomainName;
  /** Name servers of the zone, at most 13. */
  readonly nameServers: readonly NameServer[];
  /**
   * True if the resolver says that the queried name does not exist. A response from the zone's own servers takes
   * precedence.
   */
  readonly denied: boolean;
  /**
   * Set if the caller supplied the name servers, so that those of the parent zone are not used. The resolver's data
   * then describes another state of the zone.
   */
  readonly unpublished?: true;
};

/** A name server in a parent zone's delegation, with its glue addresses. */
export type DelegatedServer = { readonly name: string; readonly glue: readonly string[] };

/** A zone's delegation, as the parent zone's own name servers return it. */
export type Delegation = {
  readonly apex: DomainName;
  /** Name of the parent zone; `""` is the root. */
  readonly parent: DomainName;
  /**
   * False if the parent's server is also authoritative for the child zone and answered from the child zone instead of
   * sending a referral.
   */
  readonly referral: boolean;
  /** The parent zone's server that returned the delegation; null if the caller supplied a planned delegation. */
  readonly server: { readonly name: string; readonly address: string } | null;
  readonly nameServers: readonly DelegatedServer[];
  /** TTL of the delegation in seconds; null if the caller supplied a planned delegation. */
  readonly ttl: number | null;
};
