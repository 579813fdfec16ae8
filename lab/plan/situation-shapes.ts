// Types of the table of situations. Each situation is a zone with one change, and the results that validators must
// report for the zone.

/** Damage to a signature or to the record set that it covers. All other record sets of the zone stay correct. */
export type Damage =
  /** The records have no signature. */
  | "missing"
  | "expired"
  | "future"
  /** The signature expires within a day. */
  | "soon"
  /** The signature expires before its inception. */
  | "reversed"
  /** One bit of the signature is wrong. */
  | "corrupt"
  /** A record differs from the record that was signed. */
  | "changed"
  /** The signature is made with a key that the zone does not publish. */
  | "stranger"
  /** The label count in the signature is higher by one than that of the owner name. */
  | "labels"
  /** The signature names the parent zone as its signer. */
  | "signer"
  /** The signature's original TTL is lower than the TTL of the records. */
  | "ttl"
  /** The records and their signature do not exist. */
  | "absent";

/** Properties of a key of a zone. */
export type KeyMaking = {
  /**
   * The private key is derived from this ID and the zone's name, so equal IDs give the same key. The default ID is
   * the key's position in the list.
   */
  readonly id?: string;
  /** Algorithm with which the key signs, by IANA's number: 5, 7, 8, 10, 13, 14, 15 or 16. Default 13. */
  readonly algorithm?: number;
  /** Algorithm number in DNSKEY, RRSIG and DS, if it differs from `algorithm`. */
  readonly as?: number;
  /** Size of an RSA key in bits; default 2048. */
  readonly bits?: 1024 | 2048;
  /** Flags of the DNSKEY. The default is 257, a zone key with the SEP flag. */
  readonly flags?: number;
  readonly protocol?: number;
  /**
   * The record sets that the key signs: `keys` for DNSKEY, `zone` for all others, `all` (the default), or `nothing`.
   */
  readonly signs?: "keys" | "zone" | "all" | "nothing";
  /** The key signs, but the zone does not publish it. */
  readonly hidden?: true;
  /**
   * Number of times that the octets of the public key are rotated by two. The key is then no longer a point on the
   * curve, but its key tag stays the same.
   */
  readonly shuffled?: number;
};

/** A DS or CDS record. */
export type DsMaking = {
  /** Position of the key in the zone's list of keys. Default 0. */
  readonly key?: number;
  /** A key that the zone does not have, used instead of `key`. */
  readonly of?: KeyMaking;
  /** Digest type: 1, 2 or 4. Other numbers are unknown types with a SHA-256 digest. Default 2. */
  readonly digest?: number;
  readonly wrong?: "digest" | "tag" | "algorithm";
};

/** Parameters of NSEC3 (RFC 5155). */
export type Nsec3Making = {
  readonly iterations?: number;
  /** Salt in hexadecimal. */
  readonly salt?: string;
  readonly optOut?: true;
  /** Number of the hash algorithm; only 1 is defined. */
  readonly hash?: number;
};

/** A fault of all NSEC or NSEC3 records of a zone, which are signed with it. */
export type ProofFault =
  /** The next name is in the parent zone (RFC 4034 section 4.1.1). */
  | "leaves"
  /** Each record leads to the next name but one, so it denies a name that exists. */
  | "skips"
  /** No types are listed, not even NS at delegations. */
  | "no_types"
  /** AAAA and MX are listed at each name. */
  | "more_types"
  /** Empty non-terminals have no NSEC3 record. */
  | "no_ent"
  /** The name `nothing` has an NSEC record that says that it does not exist (compact denial, RFC 9824). */
  | "nxname";

/** Properties of a zone. Missing fields have correct defaults. */
export type ZoneMaking = {
  /** Keys of the zone. By default, one key signs everything. With an empty list, the zone is unsigned. */
  readonly keys?: readonly KeyMaking[];
  /** Parameters of NSEC3. Without them, the zone uses NSEC. */
  readonly denial?: Nsec3Making;
  readonly proofs?: ProofFault;
  /** Lines as in `Zone.records`, in addition to those that all situations have. */
  readonly records?: string;
  /** Record sets, as `OWNER TYPE`, that this zone lacks: of those that all situations have, or of delegations. */
  readonly without?: readonly string[];
  /**
   * Damage by type or by `OWNER TYPE`; `*` stands for every record set except DNSKEY. A number restricts the damage to
   * the signature that is made with the key at this position.
   */
  readonly damage?: Readonly<Record<string, Damage | readonly [Damage, key: number]>>;
  /** DS records at the parent. By default one DS for the first key, if there is a key. */
  readonly ds?: readonly DsMaking[];
  /**
   * CDS records, with which the zone requests DS records from its parent (RFC 8078). `delete` requests that the
   * parent removes its DS.
   */
  readonly cds?: readonly DsMaking[] | "delete";
  /** CDNSKEY records, as positions of keys. `delete` requests that the parent removes its DS. */
  readonly cdnskey?: readonly number[] | "delete";
  /**
   * Name servers: names of hosts in the plan, or `LABEL=ADDRESS` for hosts in the zone itself. The default is two
   * servers of BIND, or of Knot for a child zone.
   */
  readonly servers?: readonly string[];
  /** Name servers in the NS records at the zone's apex, if they differ from the parent's list. */
  readonly ownServers?: readonly string[];
  /** The processes that hold the zone. By default the processes of the default servers. */
  readonly held?: readonly SituationDaemon[];
  /**
   * Changes for a second version of the zone, which Knot serves as the second name server. BIND serves the first
   * version.
   */
  readonly second?: Omit<ZoneMaking, "second" | "below" | "servers">;
  /** The zone is on its servers, but the parent does not delegate it. */
  readonly undelegated?: true;
  /** Child zones by label. */
  readonly below?: Readonly<Record<string, ZoneMaking>>;
};

/** A server process that holds zones of situations. */
export type SituationDaemon = "bind" | "knot" | "nsd-leaf";

/**
 * The result that a validating resolver must reach for an answer (RFC 4035 section 4.3). `unknown`: no server
 * answers.
 */
export type Verdict = "secure" | "insecure" | "bogus" | "unknown";

/** The reason of a verdict, in the terms of RFC 8914 section 4 where they exist. */
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
  /** The zone itself is correct, but the parent proves that it has no DS for the zone. */
  | "no DS"
  /** Faults that do not prevent validation, but must be reported. */
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
  /** Faults of delegations, servers and aliases. */
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

/** The zone and the record set that must be repaired, and the reason for the repair. */
export type Culprit = {
  /** The zone that must be changed; for a DS this is the parent. */
  readonly zone: string;
  /** Type of the records. */
  readonly set: string;
  readonly reason: Reason;
  /** Name of the server, if only one server has the fault. */
  readonly server?: string;
};

/** A question about a situation, and its expected result. */
export type Asked = {
  /** `NAME TYPE`, with the name relative to the zone or `@`. */
  readonly ask: string;
  readonly verdict: Verdict;
  readonly culprit: Culprit | null;
  /**
   * Validators that reach another verdict, and why this is acceptable. `either`: the verdict varies, or the
   * validator is not tested.
   */
  readonly differs?: {
    readonly unbound?: Verdict | "either";
    readonly bind?: Verdict | "either";
    readonly why: string;
  };
};

/** A row of the table of situations. */
export type Situation = {
  /** The zone's name: `LABEL.situations.org`. */
  readonly name: string;
  /** Short description of how the zone differs from a correct zone. */
  readonly what: string;
  readonly making: ZoneMaking;
  readonly asked: readonly Asked[];
};
