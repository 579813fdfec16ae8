import type { DnsReply } from "../protocol/dns/message.ts";
import type { ShownType } from "../protocol/dns/record.ts";
import type { Delegation, NameServer, Zone } from "../protocol/zone.ts";
import type { Outcome, Reason } from "../tool/outcome.ts";
import type { Observed } from "../tool/tool.ts";

/** The answer at an out-of-zone CNAME target: our resolver's, as the zone's servers cannot give it. */
export type OutOfZoneTarget = {
  readonly target: string;
  readonly server: ServerObservation | null;
  readonly outcome: Outcome<DnsReply>;
};

/** A server that was asked. */
export type ServerObservation = { readonly name: string; readonly address: string };

/** One server's reply to one query, or why there is none. */
export type ServerReply = { readonly server: ServerObservation; readonly outcome: Outcome<DnsReply> };

/** The answer of one type. */
export type TypeObservation = {
  readonly type: ShownType;
  readonly source: "authoritative" | "parent" | "resolver" | "planned";
  /** The server whose answer it is, or that failed first; null where there was no server to ask. */
  readonly server: ServerObservation | null;
  readonly outcome: Outcome<DnsReply>;
  readonly outOfZone: OutOfZoneTarget | null;
  /** The replies of all servers of the zone that were asked. */
  readonly replies: readonly ServerReply[];
};

/**
 * One zone on the way from the root to a name's zone: its DS as its parent's servers or our resolver gave it, and its
 * keys as its own servers or our resolver did, each with the signatures over it.
 */
export type ZoneLink = {
  /** Empty for the root. */
  readonly zone: string;
  /** None for the root. */
  readonly ds: readonly ServerReply[];
  readonly keys: readonly ServerReply[];
  /** Data of the DS records that a caller plans, which count instead of what the parent gives. */
  readonly planned?: readonly Uint8Array[];
};

/** The chain of trust from the root to a name's zone, to be followed. */
export type ChainObservation = {
  /** DS data of the root's keys that are trusted. */
  readonly anchors: readonly Uint8Array[];
  /** Seconds since 1970 when it was looked at. */
  readonly at: number;
  /** The root first. */
  readonly links: readonly ZoneLink[];
};

/** A name server's A record: what our validating resolver gave, and without its check after SERVFAIL. */
export type HostCheck = {
  readonly name: string;
  readonly outcome: Outcome<DnsReply>;
  readonly unchecked: Outcome<DnsReply> | null;
};

/** One server's CDS or CDNSKEY: the DS that the zone wants its parent to publish (RFC 7344, RFC 8078). */
export type WishReply = ServerReply & { readonly type: "CDS" | "CDNSKEY" };

/** Answers about a name by its zone's servers and the parent's: see net/lookup/domain.ts. */
export type DomainObservation = {
  /** The parent's delegation of the zone; null where it was not asked for, or could not be found out. */
  readonly delegation: Delegation | null;
  /** The zone; null where it was not asked for. */
  readonly zone: Outcome<Zone> | null;
  /** Whether our resolvers answered `. NS` after they failed; null when they did not fail, or there was no time. */
  readonly resolverAlive: boolean | null;
  readonly types: readonly TypeObservation[];
  /** The mail servers that the MX records name, with their addresses; null where MX is not known or asked for. */
  readonly exchanges: readonly NameServer[] | null;
  /**
   * The zone's SOA as our validating resolver gives it, and without its check after SERVFAIL; null where the zone was
   * not found or asked for.
   */
  readonly validation: {
    readonly outcome: Outcome<DnsReply>;
    readonly unchecked: Outcome<DnsReply> | null;
  } | null;
  /** The chain of trust from the root to the zone; null where it was not looked at. */
  readonly chain: ChainObservation | null;
  /** The child's NS RRset: that at the zone's apex, by its own servers; null where it was not asked for. */
  readonly childNs: Outcome<DnsReply> | null;
  /** In-bailiwick name servers with glue at the parent, with the addresses that the zone itself gives. */
  readonly inBailiwick: readonly NameServer[];
  /** Name servers in the child's NS RRset that the delegation lacks, with their addresses. */
  readonly childOnlyServers: readonly NameServer[];
  /**
   * The address of one server outside of the zone as our validating resolver gives it, and without its check after SERVFAIL: one
   * that it did not find, or one whose address the parent gave. Null where there is none.
   */
  readonly hostCheck: HostCheck | null;
  /** What DS the zone wants its parent to have, by one of its servers, or each of the types by another; empty where it was not asked for. */
  readonly wishes: readonly WishReply[];
  /** Whether one of its servers takes TCP connections: the reason why not, or null where it does. Null where it was not tried. */
  readonly tcp: { readonly server: ServerObservation; readonly reason: Reason | null } | null;
};

/** The same with the evidence of it. */
export type DomainSight = DomainObservation & Observed;
