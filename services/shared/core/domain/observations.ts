import type { DnsReply } from "../protocol/dns/message.ts";
import type { ShownType } from "../protocol/dns/record.ts";
import type { Delegation, NameServer, Zone } from "../protocol/zone.ts";
import type { Outcome, Reason } from "../tool/outcome.ts";
import type { Observed } from "../tool/tool.ts";

/** What an alias's target gave, where the zone's servers know no more of it. */
export type Beyond = {
  readonly target: string;
  readonly server: ServerObservation | null;
  readonly outcome: Outcome<DnsReply>;
};

/** A server that was asked. */
export type ServerObservation = { readonly name: string; readonly address: string };

/** What one server of a zone said to one question. */
export type Said = { readonly server: ServerObservation; readonly outcome: Outcome<DnsReply> };

/** One type, as one server said it. */
export type TypeObservation = {
  readonly type: ShownType;
  readonly source: "authoritative" | "parent" | "resolver";
  /** The server that said it, or that failed first; null when there was none to ask. */
  readonly server: ServerObservation | null;
  readonly outcome: Outcome<DnsReply>;
  readonly beyond: Beyond | null;
  /** What each server of the zone that was asked said. */
  readonly said: readonly Said[];
};

/**
 * One zone on the way from the root to a name's zone: its DS as its parent's servers or our resolver gave it, and its
 * keys as its own servers or our resolver did, each with the signatures over it.
 */
export type ZoneLink = {
  /** Empty for the root. */
  readonly zone: string;
  /** None for the root. */
  readonly ds: readonly Said[];
  readonly keys: readonly Said[];
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

/** What one server of a zone said of the DS that the zone wants its parent to have (RFC 7344, RFC 8078). */
export type WishSaid = Said & { readonly type: "CDS" | "CDNSKEY" };

/** What a zone's own servers and its parent's say of a name: see net/lookup/domain.ts. */
export type DomainObservation = {
  /** What the zone's parent says of it; null where nobody asks, or where it could not be found out. */
  readonly delegation: Delegation | null;
  /** The zone; null where nobody asks for it. */
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
  /** The NS records at the zone's apex, as its own servers give them; null where nobody asked. */
  readonly apexNs: Outcome<DnsReply> | null;
  /** The servers that lie in the zone itself and have glue at its parent, with the addresses that the zone gives. */
  readonly glued: readonly NameServer[];
  /** Servers that the zone names and its parent does not, with their addresses. */
  readonly ownServers: readonly NameServer[];
  /**
   * The address of one server outside of the zone as our validating resolver gives it, and without its check after SERVFAIL: one
   * that it did not find, or one whose address the parent gave. Null where there is none.
   */
  readonly hostCheck: HostCheck | null;
  /** What DS the zone wants its parent to have, by one of its servers, or each of the types by another; empty where nobody asked. */
  readonly wishes: readonly WishSaid[];
  /** Whether one of its servers takes TCP connections: the reason why not, or null where it does. Null where nobody tried. */
  readonly tcp: { readonly server: ServerObservation; readonly reason: Reason | null } | null;
};

/** The same with the evidence of it. */
export type DomainSight = DomainObservation & Observed;
