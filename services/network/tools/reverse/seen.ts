import type { NetworkFound } from "@dnstools/core/network";
import type { Outcome } from "@dnstools/core/outcome";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Seen } from "@dnstools/core/tool";

/** A name that a PTR record gave, and what was found for it. */
export type NameSeen = {
  readonly name: string;
  /** Null where it is no name to ask for. */
  readonly forward: Outcome<readonly string[]> | null;
};

/** An AS that announces a prefix. */
export type OriginSeen = { readonly asn: number; readonly prefix: string; readonly name: Outcome<string> };

/** Who announces the address. */
export type OriginsSeen = {
  readonly source: "team_cymru" | "as_database";
  readonly outcome: Outcome<readonly OriginSeen[]>;
  /** Where the prefix is registered; null where it is not said. */
  readonly countryCode: string | null;
  readonly elapsedMs: number;
};

export type ReverseSeen = Seen & {
  readonly reverseName: string;
  readonly ptr: Outcome<DnsReply>;
  readonly ptrMs: number;
  readonly names: readonly NameSeen[];
  readonly namesMs: number;
  readonly origins: OriginsSeen;
  readonly network: NetworkFound;
  readonly resolverAlive: boolean | null;
};
