import type { Outcome } from "@dnstools/core/outcome";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { ShownType } from "@dnstools/core/protocol/dns/record";
import type { Delegation, NameServer, Zone } from "@dnstools/core/protocol/zone";
import type { Seen } from "@dnstools/core/tool";

/** What an alias's target gave, where the zone's servers know no more of it. */
export type Beyond = {
  readonly target: string;
  readonly server: ServerSeen | null;
  readonly outcome: Outcome<DnsReply>;
};

/** A server that was asked. */
export type ServerSeen = { readonly name: string; readonly address: string };

/** One type, as one server said it. */
export type TypeSeen = {
  readonly type: ShownType;
  readonly source: "authoritative" | "parent" | "resolver";
  /** The server that said it, or that failed first; null when there was none to ask. */
  readonly server: ServerSeen | null;
  readonly outcome: Outcome<DnsReply>;
  readonly beyond: Beyond | null;
  /** What each server of the zone that was asked said. */
  readonly said: readonly { readonly server: ServerSeen; readonly outcome: Outcome<DnsReply> }[];
};

/** What the dns tool saw. */
export type DnsSeen = Seen & {
  readonly mode: "authoritative" | "resolver";
  /** What the zone's parent says of it; null with type, where nobody asks, or where it could not be found out. */
  readonly delegation: Delegation | null;
  /** The zone; null with type, where nobody asks for it. */
  readonly zone: Outcome<Zone> | null;
  /** Whether our resolvers answered `. NS` after they failed; null when they did not fail, or there was no time. */
  readonly resolverAlive: boolean | null;
  readonly types: readonly TypeSeen[];
  /** The mail servers that the MX records name, with their addresses; null with type, and where MX is not known. */
  readonly exchanges: readonly NameServer[] | null;
  /** Seconds since 1970 when the look began. */
  readonly at: number;
  /**
   * The zone's SOA as our validating resolver gives it, and without its check after SERVFAIL; null with type, and
   * where the zone was not found.
   */
  readonly validation: {
    readonly outcome: Outcome<DnsReply>;
    readonly unchecked: Outcome<DnsReply> | null;
  } | null;
  /** The NS records at the zone's apex, as its own servers give them; null where nobody asked. */
  readonly apexNs: Outcome<DnsReply> | null;
  /** The servers that lie in the zone itself and have glue at its parent, with the addresses that the zone gives. */
  readonly glued: readonly NameServer[];
  /** With type, after SERVFAIL: the names that aliases lead to, in order; the last may be one that was there before. */
  readonly aliases: readonly string[];
  /** Servers that the zone names and its parent does not, with their addresses. */
  readonly ownServers: readonly NameServer[];
  /** What our resolver answered without checking signatures (CD), after SERVFAIL; null where it was not asked so. */
  readonly unchecked: Outcome<DnsReply> | null;
};
