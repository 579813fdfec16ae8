/** The shapes of the table of situations: zones with one thing done to each, and what follows for who validates. */

/** How a signature, or the set of records that it is for, is spoilt; other sets stay right. */
export type Damage =
  /** The records have no signature. */
  | "missing"
  | "expired"
  | "future"
  /** It ends within a day. */
  | "soon"
  /** It ends before it begins. */
  | "reversed"
  /** One bit of it is another. */
  | "corrupt"
  /** A record is another than the one that was signed. */
  | "changed"
  /** Made by a key that the zone does not publish. */
  | "stranger"
  /** It has one label more than the owner's name. */
  | "labels"
  /** It names the parent as its signer. */
  | "signer"
  /** It is for a TTL below the one that the records have. */
  | "ttl"
  /** The records are gone, with their signature. */
  | "absent";

/** A key of a zone. */
export type KeyMaking = {
  /** What its secret is derived from, beside the zone's name: two keys of one id are the same key. Default its place in the list. */
  readonly id?: string;
  /** How it signs: IANA's numbers of 5, 7, 8, 10, 13, 14, 15, 16. Default 13. */
  readonly algorithm?: number;
  /** The number that DNSKEY, RRSIG and DS say in place of that. */
  readonly as?: number;
  /** Of an RSA key; default 2048. */
  readonly bits?: 1024 | 2048;
  /** Default 257, a key with the SEP flag. */
  readonly flags?: number;
  readonly protocol?: number;
  /** What it signs: the DNSKEY records, all others, both (the default), or nothing. */
  readonly signs?: "keys" | "zone" | "all" | "nothing";
  /** Signs, and is not among the zone's keys. */
  readonly hidden?: true;
  /** Not a point of the curve: the first key's octets in another order, so that its tag is the same. The number tells how often. */
  readonly shuffled?: number;
};

/** A DS record, or CDS: of the key at a place of the list. */
export type DsMaking = {
  /** Default 0. */
  readonly key?: number;
  /** A key that the zone does not have, in place of that. */
  readonly of?: KeyMaking;
  /** The digest's number: 1, 2, 4; others are unknown, and have the octets of 2. Default 2. */
  readonly digest?: number;
  readonly wrong?: "digest" | "tag" | "algorithm";
};

/** How NSEC3 is made (RFC 5155). */
export type Nsec3Making = {
  readonly iterations?: number;
  /** In hexadecimal. */
  readonly salt?: string;
  readonly optOut?: true;
  /** The number of the hash algorithm; only 1 is known. */
  readonly hash?: number;
};

/** How a zone is made; what is left out is as it should be. */
export type ZoneMaking = {
  /** Default one key that signs everything; none for an unsigned zone. */
  readonly keys?: readonly KeyMaking[];
  /** Default NSEC. */
  readonly denial?: Nsec3Making;
  /** Lines as in `Zone.records`, beside those that all have. */
  readonly records?: string;
  /** Sets that all others have: `OWNER TYPE`. */
  readonly without?: readonly string[];
  /** By type, or by `OWNER TYPE`; `*` is every set but DNSKEY. With a number for the signature of one key alone. */
  readonly damage?: Readonly<Record<string, Damage | readonly [Damage, key: number]>>;
  /** What the parent has; default one of the first key, where there is one. */
  readonly ds?: readonly DsMaking[];
  /** The records by which it tells its parent what DS it wants (RFC 8078); `delete` wants none. */
  readonly cds?: readonly DsMaking[] | "delete";
  readonly cdnskey?: readonly number[] | "delete";
  /** Name servers: names of the plan's hosts, or `LABEL=ADDRESS` in the zone itself. Default BIND's two, below a child Knot's. */
  readonly servers?: readonly string[];
  /** The NS records at its own apex, where they are others than the parent's. */
  readonly ownServers?: readonly string[];
  /** The processes that hold it; default the default servers'. */
  readonly held?: readonly SituationDaemon[];
  /** What Knot has in place of what BIND has: its second server is Knot's. */
  readonly second?: Omit<ZoneMaking, "second" | "below" | "servers">;
  /** Held, and not delegated. */
  readonly undelegated?: true;
  /** Children, by label. */
  readonly below?: Readonly<Record<string, ZoneMaking>>;
};

export type SituationDaemon = "bind" | "knot" | "nsd-leaf";

/** What a validating resolver must make of an answer (RFC 4035 section 4.3); `unknown`: no server gives one. */
export type Verdict = "secure" | "insecure" | "bogus" | "unknown";

/** Why, in the words of RFC 8914 section 4 where there are some. */
export type Reason =
  | "Unsupported DNSKEY Algorithm"
  | "Unsupported DS Digest Type"
  | "DNSSEC Bogus"
  | "Signature Expired"
  | "Signature Not Yet Valid"
  | "DNSKEY Missing"
  | "RRSIGs Missing"
  | "No Zone Key Bit Set"
  | "NSEC Missing"
  | "No Reachable Authority"
  | "Signature Expired before Valid"
  | "Unsupported NSEC3 Iterations Value"
  /** Nothing is wrong with it, but the parent vouches for nothing: no DS, by proof. */
  | "no DS"
  /** What follows works, and is still to be told. */
  | "CDS differs from DS"
  | "CDS asks for deletion"
  | "key too small"
  | "algorithm not recommended"
  | "digest not recommended"
  | "NSEC3 parameters"
  | "servers differ"
  | "algorithm without signatures"
  | "DS without key"
  | "key without use"
  /** Delegation, servers, aliases. */
  | "alias loop"
  | "alias chain too long"
  | "no TCP"
  | "no EDNS"
  | "no SOA"
  | "no NS"
  | "IPv6 only"
  | "one address"
  | "not delegated"
  | "not authoritative"
  | "NS differ"
  | "NS is an alias"
  | "NS address bogus"
  | "timers";

/** Where the fault lies, for who must repair it. */
export type Culprit = {
  /** The zone in which something has to be changed; for a DS that is the parent. */
  readonly zone: string;
  /** The type of the records. */
  readonly set: string;
  readonly reason: Reason;
  /** The server's name, where only one has it. */
  readonly server?: string;
};

/** A question about a situation, and what must come of it. */
export type Asked = {
  /** `NAME TYPE`, the name relative to the zone or `@`. */
  readonly ask: string;
  readonly verdict: Verdict;
  readonly culprit: Culprit | null;
  /** Validators that say otherwise, what they say, and why they may. `either`: now this, now that, or not asked. */
  readonly differs?: {
    readonly unbound?: Verdict | "either";
    readonly delv?: Verdict | "either";
    readonly why: string;
  };
};

/** A row of the table. */
export type Situation = {
  /** The zone: `LABEL.situations.org`. */
  readonly name: string;
  /** What is done to it, in a few words. */
  readonly what: string;
  readonly making: ZoneMaking;
  readonly asked: readonly Asked[];
};
