/** Deviations in single answers of the servers of odd-answers.org, which else answer correctly; see lab/odd/answers.ts. */
export const ODD_ANSWERS = [
  /** Answers queries for DS from the zone itself instead of its parent (against RFC 4035 3.1.4.1). */
  "ds_from_child",
  /** Answers NXDOMAIN for names whose first label is `ent`, with the records of a correct answer. */
  "ent_nxdomain",
  /** Answers BADVERS, or FORMERR with an OPT record, to queries with EDNS. */
  "badvers",
  "formerr_opt",
  /** Answers SERVFAIL, or without AA, if the first label of the name names the queried type. */
  "fails_type",
  "no_aa_type",
  /** Ignores queries whose type equals the first label of the name, as `mute` does. */
  "ignores_type",
  /** Answers SERVFAIL to queries for all types except A. */
  "only_a",
  /** Sends unsigned denials without the SOA record of the zone. */
  "bare_denials",
  /** Adds a second CNAME to names whose first label is `twice`, and a second DNAME to names below such a name. */
  "second_alias",
] as const;
/** A deviation in single answers. */
export type OddAnswer = (typeof ODD_ANSWERS)[number];
