import type { Reason } from "../tool/outcome.ts";
import type { DomainName } from "./names.ts";

/** A name server and its addresses as the resolver or the parent zone gave them. */
export type NameServer = {
  readonly name: string;
  readonly addresses: readonly string[];
  /**
   * CNAME target of the server's name; null if it is not an alias. A name server's name must not be an alias (RFC
   * 2181 10.3).
   */
  readonly alias: string | null;
  /** Why the addresses of one or both families are unknown; null if they are known or proved not to exist. */
  readonly reason: Reason | null;
};

/** A zone and its name servers, as the resolver sees them. */
export type Zone = {
  readonly apex: DomainName;
  /** At most 13 servers. */
  readonly nameServers: readonly NameServer[];
  /**
   * True if the resolver says that the queried name does not exist. A response from the zone's own servers takes
   * precedence.
   */
  readonly denied: boolean;
  /**
   * Set if the caller supplied the name servers instead of taking the parent zone's. The resolver's data then
   * describes another state of the zone.
   */
  readonly unpublished?: true;
};

/** A name server in a parent zone's delegation, with its glue addresses. */
export type DelegatedServer = { readonly name: string; readonly glue: readonly string[] };

/** A zone's delegation, as the parent zone's own name servers give it. */
export type Delegation = {
  readonly apex: DomainName;
  /** The parent zone; `""` is the root. */
  readonly parent: DomainName;
  /**
   * False if the server is also authoritative for the child zone and answered from it instead of sending a
   * referral.
   */
  readonly referral: boolean;
  /** The parent zone's server that gave the delegation; null if the caller supplied a planned delegation. */
  readonly server: { readonly name: string; readonly address: string } | null;
  readonly nameServers: readonly DelegatedServer[];
  /** TTL in seconds; null if the caller supplied a planned delegation. */
  readonly ttl: number | null;
};
