import type { Reason } from "../outcome.ts";
import type { DomainName } from "./names.ts";

/** A name server of a zone and the addresses our resolver gave for it. */
export type NameServer = {
  readonly name: string;
  readonly addresses: readonly string[];
  /** Why no address is known; null where there is one, or where it is proved that there is none. */
  readonly reason: Reason | null;
};

/** A zone and its servers, as our resolver knows them. */
export type Zone = { readonly apex: DomainName; readonly nameServers: readonly NameServer[] };

/** One failed attempt at a zone's server. */
export type ServerFailure = { readonly name: string; readonly address: string; readonly reason: Reason };
