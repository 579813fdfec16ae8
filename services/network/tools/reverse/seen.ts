import type { NetworkFound } from "@dnstools/core/network";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Seen } from "@dnstools/core/tool/tool";

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
  readonly names: readonly PtrName[];
  readonly namesMs: number;
  readonly origins: OriginsSeen;
  readonly network: NetworkFound;
  readonly resolverAlive: boolean | null;
};
