import type { DnsReply } from "../protocol/dns/message.ts";
import type { ShownType } from "../protocol/dns/record.ts";
import type { Delegation, NameServer, Zone } from "../protocol/zone.ts";
import type { Outcome, Reason } from "../tool/outcome.ts";
import type { Observed } from "../tool/tool.ts";

/**
 * The answer for a CNAME target outside the zone. Our resolver answers for the target, since the zone's servers are
 * not authoritative for it.
 */
export type OutOfZoneTarget = {
  readonly target: string;
  /** The name that was queried: the target (default), or an alias that leads to it. */
  readonly asked?: string;
  readonly server: ServerObservation | null;
  readonly outcome: Outcome<DnsReply>;
  /** Our resolver's answer without validation, which is asked for after SERVFAIL. */
  readonly unchecked?: Outcome<DnsReply> | null;
};

/** A server that was queried. */
export type ServerObservation = { readonly name: string; readonly address: string };

/** One server's reply to one query, or the reason why there is no reply. */
export type ServerReply = { readonly server: ServerObservation; readonly outcome: Outcome<DnsReply> };

/** The answer for one record type. */
export type TypeObservation = {
  readonly type: ShownType;
  readonly source: "authoritative" | "parent" | "resolver" | "planned";
  /** The server that returned the answer, or the first server that failed; null if there was no server to query. */
  readonly server: ServerObservation | null;
  readonly outcome: Outcome<DnsReply>;
  readonly outOfZone: OutOfZoneTarget | null;
  /** Replies of all servers of the zone that were queried. */
  readonly replies: readonly ServerReply[];
};

/**
 * One zone in the chain of trust from the root to a name's zone. The zone's DS records come from its parent's servers
 * or our resolver, and its keys from its own servers or our resolver. Both include their signatures.
 */
export type ZoneLink = {
  /** Name of the zone; empty for the root. */
  readonly zone: string;
  /** Replies to the DS query; empty for the root. */
  readonly ds: readonly ServerReply[];
  readonly keys: readonly ServerReply[];
  /** Data of the DS records that the caller plans to publish. They replace the DS records at the parent. */
  readonly planned?: readonly Uint8Array[];
};

/** The chain of trust from the root to a name's zone, before it is judged. */
export type ChainObservation = {
  /** DS data of the trusted root keys. */
  readonly anchors: readonly Uint8Array[];
  /** Time of the queries, in seconds since 1970. */
  readonly at: number;
  /** The zones, beginning with the root. */
  readonly links: readonly ZoneLink[];
};

/**
 * A name server's A record as our validating resolver returns it. If the resolver answers SERVFAIL, `unchecked` is its
 * answer without validation.
 */
export type HostCheck = {
  readonly name: string;
  readonly outcome: Outcome<DnsReply>;
  readonly unchecked: Outcome<DnsReply> | null;
};

/**
 * One server's CDS or CDNSKEY records, with which a zone tells its parent which DS records to publish (RFC 7344, RFC
 * 8078).
 */
export type WishReply = ServerReply & { readonly type: "CDS" | "CDNSKEY" };

/** A name server whose name is in its own zone, with the answers of the zone's servers for its addresses. */
export type OwnNameServer = NameServer & {
  readonly types: readonly (TypeObservation & { readonly type: "A" | "AAAA" })[];
  /** Our resolver's view of addresses that a signed zone has not signed; null if it was not asked. */
  readonly check: HostCheck | null;
};

/**
 * Answers about a name from the servers of its zone and of the parent zone; see services/shared/net/lookup/domain.ts.
 */
export type DomainObservation = {
  /** The parent's delegation of the zone; null if it was not requested or could not be determined. */
  readonly delegation: Delegation | null;
  /** The zone that contains the name; null if it was not requested. */
  readonly zone: Outcome<Zone> | null;
  /**
   * Set if our resolvers failed: true if one of them still answered the query `. NS`. Null if they did not fail or if
   * there was no time for the query.
   */
  readonly resolverAlive: boolean | null;
  readonly types: readonly TypeObservation[];
  /**
   * The servers' replies to the query for the SOA at the zone's apex, if they disagree on the name's alias: then the
   * replies to the query for the SOA at the name have no serial.
   */
  readonly versions?: readonly ServerReply[];
  /**
   * Mail servers named by the MX records, with their addresses; null if the MX records were not requested or are not
   * known.
   */
  readonly exchanges: readonly NameServer[] | null;
  /**
   * The zone's SOA as our validating resolver returns it, or that of the name itself if a registry denied the name. If
   * the resolver answers SERVFAIL, `unchecked` is its answer without validation. Null if the zone was not requested or
   * not found.
   */
  readonly validation: {
    readonly name: string;
    readonly outcome: Outcome<DnsReply>;
    readonly unchecked: Outcome<DnsReply> | null;
  } | null;
  /** The chain of trust from the root to the zone; null if it was not queried. */
  readonly chain: ChainObservation | null;
  /**
   * Replies of the parent's servers to the query for the zone's NS records. Only those servers are queried whose answer
   * about the DS does not show whether they delegate the zone.
   */
  readonly parentNs: readonly ServerReply[];
  /** The NS RRset at the zone's apex, as the zone's own servers return it; null if it was not requested. */
  readonly childNs: Outcome<DnsReply> | null;
  /** In-bailiwick name servers with glue at the parent, with the addresses that the zone itself contains. */
  readonly inBailiwick: readonly OwnNameServer[];
  /** Name servers in the zone's own NS RRset that are missing from the delegation, with their addresses. */
  readonly childOnlyServers: readonly NameServer[];
  /**
   * Address check of one name server outside the zone: a server whose address our resolver did not find, or whose
   * address came from the parent. Null if there is no such server.
   */
  readonly hostCheck: HostCheck | null;
  /**
   * CDS and CDNSKEY replies of the zone's servers. One server returns both types, or two servers return one type each.
   * Empty if they were not requested.
   */
  readonly wishes: readonly WishReply[];
  /**
   * Result of a TCP query to one of the zone's servers; `reason` says why the query failed and is null if it
   * succeeded. Null if TCP was not tried.
   */
  readonly tcp: { readonly server: ServerObservation; readonly reason: Reason | null } | null;
};

/** The observation of a name, with the exchanges on which it is based. */
export type DomainSight = DomainObservation & Observed;
