import type { NetworkFound } from "@dnstools/core/network";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Observed } from "@dnstools/core/tool/tool";

/** An AS that announces a prefix. */
export type OriginObservation = {
  readonly asn: number;
  readonly prefix: string;
  readonly name: Outcome<string>;
};

/** The ASes that announce the address. */
export type OriginsObservation = {
  readonly source: "team_cymru" | "as_database";
  readonly outcome: Outcome<readonly OriginObservation[]>;
  /** Country in which the prefix is registered; null if the answer names none. */
  readonly countryCode: string | null;
  readonly elapsedMs: number;
};

/** Observations of the reverse tool. */
export type ReverseObservation = Observed & {
  readonly reverseName: string;
  readonly ptr: Outcome<DnsReply>;
  readonly ptrMs: number;
  readonly names: readonly PtrName[];
  readonly namesMs: number;
  readonly origins: OriginsObservation;
  readonly network: NetworkFound;
  readonly resolverAlive: boolean | null;
};
