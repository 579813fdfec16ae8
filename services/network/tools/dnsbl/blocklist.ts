/** What a list takes. */
export type Family = "ipv4" | "ipv6" | "domain";

/** What a list is of: `policy` lists addresses that should not send mail, without any abuse. */
export type ListKind = "spam" | "exploit" | "policy" | "proxy" | "white" | "info";

/** How many receivers act on it. */
type Weight = "high" | "medium" | "low";

/** Whose key a list takes, as DNSBL_KEYS names them. */
export type KeyHolder = "spamhaus" | "spamrats" | "abusix";

/** What an answer means. `policy`: that alone, whatever the list's kind; `aside`: it tells something, but is no listing. */
export type Meaning = string | { readonly policy: string } | { readonly aside: string };

/** A DNS blocklist (RFC 5782): what it takes and what its answers mean. */
export type Blocklist = {
  /** Where it is asked; also its name. */
  readonly zone: string;
  readonly operator: string;
  readonly kind: ListKind;
  readonly weight: Weight;
  readonly takes: readonly Family[];
  /** It holds registrable domains alone, and is asked about these. */
  readonly registrable?: true;
  /**
   * By the address it answers with: four parts, each a number, `a-b` or `*`; or `bit N` of the last part, for those that
   * add up what they know.
   */
  readonly codes: Readonly<Record<string, Meaning>>;
  /** Addresses that mean "not answered", beside 127.255.255.0/24, which do with all of them. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** What is listed and what is not, for the self-test, where they are not those of RFC 5782 5. */
  readonly points?: Readonly<Partial<Record<Family, readonly [listed: string, notListed: string]>>>;
  /** The zone to ask with a key, `{key}` replaced; `needed`: without a key there is no answer. */
  readonly key?: { readonly holder: KeyHolder; readonly zone: string; readonly needed?: true };
  readonly url: string;
  /** Where to have an entry removed; null where that is impossible. */
  readonly delistUrl: string | null;
  /** Letters of SOURCES. */
  readonly source: string;
  /** Year and month. */
  readonly observed: string;
  readonly confidence: "high" | "medium" | "low";
};
