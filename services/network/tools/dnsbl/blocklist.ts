/** Kind of value that a list can be queried for. */
export type Family = "ipv4" | "ipv6" | "domain";

/** Content of a list; `policy` lists addresses that should not send mail, even without any abuse. */
export type ListKind = "spam" | "exploit" | "policy" | "proxy" | "white" | "info";

/** How widely receivers use a list. */
type Weight = "high" | "medium" | "low";

/** Operator that issues a list's key, as named in DNSBL_KEYS. */
export type KeyHolder = "spamhaus" | "spamrats" | "abusix";

/**
 * Meaning of an address that a list returns. `policy` marks the listing as a policy entry, whatever the list's kind;
 * `aside` marks information that is not a listing.
 */
export type Meaning = string | { readonly policy: string } | { readonly aside: string };

/** A DNS blocklist (RFC 5782): how to query it, and what its answers mean. */
export type Blocklist = {
  /** DNS zone of the list, which is also its name. */
  readonly zone: string;
  readonly operator: string;
  readonly kind: ListKind;
  readonly weight: Weight;
  readonly takes: readonly Family[];
  /** Set if the list contains only registrable domains, so that no other names are looked up in it. */
  readonly registrable?: true;
  /**
   * Meaning of each address that the list returns. A key has four parts, each a number, `a-b` or `*`. For lists that
   * combine several meanings in one address, a key is `bit N` of the last part instead.
   */
  readonly codes: Readonly<Record<string, Meaning>>;
  /**
   * Returned addresses that mean a refusal, in addition to 127.255.255.0/24, which means a refusal on every
   * list.
   */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Test entries for the self-test, where they differ from RFC 5782 5. */
  readonly points?: Readonly<Partial<Record<Family, readonly [listed: string, notListed: string]>>>;
  /**
   * The zone to query with a key, which replaces `{key}`. `needed` means that the list does not answer without a key.
   */
  readonly key?: { readonly holder: KeyHolder; readonly zone: string; readonly needed?: true };
  readonly url: string;
  /** Page for requesting removal; null if removal is not possible. */
  readonly delistUrl: string | null;
  /** Letters of the sources in SOURCES that confirm that the list is in service. */
  readonly source: string;
  /** Year and month in which the list was last confirmed. */
  readonly observed: string;
  readonly confidence: "high" | "medium" | "low";
};
