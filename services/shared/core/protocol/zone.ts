import type { Reason } from "../tool/outcome.ts";
import type { DomainName } from "./names.ts";

/** A server that records name, and the addresses our resolver or the parent gave for it. */
export type NameServer = {
  readonly name: string;
  readonly addresses: readonly string[];
  /** The name it is an alias for, which a server's name must not be (RFC 2181 10.3); null where it is none. */
  readonly alias: string | null;
  /** Why the addresses, or those of one family, are not known; null where they are, or are proved not to be there. */
  readonly reason: Reason | null;
};

/** A zone and its servers, as our resolver knows them. */
export type Zone = {
  readonly apex: DomainName;
  /** At most 13. */
  readonly nameServers: readonly NameServer[];
  /** Whether our resolver says that the name asked about does not exist; the zone's own word goes first. */
  readonly denied: boolean;
  /** Set where a caller named the servers, and not the parent: what our resolver says is about another state of the zone. */
  readonly unpublished?: true;
};

/** A name server as a parent zone names it, with the addresses it gives for it (glue). */
export type DelegatedServer = { readonly name: string; readonly glue: readonly string[] };

/** What a zone's parent says of it, asked at the parent's own servers. */
export type Delegation = {
  readonly apex: DomainName;
  /** The parent zone; `""` is the root. */
  readonly parent: DomainName;
  /** False where that server holds the zone too, and answered for it with authority instead of referring. */
  readonly referral: boolean;
  /** The parent's server that said it; null where it is a caller's plan. */
  readonly server: { readonly name: string; readonly address: string } | null;
  readonly nameServers: readonly DelegatedServer[];
  /** Seconds; null where it is a caller's plan. */
  readonly ttl: number | null;
};
